/** Upper bound of the first delay in milliseconds. It doubles with each failed attempt. */
export const RETRY_BASE_MS = 1000

/** Upper bound of every delay in milliseconds. */
export const RETRY_CAP_MS = 5 * 60_000

/** Number of automatic attempts in a row. After these, the client waits for an event: start, online, focus, or `retry()`. */
export const MAX_AUTOMATIC_ATTEMPTS = 12

/** Longest `Retry-After` in milliseconds that the client follows. Without a limit, a service could stop a device permanently. */
export const MAX_RETRY_AFTER_MS = 60 * 60_000

/**
 * Returns the delay in milliseconds before the next attempt: exponential backoff with full jitter and a cap, and at least the
 * `Retry-After` of the service.
 *
 * @param attempts Number of failed attempts so far, at least 1.
 * @param random A number in [0, 1).
 */
export function retryDelayMs(attempts: number, random: number, retryAfterMs = 0): number {
  const ceiling = Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** Math.min(attempts - 1, 30))
  return Math.max(Math.min(retryAfterMs, MAX_RETRY_AFTER_MS), Math.round(random * ceiling))
}
