import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Socket } from 'node:net'
import { LicetError } from '../../core/errors.ts'

/** The proxy refused the connection, or could not be reached. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure'
}

/**
 * Parses the address of a proxy.
 *
 * @throws {LicetError} `invalid_configuration`. Its message does not contain the address, which can have a password.
 */
export function parseProxy(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isProxy = url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === ''
  if (isProxy && hasReadableCredentials(url)) return url
  throw new LicetError(
    'invalid_configuration',
    'webhookProxy is not the address of a proxy. The service did not start. Write it like http://proxy.example.com:3128, and a % in its password as %25 (webhookProxy, --webhook-proxy).',
    { field: 'webhookProxy' },
  )
}

/** Returns the user and the password of a URL. @throws {URIError} when a `%` in them is not the start of an encoded character. */
function readCredentials({ username, password }: URL): string {
  return [username, password].map((part) => decodeURIComponent(part)).join(':')
}

function hasReadableCredentials(url: URL): boolean {
  try {
    readCredentials(url)
    return true
  } catch {
    return false
  }
}

/**
 * Opens a connection to a URL through a proxy with CONNECT (RFC 9110 section 9.3.6).
 *
 * @throws {ProxyFailure}
 */
export function openTunnel(proxy: URL, target: URL, signal: AbortSignal): Promise<Socket> {
  const authority = `${target.hostname}:${target.port || (target.protocol === 'https:' ? '443' : '80')}`
  const send = proxy.protocol === 'https:' ? requestHttps : requestHttp
  const auth = readCredentials(proxy)
  const credentials = auth === ':' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(auth).toString('base64')}` }
  const headers = { host: authority, ...credentials }
  return new Promise((resolve, reject) => {
    // Only the address of the proxy: its user and password are not for `Authorization`.
    const request = send(proxy.origin, { method: 'CONNECT', path: authority, headers, agent: false, signal })
    request.on('connect', ({ statusCode = 0 }, socket: Socket, head: Buffer) => {
      if (statusCode >= 200 && statusCode < 300) {
        // The first bytes of the receiver can arrive together with the response of the proxy.
        if (head.length > 0) socket.unshift(head)
        return resolve(socket)
      }
      socket.destroy()
      reject(new ProxyFailure())
    })
    request.on('error', () => reject(new ProxyFailure()))
    request.on('close', () => reject(new ProxyFailure()))
    request.end()
  })
}
