import { type PageEnvironment, resolvePage } from './page-environment.ts'
import type { ClientStorage } from './record/client-storage.ts'

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
export interface ResolvedEnvironment extends PageEnvironment {
  readonly fetch: typeof fetch
  readonly monotonic: () => number
  readonly random: () => number
  readonly locks: Locks | undefined
  readonly persist: () => Promise<boolean>
}

/** Fills in the defaults of the platform. A part that the platform lacks stays `undefined`. */
export function resolveEnvironment(given: Environment): ResolvedEnvironment {
  const scope: Partial<typeof globalThis> = globalThis
  return {
    ...resolvePage(given),
    now: toClock(given.now),
    // Looked up at each call: a page may replace the global `fetch` later. Called as a member of globalThis, which browsers require.
    fetch: given.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    monotonic: given.monotonic ?? (() => performance.now()),
    random: given.random ?? Math.random,
    locks: given.locks === undefined ? scope.navigator?.locks : (given.locks ?? undefined),
    persist: given.persist ?? (async () => (await scope.navigator?.storage?.persist?.()) ?? false),
  }
}

/** Returns a clock. When the given one returns no number, for example with an offset that is not known yet, the device's clock counts. */
function toClock(now = Date.now): () => number {
  return () => {
    const given = now()
    return Number.isFinite(given) ? given : Date.now()
  }
}
