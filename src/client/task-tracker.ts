import type { Schedule } from './environment.ts'
import { orAborted } from './signals.ts'

/** Waits for a task, but no longer than that: `undefined` when it took longer. The task itself goes on. */
export function inTime<T>(task: Promise<T>, schedule: Schedule, limitMs: number): Promise<T | undefined> {
  let cancel = () => {}
  const late = new Promise<undefined>((resolve) => (cancel = schedule(() => resolve(undefined), limitMs)))
  return Promise.race([task, late]).finally(cancel)
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

  /** Resolves with the first value that the look gives; looks now and at every {@link check}. Rejects when a signal fires. */
  until<T>(look: () => T | undefined, ...signals: readonly (AbortSignal | undefined)[]): Promise<T> {
    let check = () => {}
    const found = new Promise<T>((resolve) => {
      check = () => {
        const value = look()
        if (value !== undefined) resolve(value)
      }
    })
    this.#checks.add(check)
    check()
    return orAborted(found, ...signals).finally(() => this.#checks.delete(check))
  }

  /** Lets whoever waits look again. */
  check(): void {
    for (const check of [...this.#checks]) check()
  }
}
