import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { LicetError } from '../../core/errors.ts'
import { toPlainAddress } from '../http/plain-address.ts'

const FULL_PREFIX = { ipv4: 32, ipv6: 128 } as const

/** The proxies that may name the address of a caller, in `X-Forwarded-For`. */
export interface TrustedProxies {
  /** Returns whether an IP address belongs to a trusted proxy. */
  includes(address: string): boolean
  /**
   * Returns the caller's IP address: the address of the connection or, if a trusted proxy sent the request, the last address of
   * `X-Forwarded-For` that is not a trusted proxy. When the proxy writes none, its own address counts. `undefined` for a closed connection.
   */
  findCaller(incoming: Pick<IncomingMessage, 'socket' | 'headers'>): string | undefined
}

/**
 * Parses IP addresses and networks in CIDR notation, such as `10.0.0.0/8`.
 *
 * @throws {LicetError} `invalid_configuration`
 */
export function parseTrustedProxies(proxies: readonly string[]): TrustedProxies {
  const includes = parseNetworks(proxies, { field: 'trustedProxies', flag: '--trusted-proxy' })
  return {
    includes,
    findCaller: ({ socket, headers }) => {
      const peer = toPlainAddress(socket.remoteAddress ?? '')
      if (!includes(peer)) return peer || undefined
      const forwarded = headers['x-forwarded-for']
      // From the end: everything before the first untrusted address is what the caller itself sent.
      const chain = (Array.isArray(forwarded) ? forwarded.join() : (forwarded ?? '')).split(',').reverse()
      for (const part of chain) {
        const address = toPlainAddress(part.trim())
        if (!includes(address)) return familyOf(address) === undefined ? peer : address
      }
      return peer
    },
  }
}

/**
 * Parses IP addresses and networks, and returns whether an IP address belongs to one of them.
 *
 * @throws {LicetError} `invalid_configuration`, with the option that has the wrong value
 */
export function parseNetworks(networks: readonly string[], option: NetworkOption): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix, ...rest] = network.split('/')
    const family = familyOf(address)
    const full = family === undefined ? 0 : FULL_PREFIX[family]
    const length = prefix === undefined ? full : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
    if (family === undefined || rest.length > 0 || !(length <= full)) throw notAnAddress(network, option)
    list.addSubnet(address, length, family)
  }
  return (address) => {
    const family = familyOf(address)
    return family !== undefined && list.check(address, family)
  }
}

/** The option that has networks. */
interface NetworkOption {
  readonly field: string
  readonly flag: string
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address)
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : undefined
}

function notAnAddress(network: string, { field, flag }: NetworkOption): LicetError<'invalid_configuration'> {
  return new LicetError(
    'invalid_configuration',
    `${field} contains "${network}", which is not an IP address. The service did not start. Write it like 10.1.2.3 or 10.0.0.0/8 (${field}, ${flag}).`,
    { field },
  )
}
