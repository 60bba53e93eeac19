import { isLicetError } from '../core/errors.ts'
import type { Schedule } from './environment.ts'
import { abortedError } from './local-errors.ts'

/** Delay in milliseconds where the platform cannot report that it is idle. */
const IDLE_FALLBACK_MS = 200

/** Longest delay in milliseconds on a page that is never idle, or hidden. */
const IDLE_TIMEOUT_MS = 3000

/** Runs a task when the page is idle. Returns a function that cancels it. */
export function whenPageIsIdle(schedule: Schedule, task: () => void): () => void {
  const scope: Partial<typeof globalThis> = globalThis
  const { requestIdleCallback, cancelIdleCallback } = scope
  if (requestIdleCallback === undefined || cancelIdleCallback === undefined) return schedule(task, IDLE_FALLBACK_MS)
  const handle = requestIdleCallback(() => task(), { timeout: IDLE_TIMEOUT_MS })
  return () => cancelIdleCallback(handle)
}

/** Resolves with the result of a task, or with `undefined` after the time limit. The task itself continues. */
export function withTimeLimit<T>(task: Promise<T>, schedule: Schedule, limitMs: number): Promise<T | undefined> {
  let cancel = () => {}
  const late = new Promise<undefined>((resolve) => (cancel = schedule(() => resolve(undefined), limitMs)))
  return Promise.race([task, late]).finally(cancel)
}

/**
 * Waits for a task until it ends or one of the signals aborts. The task itself continues.
 *
 * A signal may live as long as the process. Node warns about its eleventh listener, and `AbortSignal.any` leaks memory on such a
 * signal, so all callers share one listener for each signal.
 */
export function untilAborted<T>(task: Promise<T>, ...signals: readonly (AbortSignal | undefined)[]): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const removals = signals.map((signal) => signal && onAbort(signal, () => reject(toAbortError(signal))))
    const removeAll = () => {
      for (const remove of removals) remove?.()
    }
    task.then(resolve, reject).then(removeAll)
  })
}

class SharedListener {
  readonly callbacks = new Set<() => void>()

  handleEvent(): void {
    for (const callback of this.callbacks) callback()
  }
}

const listeners = new WeakMap<AbortSignal, SharedListener>()

// Calls back when the signal aborts, or now if it is already aborted. Returns a function that removes the callback.
function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const listener = listeners.get(signal) ?? new SharedListener()
  listeners.set(signal, listener)
  listener.callbacks.add(callback)
  // Adding the same listener again has no effect.
  signal.addEventListener('abort', listener)
  if (signal.aborted) callback()
  return () => {
    listener.callbacks.delete(callback)
    if (listener.callbacks.size === 0) signal.removeEventListener('abort', listener)
  }
}

// The client's own reasons are LicetErrors. A caller's reason may be any value.
function toAbortError({ reason }: AbortSignal): unknown {
  return isLicetError(reason) ? reason : abortedError(reason)
}

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
