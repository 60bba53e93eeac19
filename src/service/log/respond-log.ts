import { LicetError } from '../../core/errors.ts'
import { DAY_MS, SECOND_MS } from '../../core/time-units.ts'

const YEAR_SECONDS = (365 * DAY_MS) / SECOND_MS

/** The `Cache-Control` of files that change with each batch: caches keep them for 5 seconds. */
export const CHANGING_CACHE_CONTROL = 'public, max-age=5'

/** The `Cache-Control` of files that never change. */
export const IMMUTABLE_CACHE_CONTROL = `public, max-age=${YEAR_SECONDS}, immutable`

/** Creates the error for what the log will have with one of the next batches. */
export function notInLogYet(intervalSeconds: number): LicetError<'not_in_log_yet'> {
  return new LicetError(
    'not_in_log_yet',
    'The public log does not have this entry yet. Nothing is wrong. Ask again in a few seconds.',
    { retryAfterMs: intervalSeconds * SECOND_MS },
  )
}
