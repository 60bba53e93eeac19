import { MINUTE_MS } from '../../core/time-units.ts'
import { toPlainAddress } from '../http/plain-address.ts'

/** The window in which failures are counted together. */
export const FAILURE_WINDOW_MS = MINUTE_MS
/** Wrong secrets of one client in a window that get 401. Further ones get 429. */
export const MAX_CLIENT_FAILURES = 100
/** Wrong secrets from one network in a window that get 401, for all clients together. Many people can share a network. */
export const MAX_NETWORK_FAILURES = 1000
/** Maximum number of clients, and of networks, that are counted at the same time. Beyond that, the oldest count is dropped. */
export const MAX_COUNTED = 10_000

/** Counts failed authentications. */
export interface FailureLimit {
  /** Counts a failure. Returns the milliseconds to wait when the limit is exceeded, otherwise 0. */
  count(clientId: string, peerAddress: string | undefined): number
  /** Counts a failure without a client, for the network only. Returns the same as {@link count}. */
  countNetwork(peerAddress: string | undefined): number
  /** Number of counts in memory. */
  readonly size: number
}

/** Creates a counter of failures. Its memory is bounded. */
export function createFailureLimit({ monotonic }: { readonly monotonic: () => number }): FailureLimit {
  const clients = createCounter(MAX_CLIENT_FAILURES, monotonic)
  const networks = createCounter(MAX_NETWORK_FAILURES, monotonic)
  const countNetwork = (peerAddress: string | undefined): number =>
    peerAddress === undefined ? 0 : networks.add(toNetwork(peerAddress))
  return {
    count: (clientId, peerAddress) => Math.max(clients.add(clientId), countNetwork(peerAddress)),
    countNetwork,
    get size() {
      return clients.counts.size + networks.counts.size
    },
  }
}

function createCounter(limit: number, monotonic: () => number) {
  const counts = new Map<string, { readonly begun: number; failures: number }>()
  const add = (name: string): number => {
    const now = monotonic()
    const known = counts.get(name)
    const count = known !== undefined && now - known.begun < FAILURE_WINDOW_MS ? known : { begun: now, failures: 0 }
    if (count !== known) {
      // Deleted first, so that the map is ordered by the start of each window.
      counts.delete(name)
      counts.set(name, count)
      const oldest = counts.keys().next()
      if (counts.size > MAX_COUNTED && !oldest.done) counts.delete(oldest.value)
    }
    count.failures++
    return count.failures > limit ? count.begun + FAILURE_WINDOW_MS - now : 0
  }
  return { add, counts }
}

/** Returns the network of a remote address: the whole IPv4 address, or the first bits of IPv6. A customer gets 48 or 64 of them. */
export function toNetwork(address: string, bits: 48 | 64 = 64): string {
  const plain = toPlainAddress(address)
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return `${groups.slice(0, bits / 16).join(':')}::/${bits}`
}

/**
 * Returns the networks of a remote address, from the whole to the part: of IPv6 the first 48 bits and the first 64. Both are empty without an
 * address.
 */
export function toNetworks(address: string | undefined): readonly [whole: string, part: string] {
  return address === undefined ? ['', ''] : [toNetwork(address, 48), toNetwork(address, 64)]
}

/** Returns the limit of each network of a remote address. Of IPv4, both networks are the address, and only the limit of the part applies. */
export function toNetworkLimits(
  address: string,
  limits: { readonly whole: number; readonly part: number },
): ReadonlyMap<string, number> {
  const [whole, part] = toNetworks(address)
  return new Map([
    [whole, limits.whole],
    [part, limits.part],
  ])
}
