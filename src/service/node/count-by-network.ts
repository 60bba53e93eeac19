import { toNetwork } from '../auth/failure-limit.ts'
import { isLoopback } from '../http/is-loopback.ts'

/** Counts what callers have open at the same time, by network: an IPv4 address or the first 64 bits of an IPv6 address. */
export interface NetworkCount {
  /** Counts one more. Returns `false` when the network has reached the limit; then nothing is counted. */
  enter(address: string): boolean
  leave(address: string): void
}

/** Creates a count. This machine has no limit: its own proxy connects for many callers. */
export function createNetworkCount(limit: number): NetworkCount {
  const counts = new Map<string, number>()
  return {
    enter: (address) => {
      if (isLoopback(address)) return true
      const network = toNetwork(address)
      const count = counts.get(network) ?? 0
      if (count >= limit) return false
      counts.set(network, count + 1)
      return true
    },
    leave: (address) => {
      const network = toNetwork(address)
      const count = counts.get(network) ?? 0
      if (count > 1) counts.set(network, count - 1)
      else counts.delete(network)
    },
  }
}
