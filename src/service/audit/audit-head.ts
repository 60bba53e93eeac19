/** The `typ` header of a head: a JWS that closes a chain of the audit log. */
export const AUDIT_HEAD_TYPE = 'licet-audit-head+jwt'

/** The claims of a head. */
export interface AuditHead {
  /** When the chain was closed, in seconds since the epoch. */
  readonly iat: number
  readonly chain: string
  /** The day of the chain in UTC. */
  readonly day: string
  readonly opened: string
  /** Number of its events. */
  readonly length: number
  /** Hash of its last event, in hexadecimal. */
  readonly hash: string
  /** Heads have consecutive numbers, from 1. */
  readonly number: number
  /** SHA-256 of the previous head, in base64url. Absent in the first head. */
  readonly previous?: string
  /** `another process` when the process of the chain was killed, so that its last events may be missing. */
  readonly closedBy: 'its process' | 'another process'
}
