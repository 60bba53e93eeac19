import { report } from '../report.ts'

/** Runs a call of the host app in the same task, after the calls before it. Resolves when it has returned. */
export type CallQueue = (call: () => void) => Promise<void>

/** Creates a queue that runs calls one after the other, in the order in which they were added. */
export function createCallQueue(): CallQueue {
  let last = Promise.resolve()
  return (call) => {
    last = last.then(() => {
      try {
        call()
      } catch (error) {
        // An error in a handler of the host app must not change a decision.
        report(error)
      }
    })
    return last
  }
}
