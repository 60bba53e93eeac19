import { lookup as resolve } from 'node:dns'
import { type ClientRequest, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { WebhookFault, WebhookResult } from '../../protocol/records/webhooks.ts'
import { isPrivateAddress } from '../http/is-private-address.ts'
import { toPlainAddress } from '../http/plain-address.ts'
import { toTransportFault } from '../transport-fault.ts'
import { type PostWebhook, WEBHOOK_TIMEOUT_MS, type WebhookRequest } from '../webhooks/post-webhook.ts'
import { openTunnel, parseProxy } from './open-tunnel.ts'
import { parseNetworks } from './trusted-proxies.ts'

/** How much of a response is read. Only its status matters; a receiver may still be writing. */
const MAX_RESPONSE_BYTES = 65_536
/** How long the rest of a response is read. A receiver that never ends its response would keep the connection open. */
const MAX_RESPONSE_MS = 1000

/** `dns.lookup` of Node. Not its type, because a declaration must not need the types of Node. */
type ResolveName = (...args: never[]) => void

/** Creates the function that sends webhooks from Node. `options` are for tests. */
export function createNodePost({
  timeoutMs = WEBHOOK_TIMEOUT_MS,
  resolveName = resolve,
  deniedNetworks = [],
  proxy,
}: {
  readonly timeoutMs?: number
  readonly resolveName?: ResolveName
  /** IP addresses and networks that no webhook reaches, even when its endpoint may be private. */
  readonly deniedNetworks?: readonly string[] | undefined
  /** Address of an HTTP proxy for all webhooks. It resolves their names, so it has to refuse private addresses. */
  readonly proxy?: string | undefined
} = {}): PostWebhook {
  const denied = parseNetworks(deniedNetworks, DENIED)
  const isRefused = (address: string, allowPrivate: boolean): boolean =>
    denied(toPlainAddress(address)) || UNSPECIFIED.includes(toPlainAddress(address)) || (!allowPrivate && isPrivateAddress(address))
  const parsedProxy = proxy === undefined ? undefined : parseProxy(proxy)
  const environment = { timeoutMs, resolveName: resolveName as typeof resolve, isRefused, proxy: parsedProxy }
  return Object.assign((webhook: WebhookRequest) => postFromNode(webhook, environment), { checksAddresses: true })
}

/** Linux connects these to this machine, so they would pass by a denied network. No receiver has them. */
const UNSPECIFIED = ['0.0.0.0', '::']
const DENIED = { field: 'webhookDeniedNetworks', flag: '--webhook-denied-network' }

interface PostEnvironment {
  readonly timeoutMs: number
  readonly resolveName: typeof resolve
  readonly isRefused: (address: string, allowPrivate: boolean) => boolean
  readonly proxy: URL | undefined
}

/**
 * Sends a webhook with `node:http`, because it connects to exactly the address that was checked: a name that resolves to a public address
 * first and to a private one then is refused. Follows no redirect.
 */
async function postFromNode(webhook: WebhookRequest, environment: PostEnvironment): Promise<WebhookResult> {
  const { timeoutMs, resolveName, isRefused, proxy } = environment
  const url = new URL(webhook.url)
  const { allowPrivate, headers, body, signal } = webhook
  const host = hostOf(url)
  // A name is checked when it is resolved. Node does not resolve an IP address.
  if (isIP(host) !== 0 && isRefused(host, allowPrivate)) return { fault: 'private_address' }
  const timeout = AbortSignal.timeout(timeoutMs)
  const ended = AbortSignal.any([signal, timeout])
  let connection: RequestOptions
  try {
    connection =
      proxy === undefined
        ? { agent: false, lookup: toCheckedLookup(resolveName, (address) => isRefused(address, allowPrivate)) }
        : { createConnection: through(await openTunnel(proxy, url, ended), url), defaultPort: url.protocol === 'https:' ? 443 : 80 }
  } catch {
    return { fault: timeout.aborted ? 'timeout' : 'proxy' }
  }
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' },
    signal: ended,
    ...connection,
  }
  return new Promise((done) => {
    const send = url.protocol === 'http:' ? requestHttp : requestHttps
    const request: ClientRequest = send(url, options, (response) => {
      done({ status: response.statusCode ?? 0 })
      discard(response)
    })
    request.on('error', (error) => done({ fault: timeout.aborted ? 'timeout' : toFault(error) }))
    // Without a listener, Node closes the connection of a 101 response without a response and without an error.
    request.on('upgrade', (response, socket) => {
      socket.destroy()
      done({ status: response.statusCode ?? 0 })
    })
    request.on('close', () => done({ fault: timeout.aborted ? 'timeout' : 'connection' }))
    request.end(body)
  })
}

/** Returns the host of a URL, an IPv6 address without its brackets. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

/** Returns the function of `node:http` that connects a request to a URL: through an open tunnel, with TLS for https. */
function through(tunnel: Socket, url: URL): NonNullable<RequestOptions['createConnection']> {
  if (url.protocol === 'http:') return () => tunnel
  // A name of an IP address is not allowed (RFC 6066 section 3). Its certificate is still checked.
  const host = hostOf(url)
  return () => connectTls({ socket: tunnel, host, ...(isIP(host) === 0 && { servername: host }) })
}

/** Reads a response to its end, so that the receiver sees no error, or closes it when it is too long or too slow. */
function discard(response: IncomingMessage): void {
  let bytes = 0
  const timer = setTimeout(() => response.destroy(), MAX_RESPONSE_MS)
  response.on('close', () => clearTimeout(timer))
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_RESPONSE_BYTES) response.destroy()
  })
  response.on('error', () => undefined)
}

/** An error of this process, and not of the resolver. */
class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress'
}

function toCheckedLookup(resolveName: typeof resolve, isRefused: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 4)
      // One private address of several is a mistake or an attack, so the name is refused.
      const [first] = addresses
      if (first === undefined || addresses.some(({ address }) => isRefused(address))) return callback(new PrivateAddress(), '', 4)
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function toFault(error: Error): WebhookFault {
  if (error instanceof PrivateAddress) return 'private_address'
  return toTransportFault('code' in error ? String(error.code) : '') ?? 'connection'
}
