import { isLicetError, LicetError, toLicetError } from '../core/errors.ts'
import type { StoredFailure } from './storage/stored-device.ts'

/**
 * How a failure is met: `permanent` is told and dropped, `passing` is tried again with the same bytes, `unauthorized` gets one new token
 * and is permanent after that.
 */
export type FailureKind = 'permanent' | 'passing' | 'unauthorized'

/** HTTP statuses of 4xx that say "not now" instead of "not ever". */
const PASSING_STATUSES: readonly number[] = [408, 425, 429]

/** Codes of this side of the wire that mean: the service did not get it, or what came back was not its answer (a captive portal, a cut line). */
const PASSING_CODES: readonly string[] = [
  'network_error',
  'timeout',
  'aborted',
  'closed',
  'invalid_response',
  'storage_unavailable',
  'storage_full',
  'unexpected_error',
]

/** Tells failures apart, here and nowhere else. What is no {@link LicetError} is passing: nothing is thrown away for a reason that nobody knows. */
export function classifyFailure(error: unknown): FailureKind {
  if (!isLicetError(error)) return 'passing'
  // An answer that could not be read says nothing final, whatever its status.
  if (PASSING_CODES.includes(error.code)) return 'passing'
  if (error.status === undefined) return 'permanent'
  return classifyStatus(error.status)
}

/** Tells HTTP statuses of failed answers apart. */
export function classifyStatus(status: number): FailureKind {
  if (status === 401) return 'unauthorized'
  return status >= 400 && status < 500 && !PASSING_STATUSES.includes(status) ? 'permanent' : 'passing'
}

/** The form of a failure that may be stored: its code and status, never a message or a cause. */
export function toStoredFailure(error: unknown): StoredFailure {
  const { code, status } = toLicetError(error)
  return { code, status }
}

/** Makes an error of a stored failure, in words of our own. */
export function fromStoredFailure({ code, status }: StoredFailure): LicetError {
  const why = status === undefined ? code : `${status} ${code}`
  const permanent = classifyFailure(new LicetError(code, '', { status })) !== 'passing'
  const message = permanent
    ? `The service refused the decision (${why}). It would be refused again, so it was dropped. Mend the cause and ask again.`
    : `The service could not be reached (${why}). The decision is safe on this device. It is sent again by itself.`
  return new LicetError(code, message, { status })
}
