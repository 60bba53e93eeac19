import { toNetworkLimits } from '../auth/failure-limit.ts'
import { isLoopback } from '../http/is-loopback.ts'

/** How many times the limit of one network all networks of an IPv6 /48 may have open together. A customer gets up to 65,536 /64. */
const NETWORKS_OF_WHOLE = 4

/**
 * Counts what callers have open at the same time, by network: an IPv4 address, or the first 64 bits of an IPv6 address. The networks with
 * the same first 48 bits have a limit together.
 */
export interface NetworkCount {
  /** Counts one more. Returns `false` when the network has reached its limit; then nothing is counted. */
  enter(address: string): boolean
  leave(address: string): void
}

/** Creates a count. This machine has no limit: its own proxy connects for many callers. */
export function createNetworkCount(limit: number): NetworkCount {
  const counts = new Map<string, number>()
  const add = (network: string, change: 1 | -1): void => {
    const count = (counts.get(network) ?? 0) + change
    if (count > 0) counts.set(network, count)
    else counts.delete(network)
  }
  const limitsOf = (address: string) => toNetworkLimits(address, { whole: NETWORKS_OF_WHOLE * limit, part: limit })
  return {
    enter: (address) => {
      if (isLoopback(address)) return true
      const limits = limitsOf(address)
      if ([...limits].some(([network, most]) => (counts.get(network) ?? 0) >= most)) return false
      for (const network of limits.keys()) add(network, 1)
      return true
    },
    leave: (address) => {
      if (isLoopback(address)) return
      for (const network of limitsOf(address).keys()) add(network, -1)
    },
  }
}
