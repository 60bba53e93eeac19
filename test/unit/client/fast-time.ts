import type { Schedule } from '../../../src/client/environment.ts'

/** Real milliseconds that each timer takes, so that other tasks can run meanwhile. */
const REAL_WAIT_MS = 4

/** A clock that jumps to the next timer. The service and all clients share it. */
export class FastTime {
  #now: number

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#now = startMs
  }

  now = (): number => this.#now

  advance(ms: number): void {
    this.#now += ms
  }

  schedule: Schedule = (callback, delayMs) => {
    const due = this.#now + delayMs
    const timer = setTimeout(
      () => {
        this.#now = Math.max(this.#now, due)
        callback()
      },
      delayMs <= 0 ? 0 : REAL_WAIT_MS,
    )
    return () => clearTimeout(timer)
  }
}
