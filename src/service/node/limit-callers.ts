import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { toPlainAddress } from '../http/plain-address.ts'
import type { OverloadLimit } from '../service-context.ts'
import { createNetworkCount } from './count-by-network.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

/** Default of `maxSockets`. */
export const MAX_SOCKETS = 4096
/** Default of `maxSocketsPerAddress`. Many people can share one address. */
export const MAX_SOCKETS_PER_ADDRESS = 256

/** Options of {@link limitCallers}. */
export interface CallerLimits {
  readonly maxSockets: number
  readonly maxSocketsPerAddress: number
  readonly proxies: TrustedProxies
  /** Called for each refused connection or request. */
  readonly onRefused: (limit: OverloadLimit) => void
}

/**
 * Bounds the connections of a server: all of them, and those of one address. Closes a connection above the limit at once.
 *
 * The connections of a trusted proxy carry many callers, so there the requests of one caller are bounded instead.
 *
 * @returns whether a request may be handled. Counts it until its response is closed.
 */
export function limitCallers(
  server: Server,
  { maxSockets, maxSocketsPerAddress, proxies, onRefused }: CallerLimits,
): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  server.maxConnections = maxSockets
  server.on('drop', () => onRefused('maxSockets'))

  const sockets = createNetworkCount(maxSocketsPerAddress)
  server.on('connection', (socket) => {
    const address = toPlainAddress(socket.remoteAddress ?? '')
    // A connection without an address has been closed already.
    if (address === '' || proxies.includes(address)) return
    if (sockets.enter(address)) {
      socket.once('close', () => sockets.leave(address))
      return
    }
    onRefused('maxSocketsPerAddress')
    socket.destroy()
  })

  const requests = createNetworkCount(maxSocketsPerAddress)
  return (incoming, outgoing) => {
    if (!proxies.includes(toPlainAddress(incoming.socket.remoteAddress ?? ''))) return true
    const caller = proxies.findCaller(incoming)
    if (caller === undefined) return true
    if (!requests.enter(caller)) {
      onRefused('maxSocketsPerAddress')
      return false
    }
    outgoing.once('close', () => requests.leave(caller))
    return true
  }
}
