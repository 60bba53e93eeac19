import { MINUTE_MS } from '../../core/time-units.ts'
import type { OverloadLimit, ServiceEvent } from '../service-event.ts'

/** Shortest time between two events of the same limit. A flood of requests must not become a flood of the log. */
const INTERVAL_MS = MINUTE_MS

/** Cause of an error `unavailable` that is no failure of the service or its database. The operator gets no event for it. */
export class NoFailure extends Error {
  override readonly name: string = 'NoFailure'
}

/** Cause of the error of a request above a limit of the service. It is reported as `overloaded`, not once for each request. */
export class Overloaded extends NoFailure {
  override readonly name = 'Overloaded'
}

/** Creates the function that reports a reached limit to the operator, at most once a minute for each limit. */
export function createOverloadReport(
  onEvent: (event: ServiceEvent) => void,
  monotonic: () => number,
): (limit: OverloadLimit) => void {
  const lastMs = new Map<OverloadLimit, number>()
  return (limit) => {
    const nowMs = monotonic()
    const last = lastMs.get(limit)
    if (last !== undefined && nowMs - last < INTERVAL_MS) return
    lastMs.set(limit, nowMs)
    onEvent({ type: 'overloaded', limit })
  }
}
