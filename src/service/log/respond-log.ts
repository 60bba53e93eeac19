import { LicetError } from '../../core/errors.ts'
import { DAY_MS } from '../../core/time-units.ts'

const YEAR_SECONDS = (365 * DAY_MS) / 1000
/** How long caches may keep what changes with each batch. */
const CHANGING_SECONDS = 5

/** Responds with a file of the log that never changes. */
export function respondImmutable(body: Uint8Array<ArrayBuffer>, contentType = 'application/octet-stream'): Response {
  return new Response(body, {
    headers: { 'content-type': contentType, 'cache-control': `public, max-age=${YEAR_SECONDS}, immutable` },
  })
}

/** Responds with a file of the log that changes with the next batch. */
export function respondChanging(body: string, contentType: string): Response {
  return new Response(body, { headers: { 'content-type': contentType, 'cache-control': `public, max-age=${CHANGING_SECONDS}` } })
}

/** Creates the error for what the log will have with one of the next batches. */
export function notInLogYet(intervalSeconds: number): LicetError<'not_in_log_yet'> {
  return new LicetError(
    'not_in_log_yet',
    'The public log does not have this entry yet. Nothing is wrong. Ask again in some seconds.',
    {
      retryAfterMs: intervalSeconds * 1000,
    },
  )
}
