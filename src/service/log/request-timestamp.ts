import { LicetError } from '../../core/errors.ts'
import { MAX_TIMESTAMP_BYTES } from '../../core/limits.ts'
import { SECOND_MS } from '../../core/time-units.ts'
import { readAtMost } from '../../log/read-at-most.ts'

/** A request to a time-stamping authority. */
export interface TimestampQuery {
  readonly url: string
  /** TimeStampReq of RFC 3161, DER. */
  readonly body: Uint8Array<ArrayBuffer>
  readonly signal: AbortSignal
}

/**
 * Sends a request for a time stamp with POST, and returns the body of a 200 response. Follows no redirect.
 *
 * The service refuses a body of more than 16 KiB, so the rest of it need not be read.
 *
 * @throws {LicetError} `unavailable` for every other response, and without one within 10 seconds.
 */
export type PostTimestamp = (query: TimestampQuery) => Promise<Uint8Array<ArrayBuffer>>

/** How long an authority may take for its response. */
export const TIMESTAMP_TIMEOUT_MS = 10 * SECOND_MS
/** The headers of RFC 3161, section 3.4. */
export const TIMESTAMP_HEADERS = { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' } as const

/** Sends a request for a time stamp with `fetch`. */
export const postTimestampWithFetch: PostTimestamp = async ({ url, body, signal }) => {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(TIMESTAMP_TIMEOUT_MS)])
  const response = await fetch(url, {
    ...{ method: 'POST', headers: TIMESTAMP_HEADERS, body, redirect: 'error', credentials: 'omit', signal: ended },
  }).catch((cause: unknown) => {
    throw noAnswer(cause)
  })
  if (response.status !== 200 || response.body === null) throw wrongAnswer(`status ${response.status}`)
  return readAtMost(response.body, MAX_TIMESTAMP_BYTES, tooLong).catch((cause: unknown) => {
    throw cause instanceof LicetError ? cause : noAnswer(cause)
  })
}

/** Creates the error of an authority that does not respond. */
export function noAnswer(cause?: unknown): LicetError<'unavailable'> {
  return new LicetError(
    'unavailable',
    'The time-stamping authority does not respond. The log continues without a time stamp, and asks again later. Check its address.',
    { cause },
  )
}

/** Creates the error of an authority that responds with something else than a time stamp. */
export function wrongAnswer(what: string): LicetError<'unavailable'> {
  return new LicetError(
    'unavailable',
    `The time-stamping authority responded with ${what}. The log continues without a time stamp, and asks again later. Check its address.`,
  )
}

/** Creates the error of a response that is longer than {@link MAX_TIMESTAMP_BYTES}. No client could read a proof with it. */
export function tooLong(): LicetError<'unavailable'> {
  return wrongAnswer(`more than ${MAX_TIMESTAMP_BYTES / 1024} KiB`)
}

/**
 * Checks the address of a time-stamping authority.
 *
 * @throws {LicetError} `invalid_configuration`
 */
export function checkTimestampUrl(url: string): void {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return
  throw new LicetError(
    'invalid_configuration',
    'timestamp is not a URL with http or https. The service did not start. Use the address of a time-stamping authority (RFC 3161).',
    { field: 'timestamp' },
  )
}
