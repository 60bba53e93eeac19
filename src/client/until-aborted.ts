import { isLicetError } from '../core/errors.ts'
import { abortedError } from './local-errors.ts'

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
