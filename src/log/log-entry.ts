import { toBase64Url } from '../core/base64.ts'
import { canonicalize } from '../core/canonical-json.ts'
import { isJsonObject, type JsonValue } from '../core/json.ts'
import { utf8 } from '../core/signature.ts'
import { parseJsonBytes } from '../core/strict-json.ts'
import { isEpochSecond } from '../core/timestamp.ts'
import { type Bytes, isSameBytes } from './bytes.ts'
import { invalidProof } from './invalid-proof.ts'
import type { Sha256 } from './log-crypto.ts'

/** What an entry records: a license was stored, it was ended with a receipt, it was erased; or the log began again after a restore. */
export const LOG_ENTRY_KINDS = ['license', 'end', 'erasure', 'epoch'] as const

/** The kind of an entry. */
export type LogEntryKind = (typeof LOG_ENTRY_KINDS)[number]

/** An entry of the public log. It contains nothing that identifies a person, a company or a license. */
export interface LogEntry {
  /** Version of the format. */
  readonly v: 1
  readonly k: LogEntryKind
  /**
   * SHA-256 as base64url: for `license` and `end`, of the compact JWS of the receipt; see {@link hashText}. For `erasure`, the `h` of the
   * entry whose license was erased. For `epoch`, of the last checkpoint of the previous epoch.
   */
  readonly h: string
  /** The `iat` of the receipt, in whole seconds since the epoch. */
  readonly t: number
}

/** Computes the `h` of an entry: SHA-256 over the ASCII characters of a receipt, or over the text of a checkpoint, as base64url. */
export async function hashText(text: string, sha256: Sha256): Promise<string> {
  return toBase64Url(await sha256(utf8(text)))
}

/** Writes the bytes of an entry: its canonical JSON (RFC 8785) in UTF-8. `hashLeaf` of them is its leaf. */
export function writeLogEntry({ k, h, t }: Omit<LogEntry, 'v'>): Bytes {
  return utf8(canonicalize({ v: 1, k, h, t }))
}

/**
 * Reads the bytes of an entry.
 *
 * @throws {LicetError} `invalid_proof` when they are not exactly what {@link writeLogEntry} writes.
 */
export function parseLogEntry(bytes: Uint8Array): LogEntry {
  const entry = readLogEntry(parseJsonOf(bytes))
  if (entry === undefined || !isSameBytes(writeLogEntry(entry), bytes))
    throw invalidProof('An entry of the log has an unknown form')
  return entry
}

function parseJsonOf(bytes: Uint8Array): JsonValue {
  try {
    return parseJsonBytes(bytes, { depth: 1 })
  } catch (cause) {
    throw invalidProof('An entry of the log is not JSON', cause)
  }
}

const HASH = /^[\w-]{43}$/

function readLogEntry(value: JsonValue): LogEntry | undefined {
  if (!isJsonObject(value)) return undefined
  const { v, h, t } = value
  const k = LOG_ENTRY_KINDS.find((kind) => kind === value.k)
  const isComplete = v === 1 && k !== undefined && typeof h === 'string' && HASH.test(h)
  return isComplete && isEpochSecond(t) ? { v, k, h, t } : undefined
}
