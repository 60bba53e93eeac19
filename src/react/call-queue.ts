import { report } from './report.ts'

/** Runs a call of the host app after the calls before it, and resolves then. After a promise, the later calls wait until it resolves. */
export type CallQueue = (call: (() => void) | Promise<() => void>) => Promise<void>

/** Creates a queue that runs calls one after the other, in the order in which they were added. */
export function createCallQueue(): CallQueue {
  let last = Promise.resolve()
  return (call) => {
    last = last.then(async () => {
      const run = await call
      try {
        run()
      } catch (error) {
        // An error in a handler of the host app must not change a decision.
        report(error)
      }
    })
    return last
  }
}
