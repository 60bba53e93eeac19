import { isLicetError } from '../core/errors.ts'
import { abortedError } from './local-errors.ts'

/** @throws {LicetError} `aborted` when the signal has aborted already */
export function assertNotAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError(signal.reason)
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
    task.then(resolve, reject).then(() => {
      for (const remove of removals) remove?.()
    })
  })
}

const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>()

function callBack(this: AbortSignal): void {
  for (const callback of callbacksOf.get(this) ?? []) callback()
}

// Calls back when the signal aborts, or now if it is already aborted. Returns a function that removes the callback.
function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const callbacks = callbacksOf.get(signal) ?? new Set()
  callbacksOf.set(signal, callbacks.add(callback))
  // Adding the same listener again has no effect.
  signal.addEventListener('abort', callBack)
  if (signal.aborted) callback()
  return () => {
    callbacks.delete(callback)
    if (callbacks.size === 0) signal.removeEventListener('abort', callBack)
  }
}

// The client's own reasons are LicetErrors. A caller's reason may be any value.
function toAbortError({ reason }: AbortSignal): unknown {
  return isLicetError(reason) ? reason : abortedError(reason)
}
