import { isLicetError } from '../core/errors.ts'
import { abortedError } from './failure.ts'
import { ownSignal } from './signals.ts'

/** Waits for a task until it ends or the signal, where there is one, fires; the task itself goes on. */
export function orAborted<T>(task: Promise<T>, shared: AbortSignal | undefined): Promise<T> {
  if (shared === undefined) return task
  const signal = ownSignal(shared)
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(endOf(signal))
    const end = () => signal.removeEventListener('abort', abort)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    task.then(resolve, reject).then(end)
  })
}

// `close()` aborts with an error of its own; a caller's reason may be anything.
function endOf({ reason }: AbortSignal): unknown {
  return isLicetError(reason) ? reason : abortedError(reason)
}

/** Whoever waits for the client: calls for an outcome, `whenIdle()` for the end of what runs. */
export class Waiting {
  readonly #tasks = new Set<Promise<unknown>>()
  readonly #checks = new Set<() => void>()

  /** Counts a task as running until it ends. */
  track<T>(task: Promise<T>): Promise<T> {
    this.#tasks.add(task)
    const done = () => this.#tasks.delete(task)
    task.then(done, done)
    return task
  }

  /** Resolves when nothing runs any more, however it ended. */
  async whenIdle(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.allSettled(this.#tasks)
  }

  /** Resolves with the first value that the look gives; looks now and at every {@link check}. Rejects when the signal fires. */
  until<T>(look: () => T | undefined, signal: AbortSignal): Promise<T> {
    let check = () => {}
    const found = new Promise<T>((resolve) => {
      check = () => {
        const value = look()
        if (value !== undefined) resolve(value)
      }
    })
    this.#checks.add(check)
    check()
    return orAborted(found, signal).finally(() => this.#checks.delete(check))
  }

  /** Lets whoever waits look again. */
  check(): void {
    for (const check of [...this.#checks]) check()
  }
}
