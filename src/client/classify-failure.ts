import { isLicetError, LicetError, toLicetError } from '../core/errors.ts'
import type { StoredFailure } from './record/stored-device.ts'

/**
 * What the client does after a failed request. `permanent`: it drops the decision. `temporary`: it sends the same bytes again later.
 * `unauthorized`: it sends them again with a new token, and after the next such failure later.
 */
export type FailureKind = 'permanent' | 'temporary' | 'unauthorized'

/** HTTP statuses of 4xx that ask for another attempt. */
const TEMPORARY_STATUSES: readonly number[] = [408, 425, 429]

/** Local codes of requests that did not reach the service, or whose response did not come from it (a captive portal, a broken connection). */
const TEMPORARY_CODES: readonly string[] = [
  'network_error',
  'timeout',
  'aborted',
  'closed',
  'invalid_response',
  'storage_unavailable',
  'storage_full',
  'unexpected_error',
  // A later attempt sends a new identity token.
  'identity_unavailable',
  'identity_expired',
  'identity_clock_skew',
  'identity_replayed',
]

/** Classifies a failure. An unknown error is temporary: no decision is dropped for an unknown reason. */
export function classifyFailure(error: unknown): FailureKind {
  if (!isLicetError(error)) return 'temporary'
  // An unreadable response is never final, whatever its status.
  if (TEMPORARY_CODES.includes(error.code)) return 'temporary'
  if (error.status === undefined) return 'permanent'
  if (error.code === 'invalid_token') return 'unauthorized'
  const { status } = error
  return status >= 400 && status < 500 && !TEMPORARY_STATUSES.includes(status) ? 'permanent' : 'temporary'
}

/** Returns the part of a failure that may be stored: its code and status, never a message or a cause. */
export function toStoredFailure(error: unknown): StoredFailure {
  const { code, status } = toLicetError(error)
  return { code, status }
}

/** Returns an error with the code and status of a stored failure. */
export function fromStoredFailure({ code, status }: StoredFailure): LicetError {
  const reason = status === undefined ? code : `${status} ${code}`
  const isTemporary = classifyFailure(new LicetError(code, '', { status })) !== 'permanent'
  const message = isTemporary
    ? `The service could not be reached (${reason}). The decision is saved, and is sent again automatically.`
    : `The service did not accept the decision (${reason}). It is not sent again. Fix the cause, then ask again.`
  // Stored as an outcome only for the decisions that a lost device key leaves behind.
  const isLost = code === 'storage_unavailable'
  return new LicetError(code, isLost ? 'The device key was deleted, and the decision is lost. Ask again.' : message, {
    status,
  })
}
