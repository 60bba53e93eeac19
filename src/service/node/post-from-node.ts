import { lookup as resolve } from 'node:dns'
import { type ClientRequest, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { MAX_TIMESTAMP_BYTES } from '../../core/limits.ts'
import type { WebhookFault, WebhookResult } from '../../protocol/records/webhooks.ts'
import { isPrivateAddress } from '../http/is-private-address.ts'
import { toPlainAddress } from '../http/plain-address.ts'
import { noAnswer, type PostTimestamp, TIMESTAMP_HEADERS, TIMESTAMP_TIMEOUT_MS, wrongAnswer } from '../log/request-timestamp.ts'
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

/** Options of {@link createNodePost} and {@link createNodePostTimestamp}. */
interface NodePostOptions {
  /** For tests. */
  readonly timeoutMs?: number
  /** For tests. */
  readonly resolveName?: ResolveName
  /** IP addresses and networks that no request reaches, even when its receiver may be private. */
  readonly deniedNetworks?: readonly string[] | undefined
  /** Address of an HTTP proxy for all requests. It resolves their names, so it has to refuse private addresses. */
  readonly proxy?: string | undefined
}

/** Creates the function that sends webhooks from Node. */
export function createNodePost(options: NodePostOptions = {}): PostWebhook {
  const environment = toEnvironment({ timeoutMs: WEBHOOK_TIMEOUT_MS, ...options })
  const post = async (webhook: WebhookRequest): Promise<WebhookResult> => {
    const result = await postFromNode(webhook, environment, discard)
    return 'fault' in result ? result : { status: result.status }
  }
  return Object.assign(post, { checksAddresses: true })
}

/**
 * Creates the function that asks a time-stamping authority from Node. The authority is an option of the operator, so its address may be
 * private. It is never in a denied network, and is asked through the proxy of webhooks.
 */
export function createNodePostTimestamp(options: NodePostOptions = {}): PostTimestamp {
  const environment = toEnvironment({ timeoutMs: TIMESTAMP_TIMEOUT_MS, ...options })
  return async ({ url, body, signal }) => {
    const request = { url, body, signal, headers: TIMESTAMP_HEADERS, allowPrivate: true }
    const result = await postFromNode(request, environment, collect)
    if ('fault' in result) throw noAnswer(result.fault)
    if (result.status !== 200 || result.content === undefined) throw wrongAnswer(`status ${result.status}`)
    return Uint8Array.from(result.content)
  }
}

function toEnvironment({
  timeoutMs = WEBHOOK_TIMEOUT_MS,
  resolveName = resolve,
  deniedNetworks = [],
  proxy,
}: NodePostOptions): PostEnvironment {
  const denied = parseNetworks(deniedNetworks, DENIED)
  const isRefused = (address: string, allowPrivate: boolean): boolean =>
    denied(toPlainAddress(address)) || UNSPECIFIED.includes(toPlainAddress(address)) || (!allowPrivate && isPrivateAddress(address))
  const parsedProxy = proxy === undefined ? undefined : parseProxy(proxy)
  return { timeoutMs, resolveName: resolveName as typeof resolve, isRefused, proxy: parsedProxy }
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

/** A request with POST. */
type PostRequest = Omit<WebhookRequest, 'body'> & { readonly body: string | Uint8Array }

/** The result of a request: what `read` returned of the response, or why there is none. */
type PostResult<Content> = { readonly fault: WebhookFault } | { readonly status: number; readonly content?: Content }

/**
 * Sends a request with `node:http`, because it connects to exactly the address that was checked: a name that resolves to a public address
 * first and to a private one then is refused. Follows no redirect.
 */
async function postFromNode<Content>(
  webhook: PostRequest,
  environment: PostEnvironment,
  read: (response: IncomingMessage) => Content | Promise<Content>,
): Promise<PostResult<Content>> {
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
    let isAnswered = false
    const send = url.protocol === 'http:' ? requestHttp : requestHttps
    const request: ClientRequest = send(url, options, async (response) => {
      isAnswered = true
      try {
        done({ status: response.statusCode ?? 0, content: await read(response) })
      } catch {
        done({ fault: timeout.aborted ? 'timeout' : 'connection' })
      }
    })
    request.on('error', (error) => done({ fault: timeout.aborted ? 'timeout' : toFault(error) }))
    // Without a listener, Node closes the connection of a 101 response without a response and without an error.
    request.on('upgrade', (response, socket) => {
      socket.destroy()
      done({ status: response.statusCode ?? 0 })
    })
    request.on('close', () => isAnswered || done({ fault: timeout.aborted ? 'timeout' : 'connection' }))
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

/** Returns the content of a response. Stops after more than {@link MAX_TIMESTAMP_BYTES}, which the caller refuses. */
async function collect(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > MAX_TIMESTAMP_BYTES) break
  }
  return Buffer.concat(chunks)
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
