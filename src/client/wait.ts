import type { Schedule } from './environment.ts'

/** Delay in milliseconds where the platform cannot report that it is idle. */
const IDLE_FALLBACK_MS = 200

/** Longest delay in milliseconds on a page that is never idle, or hidden. */
const IDLE_TIMEOUT_MS = 3000

/**
 * Longest time until the end of a license is checked again, in milliseconds: 1 hour. A timer counts no time while the device sleeps, does not
 * notice a clock that is set, and lasts 24 days at most.
 */
export const EXPIRY_CHECK_MS = 3_600_000

/** Runs a task when the page is idle. Returns a function that cancels it. */
export function whenPageIsIdle(schedule: Schedule, task: () => void): () => void {
  const scope: Partial<typeof globalThis> = globalThis
  const { requestIdleCallback, cancelIdleCallback } = scope
  if (requestIdleCallback === undefined || cancelIdleCallback === undefined) return schedule(task, IDLE_FALLBACK_MS)
  const handle = requestIdleCallback(() => task(), { timeout: IDLE_TIMEOUT_MS })
  return () => cancelIdleCallback(handle)
}

/** Resolves with the result of a task, or with `undefined` after the time limit. The task itself continues. */
export function withTimeLimit<T>(task: Promise<T>, schedule: Schedule, limitMs: number): Promise<T | undefined> {
  let cancel = () => {}
  const late = new Promise<undefined>((resolve) => (cancel = schedule(() => resolve(undefined), limitMs)))
  return Promise.race([task, late]).finally(cancel)
}
