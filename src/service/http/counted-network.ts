import { toNetwork } from '../auth/failure-limit.ts'
import { isLoopback } from './is-loopback.ts'

/**
 * Returns the network that the quotas of strangers count: an IPv4 address or an IPv6 /48. `undefined` for this machine, because its own proxy
 * connects for many callers.
 */
export function toCountedNetwork(peerAddress: string | undefined): string | undefined {
  return peerAddress === undefined || isLoopback(peerAddress) ? undefined : toNetwork(peerAddress, 48)
}
