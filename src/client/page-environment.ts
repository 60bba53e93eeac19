import type { Connectivity, Environment, OpenChannel, Schedule } from './environment.ts'
import type { ClientStorage } from './record/client-storage.ts'

/** Longest delay that `setTimeout` supports, in milliseconds. */
export const MAX_TIMEOUT_MS = 2 ** 31 - 1

/** The part of an {@link Environment} that reads the record, with its defaults. */
export interface PageEnvironment {
  readonly storage: ClientStorage | undefined
  readonly now: () => number
  readonly schedule: Schedule
  readonly channel: OpenChannel | undefined
  readonly connectivity: Connectivity
  readonly subtle: SubtleCrypto | undefined
}

/** Fills in the defaults of the platform. A part that the platform lacks stays `undefined`. Nothing is read at import, so that servers can import this. */
export function resolvePage(given: Environment): PageEnvironment {
  const scope: Partial<typeof globalThis> = globalThis
  const { connectivity = platformConnectivity() } = given
  return {
    storage: given.storage,
    now: given.now ?? Date.now,
    schedule: given.schedule ?? scheduleTimeout,
    channel: given.channel === undefined ? platformChannel(scope.BroadcastChannel) : (given.channel ?? undefined),
    // A connectivity that fails: there seems to be a network, and no event.
    connectivity: {
      isOnline: () => attempt(() => connectivity.isOnline()) !== false,
      subscribe: (listener) => attempt(() => connectivity.subscribe(listener)) ?? (() => {}),
    },
    subtle: (given.crypto === undefined ? scope.crypto : given.crypto)?.subtle,
  }
}

/** Returns what a call of the host app returns. Its error is reported, and does not end the page. */
function attempt<T>(call: () => T): T | undefined {
  try {
    return call()
  } catch (error) {
    globalThis.reportError?.(error)
    return undefined
  }
}

/** Calls back after a delay in milliseconds. Returns a function that cancels it. */
export function scheduleTimeout(callback: () => void, delayMs: number): () => void {
  const timer = setTimeout(callback, Math.min(Math.max(delayMs, 0), MAX_TIMEOUT_MS))
  return () => clearTimeout(timer)
}

function platformChannel(Constructor: typeof BroadcastChannel | undefined): OpenChannel | undefined {
  if (Constructor === undefined) return undefined
  return (name, onMessage) => {
    const channel = new Constructor(name)
    // In Node an open channel keeps the process alive.
    if ('unref' in channel && typeof channel.unref === 'function') channel.unref()
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data === 'changed' || data === 'cleared') onMessage(data)
    }
    return { post: (message) => channel.postMessage(message), close: () => channel.close() }
  }
}

const NETWORK_EVENTS = ['online', 'offline', 'focus'] as const

function platformConnectivity(): Connectivity {
  const scope: Partial<typeof globalThis> = globalThis
  return {
    isOnline: () => scope.navigator?.onLine !== false,
    subscribe(listener) {
      // No AbortSignal: in Jest, the signal and the window often come from different realms, and jsdom refuses such a signal.
      const listenWhenVisible = () => {
        if (scope.document?.visibilityState === 'visible') listener()
      }
      for (const type of NETWORK_EVENTS) scope.addEventListener?.(type, listener)
      scope.document?.addEventListener('visibilitychange', listenWhenVisible)
      return () => {
        for (const type of NETWORK_EVENTS) scope.removeEventListener?.(type, listener)
        scope.document?.removeEventListener('visibilitychange', listenWhenVisible)
      }
    },
  }
}
