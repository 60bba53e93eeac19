import type { ClientStorage } from './storage/stored-device.ts'

/** Longest delay that `setTimeout` keeps to, in milliseconds. */
export const MAX_TIMEOUT_MS = 2 ** 31 - 1

/** What one tab tells the others of the same person and provider: something was stored, or everything was forgotten. */
export type ChannelMessage = 'changed' | 'cleared'

/** A line between the tabs of one origin, by default a `BroadcastChannel`. */
export interface Channel {
  post(message: ChannelMessage): void
  close(): void
}

/** Opens a {@link Channel}; messages of this end do not come back to it. */
export type OpenChannel = (name: string, onMessage: (message: ChannelMessage) => void) => Channel

/** The part of the Web Locks API that the client needs. */
export interface Locks {
  request<T>(name: string, options: { readonly signal?: AbortSignal }, callback: () => Promise<T>): Promise<T>
}

/** Whether there may be a network, and the moments at which to look again: back online, page visible, window focused. */
export interface Connectivity {
  isOnline(): boolean
  /** Calls the listener whenever `isOnline()` may have changed, or a person came back to the page. */
  subscribe(listener: () => void): () => void
}

/** Runs a callback after a delay in milliseconds and returns what cancels it. */
export type Schedule = (callback: () => void, delayMs: number) => () => void

/**
 * Everything of the outer world that the client touches, each an option with a default. `null`, for `locks`, `channel` and `crypto`,
 * means: as if the platform had none.
 */
export interface Environment {
  /** Default: IndexedDB, or memory where there is none. */
  readonly storage?: ClientStorage | undefined
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: (() => number) | undefined
  /** Milliseconds that never go back or jump, for cool-downs. Default: `performance.now`. */
  readonly monotonic?: (() => number) | undefined
  /** A number in [0, 1) that spreads retries. Default: `Math.random`. */
  readonly random?: (() => number) | undefined
  /** Default: `setTimeout`. */
  readonly schedule?: Schedule | undefined
  /** Default: `navigator.locks`; where missing, a lease in the storage. */
  readonly locks?: Locks | null | undefined
  /** Default: a `BroadcastChannel`; where missing, tabs hear of each other when they act or come to the front. */
  readonly channel?: OpenChannel | null | undefined
  /** Default: `navigator.onLine` and the events of the page; where missing, always online. */
  readonly connectivity?: Connectivity | undefined
  /** Default: the global `crypto`; it has no `subtle` on an insecure origin. */
  readonly crypto?: { readonly subtle?: SubtleCrypto | undefined } | null | undefined
  /** Asks the browser not to evict what is stored. Default: `navigator.storage.persist`. */
  readonly persist?: (() => Promise<boolean>) | undefined
}

/** An {@link Environment} with every default filled in. */
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

/** Fills in the platform's own parts. Reads nothing at import; a part that is missing is left out, never a failure. */
export function resolveEnvironment(given: Environment): ResolvedEnvironment {
  const scope: Partial<typeof globalThis> = globalThis
  return {
    storage: given.storage,
    // Bound late, so that a page's own wrapper set after construction is honoured, and called without a foreign `this`.
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

function scheduleTimeout(callback: () => void, delayMs: number): () => void {
  const timer = setTimeout(callback, Math.min(Math.max(delayMs, 0), MAX_TIMEOUT_MS))
  return () => clearTimeout(timer)
}

function platformChannel(Constructor: typeof BroadcastChannel | undefined): OpenChannel | undefined {
  if (Constructor === undefined) return undefined
  return (name, onMessage) => {
    const channel = new Constructor(name)
    // In Node an open channel would keep the process alive.
    if ('unref' in channel && typeof channel.unref === 'function') channel.unref()
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data === 'changed' || data === 'cleared') onMessage(data)
    }
    return { post: (message) => channel.postMessage(message), close: () => channel.close() }
  }
}

function platformConnectivity(): Connectivity {
  const scope: Partial<typeof globalThis> = globalThis
  return {
    isOnline: () => scope.navigator?.onLine !== false,
    subscribe(listener) {
      const controller = new AbortController()
      const options = { signal: controller.signal }
      for (const type of ['online', 'offline', 'focus']) scope.addEventListener?.(type, listener, options)
      const { document } = scope
      document?.addEventListener(
        'visibilitychange',
        () => {
          if (document.visibilityState === 'visible') listener()
        },
        options,
      )
      return () => controller.abort()
    },
  }
}
