import { untilAborted } from '../until-aborted.ts'

/** Tracks the running tasks of a client, and the calls that wait for a change of its state. */
export class TaskTracker {
  readonly #tasks = new Set<Promise<unknown>>()
  readonly #checks = new Set<() => void>()

  /** Counts a task as running until it ends. */
  track<T>(task: Promise<T>): Promise<T> {
    this.#tasks.add(task)
    const done = () => this.#tasks.delete(task)
    task.then(done, done)
    return task
  }

  /** Resolves when no task is running, whether the tasks succeeded or failed. */
  async whenIdle(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.allSettled(this.#tasks)
  }

  /** Resolves with the first value that `read` returns. Reads now and after every {@link notify}. Rejects when a signal aborts. */
  waitFor<T>(read: () => T | undefined, ...signals: readonly (AbortSignal | undefined)[]): Promise<T> {
    let check = () => {}
    const found = new Promise<T>((resolve) => {
      check = () => {
        const value = read()
        if (value !== undefined) resolve(value)
      }
    })
    this.#checks.add(check)
    check()
    return untilAborted(found, ...signals).finally(() => this.#checks.delete(check))
  }

  /** Makes every {@link waitFor} read again. */
  notify(): void {
    for (const check of [...this.#checks]) check()
  }
}
