import { LicetError } from '../core/errors.ts'
import { MINUTE_MS } from '../core/time-units.ts'
import { NoFailure } from './http/report-overload.ts'
import type { ServiceEvent } from './service-event.ts'

/** A larger difference is reported to the operator. */
const REPORTED_DIFFERENCE_MS = 2000
/** With a larger difference, the service is not ready and signs nothing (wire, amendment 23). */
const MAX_DIFFERENCE_MS = MINUTE_MS
const RETRY_AFTER_MS = 10_000

/** Compares the clock of this process with the clock of the database. */
export interface ClockWatch {
  /** Takes a time that the database returned, and when the read of it began and ended on the monotonic clock of this process. */
  compare(databaseMs: number, begun: number, ended: number): void
  /** Whether the clock may be used to sign. `true` before the first comparison. */
  isUsable(): boolean
  /** @throws {LicetError} `unavailable` when the clock may not be used to sign. */
  assertUsable(): void
}

/** What {@link createClockWatch} needs. */
export interface ClockEnvironment {
  readonly now: () => number
  readonly monotonic: () => number
  readonly onEvent?: ((event: ServiceEvent) => void) | undefined
}

/**
 * Creates a {@link ClockWatch}. Between two comparisons, it follows the monotonic clock, so it notices a clock that is set at any time.
 *
 * A clock other than `Date.now` is never compared: a test or a demo that sets it also sets the time of its licenses.
 */
export function createClockWatch({ now, monotonic, onEvent = () => undefined }: ClockEnvironment): ClockWatch {
  const isCompared = now === Date.now
  /** The time of the database is the monotonic clock plus a number between these two. */
  let offsets: { readonly min: number; readonly max: number } | undefined
  let reported: 'none' | 'differs' | 'unusable' = 'none'

  /** By how much the clock is ahead, at least: a slow answer of the database is no difference. Negative when it is behind. */
  const difference = (): number => {
    if (offsets === undefined) return 0
    const local = now() - monotonic()
    return local > offsets.max ? local - offsets.max : Math.min(0, local - offsets.min)
  }
  const report = (differenceMs: number): void => {
    const size = Math.abs(differenceMs)
    // A difference that stays near the limit is reported once.
    const limit = reported === 'none' ? REPORTED_DIFFERENCE_MS : REPORTED_DIFFERENCE_MS / 2
    const state = size > MAX_DIFFERENCE_MS ? 'unusable' : size > limit ? 'differs' : 'none'
    if (state === reported) return
    reported = state
    onEvent(state === 'none' ? { type: 'clock_agrees' } : { type: 'clock_differs', differenceMs, isUsable: state === 'differs' })
  }
  const isUsable = (): boolean => Math.abs(difference()) <= MAX_DIFFERENCE_MS
  return {
    compare: (databaseMs, begun, ended) => {
      if (!isCompared) return
      offsets = { min: databaseMs - ended, max: databaseMs - begun }
      report(Math.round(difference()))
    },
    isUsable,
    assertUsable: () => {
      if (isUsable()) return
      const differenceMs = Math.round(difference())
      report(differenceMs)
      throw wrongClock(differenceMs)
    },
  }
}

/** The log has one line for the difference, and not one for each request. */
function wrongClock(differenceMs: number): LicetError<'unavailable'> {
  const seconds = Math.round(Math.abs(differenceMs) / 1000)
  return new LicetError(
    'unavailable',
    `The clock of this machine is ${seconds} s ${differenceMs > 0 ? 'ahead of' : 'behind'} the clock of the database, so nothing was signed or stored. Synchronize both clocks, for example with NTP, and try again.`,
    { retryAfterMs: RETRY_AFTER_MS, cause: new NoFailure() },
  )
}
