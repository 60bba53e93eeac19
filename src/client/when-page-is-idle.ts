import type { Schedule } from './environment.ts'

/** How long in milliseconds to wait where the platform cannot tell that it is idle. */
const IDLE_GUESS_MS = 200

/** How long in milliseconds a page that is never idle, or not in sight, puts the task off. */
const IDLE_TIMEOUT_MS = 3000

/** Runs a task when the page has nothing better to do. Returns what cancels it. */
export function whenPageIsIdle(schedule: Schedule, task: () => void): () => void {
  const scope: Partial<typeof globalThis> = globalThis
  const { requestIdleCallback, cancelIdleCallback } = scope
  if (requestIdleCallback === undefined || cancelIdleCallback === undefined) return schedule(task, IDLE_GUESS_MS)
  const handle = requestIdleCallback(() => task(), { timeout: IDLE_TIMEOUT_MS })
  return () => cancelIdleCallback(handle)
}
