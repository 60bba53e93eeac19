import type { ClientStorage } from './record/client-storage.ts'

/** Longest delay that `setTimeout` supports, in milliseconds. */
export const MAX_TIMEOUT_MS = 2 ** 31 - 1

/** A message to the other tabs of the same person and provider: the stored record changed, or it was deleted. */
export type ChannelMessage = 'changed' | 'cleared'

/** A connection between the tabs of one origin. Default: a `BroadcastChannel`. */
export interface Channel {
  post(message: ChannelMessage): void
  close(): void
}

/** Opens a {@link Channel}. A channel does not receive its own messages. */
export type OpenChannel = (name: string, onMessage: (message: ChannelMessage) => void) => Channel

/** The part of the Web Locks API that the client uses. */
export interface Locks {
  request<T>(name: string, options: { readonly signal?: AbortSignal }, callback: () => Promise<T>): Promise<T>
}

/**
 * Reports whether there seems to be a network, and when to try again: online, page visible, window focused. The client shows `isOnline()`, and
 * sends nevertheless: it can be wrong, for example with a VPN.
 */
export interface Connectivity {
  isOnline(): boolean
  /** Calls the listener when `isOnline()` may have changed, or when the person returned to the page. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

/** Runs a callback after a delay in milliseconds. Returns a function that cancels it. */
export type Schedule = (callback: () => void, delayMs: number) => () => void

/**
 * The parts of the platform that the client uses. Each one can be replaced, for tests and other platforms. `null` for `locks`,
 * `channel` or `crypto` disables that part.
 */
export interface Environment {
  /** Where the client stores its data. Default: IndexedDB, or memory where it is missing. */
  readonly storage?: ClientStorage | undefined
  /** Sends requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** Returns the time in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: (() => number) | undefined
  /** Returns milliseconds of a monotonic clock, for cooldowns. Default: `performance.now`. */
  readonly monotonic?: (() => number) | undefined
  /** Returns a number in [0, 1) that spreads the delays of retries. Default: `Math.random`. */
  readonly random?: (() => number) | undefined
  /** Runs callbacks later. Default: `setTimeout`. */
  readonly schedule?: Schedule | undefined
  /** Lets only one tab deliver at a time. Default: `navigator.locks`, or a lease in the storage where they are missing. */
  readonly locks?: Locks | null | undefined
  /** Notifies other tabs. Default: a `BroadcastChannel`. Without one, a tab reads the storage again when it acts or becomes visible. */
  readonly channel?: OpenChannel | null | undefined
  /** Reports the state of the network. Default: `navigator.onLine` and events of the page, or always online where they are missing. */
  readonly connectivity?: Connectivity | undefined
  /** Signs. Default: the global `crypto`, which has no `subtle` on an insecure origin. */
  readonly crypto?: { readonly subtle?: SubtleCrypto | undefined } | null | undefined
  /** Asks the browser not to evict stored data. Default: `navigator.storage.persist`. */
  readonly persist?: (() => Promise<boolean>) | undefined
}

/** An {@link Environment} with its defaults. */
export interface ResolvedEnvironment {
  readonly storage: ClientStorage | undefined
  readonly fetch: typeof fetch
  readonly now: () => number
  readonly monotonic: () => number
  readonly random: () => number
  readonly schedule: Schedule
  readonly locks: Locks | undefined
  readonly channel: OpenChannel | undefined
  readonly connectivity: Connectivity
  readonly subtle: SubtleCrypto | undefined
  readonly persist: () => Promise<boolean>
}

/** Fills in the defaults of the platform. A part that the platform lacks stays `undefined`. Nothing is read at import, so that servers can import this. */
export function resolveEnvironment(given: Environment): ResolvedEnvironment {
  const scope: Partial<typeof globalThis> = globalThis
  return {
    storage: given.storage,
    // Looked up at each call: a page may replace the global `fetch` later. Called as a member of globalThis, which browsers require.
    fetch: given.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    now: given.now ?? Date.now,
    monotonic: given.monotonic ?? (() => performance.now()),
    random: given.random ?? Math.random,
    schedule: given.schedule ?? scheduleTimeout,
    locks: given.locks === undefined ? scope.navigator?.locks : (given.locks ?? undefined),
    channel: given.channel === undefined ? platformChannel(scope.BroadcastChannel) : (given.channel ?? undefined),
    connectivity: given.connectivity ?? platformConnectivity(),
    subtle: (given.crypto === undefined ? scope.crypto : given.crypto)?.subtle,
    persist: given.persist ?? (async () => (await scope.navigator?.storage?.persist?.()) ?? false),
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
