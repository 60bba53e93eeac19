import { report } from './report.ts'
import type { ConsentProviderEvent } from './types.ts'

/** Tells of an event: at once, or in its turn when it takes a moment to be whole. */
export type EventQueue = (event: ConsentProviderEvent | Promise<ConsentProviderEvent>) => void

/** Makes a queue that tells a listener of events in the order in which they came about. */
export function createEventQueue(tell: (event: ConsentProviderEvent) => void): EventQueue {
  let telling = Promise.resolve()
  return (event) => {
    telling = telling.then(async () => {
      const whole = await event
      try {
        tell(whole)
      } catch (error) {
        // A fault in the host's listener must not change what was decided.
        report(error)
      }
    })
  }
}
