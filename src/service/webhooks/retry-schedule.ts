import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/time-units.ts'

/** The delays of the Standard Webhooks specification: 76 hours together. */
const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]

/** Part of a delay that is random, so that events that failed together are not sent together again. */
const JITTER = 0.1

/** Returns when an event is sent again after some failed attempts, or `undefined` when it is given up. `random` is from 0 to 1. */
export function nextAttempt(failedAttempts: number, now: number, random: number): number | undefined {
  const delay = DELAYS_MS[failedAttempts - 1]
  return delay === undefined ? undefined : now + Math.round(delay * (1 + JITTER * random))
}
