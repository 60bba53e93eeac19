import { createBoundedMap } from '../bounded-map.ts'
import { DEFAULT_MAX_SOCKETS } from '../defaults.ts'
import type { Caller } from './read-caller.ts'

/** How long a refusal is held, and how long a caller counts as refused before: the time that a refusal asks it to wait. */
const HOLD_MS = 1000
/** Callers whose last refusal is known. */
const MAX_CALLERS = 10_000
/** Refusals that are held at the same time: of all connections. Each keeps its request in memory, without the body. */
const MAX_HELD = DEFAULT_MAX_SOCKETS

/** Slows down callers that send again before the time in `Retry-After`. */
export interface Refusals {
  /**
   * Resolves when a caller may get its refusal: immediately, or after a second if the device or its network was refused within the last
   * second.
   */
  hold(caller: Caller): Promise<void>
  /** Resolves all that are held. */
  close(): void
}

/**
 * Creates the record of refused callers. A refusal costs a part of a millisecond of the one thread, and one for a quota or a wrong secret a
 * statement of the database too. So a caller with many connections that ignores `Retry-After` would take the processor time of the others.
 * With the hold, each of its connections gets one refusal in a second, even when it sends as another device each time.
 */
export function createRefusals(monotonic: () => number): Refusals {
  const lastMs = createBoundedMap<number>(MAX_CALLERS)
  const held = new Set<() => void>()
  let isClosed = false
  const wait = () =>
    new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        held.delete(end)
        resolve()
      }
      const timer = setTimeout(end, HOLD_MS)
      held.add(end)
    })
  return {
    async hold({ isDevice, sender, networks }) {
      const now = monotonic()
      let isAgain = false
      for (const name of isDevice ? [sender, networks[0]] : [networks[0]]) {
        const last = lastMs.get(name)
        lastMs.set(name, now)
        isAgain ||= last !== undefined && now - last < HOLD_MS
      }
      if (isAgain && !isClosed && held.size < MAX_HELD) await wait()
    },
    close: () => {
      isClosed = true
      for (const end of held) end()
    },
  }
}
