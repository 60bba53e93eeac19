import { isLicetError } from '../core/errors.ts'
import { abortedError } from './local-errors.ts'

/** What listens to a signal: one listener for all that wait for it. */
class Listener {
  readonly acts = new Set<() => void>()

  handleEvent(): void {
    for (const act of this.acts) act()
  }
}

const listeners = new WeakMap<AbortSignal, Listener>()

/**
 * Waits for a task until it ends or one of the signals, where there are any, fires; the task itself goes on.
 *
 * A signal may live as long as a process: Node warns of its eleventh listener, and keeps a trace of every `AbortSignal.any` for as long.
 */
export function orAborted<T>(task: Promise<T>, ...signals: readonly (AbortSignal | undefined)[]): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const ends = signals.map((signal) => signal && onAbort(signal, () => reject(endOf(signal))))
    const end = () => {
      for (const takeBack of ends) takeBack?.()
    }
    task.then(resolve, reject).then(end)
  })
}

// Calls `act` when the signal fires; now, when it has. Returns what takes that back.
function onAbort(signal: AbortSignal, act: () => void): () => void {
  const listener = listeners.get(signal) ?? new Listener()
  listeners.set(signal, listener)
  listener.acts.add(act)
  // The same listener is there once, however often it is added.
  signal.addEventListener('abort', listener)
  if (signal.aborted) act()
  return () => {
    listener.acts.delete(act)
    if (listener.acts.size === 0) signal.removeEventListener('abort', listener)
  }
}

// Our own ends have errors of their own; a caller's reason may be anything.
function endOf({ reason }: AbortSignal): unknown {
  return isLicetError(reason) ? reason : abortedError(reason)
}
