/** What listens to a signal: one listener for all that wait for it. */
interface Listening extends EventListenerObject {
  readonly acts: Set<() => void>
}

const listening = new WeakMap<AbortSignal, Listening>()

/**
 * Calls `act` when the signal fires; now, when it has. Returns what takes that back, to be called once nothing waits any more.
 *
 * A signal may live as long as a process: Node warns of its eleventh listener, and keeps a trace of every `AbortSignal.any` for as long.
 */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  const known = listening.get(signal)
  const acts = known?.acts ?? new Set()
  const fire = () => {
    for (const each of acts) each()
  }
  const shared = known ?? { acts, handleEvent: fire }
  listening.set(signal, shared)
  acts.add(act)
  // The same listener is there once, however often it is added.
  signal.addEventListener('abort', shared)
  if (signal.aborted) act()
  return () => {
    acts.delete(act)
    if (acts.size === 0) signal.removeEventListener('abort', shared)
  }
}
