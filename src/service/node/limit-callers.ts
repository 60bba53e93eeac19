import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { toPlainAddress } from '../http/plain-address.ts'
import type { OverloadLimit } from '../service-event.ts'
import { createNetworkCount } from './count-by-network.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

export interface CallerLimits {
  readonly maxSockets: number
  readonly maxSocketsPerAddress: number
  readonly proxies: TrustedProxies
  /** Whether workers share the port. Default: `false`. */
  readonly sharesPort?: boolean | undefined
  /** Called for each refused connection or request. */
  readonly onRefused: (limit: OverloadLimit) => void
}

/**
 * Bounds the connections of a server, in total and from one address. Closes a connection above the limit immediately.
 *
 * A connection of a trusted proxy has requests of many callers, so there the requests of each caller are bounded instead.
 *
 * @returns whether a request may be handled. Counts it until its response is closed.
 */
export function limitCallers(
  server: Server,
  { maxSockets, maxSocketsPerAddress, proxies, sharesPort = false, onRefused }: CallerLimits,
): (incoming: IncomingMessage, outgoing: ServerResponse, caller: string | undefined) => boolean {
  if (sharesPort) refuseAbove(server, maxSockets, () => onRefused('maxSockets'))
  else server.maxConnections = maxSockets
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
  return (incoming, outgoing, caller) => {
    if (caller === undefined || !proxies.includes(toPlainAddress(incoming.socket.remoteAddress ?? ''))) return true
    if (!requests.enter(caller)) {
      onRefused('maxSocketsPerAddress')
      return false
    }
    outgoing.once('close', () => requests.leave(caller))
    return true
  }
}

/**
 * Closes connections above a limit. With `maxConnections`, a worker would give them back, and the primary process would offer them again
 * and again while every worker is full.
 */
function refuseAbove(server: Server, limit: number, onRefused: () => void): void {
  let count = 0
  server.on('connection', (socket) => {
    if (count >= limit) {
      onRefused()
      socket.destroy()
      return
    }
    count++
    socket.once('close', () => {
      count--
    })
  })
}
