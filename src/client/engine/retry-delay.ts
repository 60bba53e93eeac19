/** Upper bound of the first wait in milliseconds; it doubles with each failed try. */
export const RETRY_BASE_MS = 1000

/** Upper bound of every wait in milliseconds. */
export const RETRY_CAP_MS = 5 * 60_000

/** Tries in a row that a client makes by itself. After these it waits for an event: start, online, focus, or `retry()`. */
export const MAX_AUTOMATIC_TRIES = 12

/** Longest `Retry-After` in milliseconds that is honoured; beyond it a service could silence a device for good. */
export const MAX_RETRY_AFTER_MS = 60 * 60_000

/**
 * The wait in milliseconds before the next try: exponential with full jitter and a cap, and no shorter than what the service asked for.
 *
 * @param attempts failed tries so far, at least 1
 * @param random a number in [0, 1)
 */
export function retryDelayMs(attempts: number, random: number, retryAfterMs = 0): number {
  const ceiling = Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** Math.min(attempts - 1, 30))
  return Math.max(Math.min(retryAfterMs, MAX_RETRY_AFTER_MS), Math.round(random * ceiling))
}
