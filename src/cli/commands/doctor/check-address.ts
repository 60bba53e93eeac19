import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { isJsonObject } from '../../../core/json.ts'
import { parseJson } from '../../../core/strict-json.ts'
import { DAY_MS } from '../../../core/time-units.ts'
import { AUTH_PATHS, HEALTH_PATHS } from '../../../protocol/paths.ts'
import { isLoopback } from '../../../service/http/is-loopback.ts'
import { type Finding, fault, ok, warning } from './doctor-finding.ts'

const TIMEOUT_MS = 5000
const MIN_CERTIFICATE_DAYS = 14
/** An origin of a page, where the configuration permits every origin. */
const ANY_ORIGIN = 'https://app.example.com'

/** The public addresses of the service, and what they must show. */
export interface PublicAddress {
  readonly authUrl: string
  readonly trailUrl: string
  readonly origins: readonly string[]
  /** The key that signs now, if it is known. */
  readonly signingKid: string | undefined
  readonly now: () => number
}

/** Checks the public addresses by requests, as a client sends them. */
export async function checkAddress(address: PublicAddress): Promise<readonly Finding[]> {
  const { authUrl, trailUrl, origins, now } = address
  const urls = [...new Set([authUrl, trailUrl])]
  const hosts = [...new Set(urls.map((url) => new URL(url).origin))]
  const tls = (await Promise.all(hosts.map((origin) => checkTls(origin, now())))).flat()
  const ready = await Promise.all(urls.map(checkReady))
  if (ready.some(({ status }) => status === 'fault')) return [...tls, ...ready]
  const identity = await checkIdentity(address)
  const cors = origins.length === 0 ? [checkEveryOrigin(authUrl)] : origins.map((origin) => checkOrigin(authUrl, origin))
  return [...tls, ...ready, ...identity, ...(await Promise.all(cors))]
}

async function checkReady(url: string): Promise<Finding> {
  const response = await request(`${url}${HEALTH_PATHS.ready}`)
  if ('failure' in response) {
    const fix = 'Start the service, and check its name in DNS, the firewall and the proxy.'
    return fault('reachability', `${url} cannot be reached: ${response.failure}.`, fix)
  }
  if (response.status === 200) return ok('reachability', `${url} is ready.`)
  const fix = 'Let the proxy forward the whole path unchanged, and read the log of the service.'
  return fault('reachability', `${url}${HEALTH_PATHS.ready} responded with ${response.status}.`, fix)
}

/** Checks that the address belongs to a service with this configuration and this database. */
async function checkIdentity({ authUrl, signingKid }: PublicAddress): Promise<readonly Finding[]> {
  const metadata = await request(authUrl + AUTH_PATHS.metadata)
  const keySet = await request(authUrl + AUTH_PATHS.jwks)
  const issuer = 'body' in metadata && isJsonObject(metadata.body) ? metadata.body.issuer : undefined
  if (issuer !== authUrl) {
    const fix = `Start every process with --auth-url ${authUrl}, or correct --auth-url.`
    return [fault('reachability', `The issuer at ${authUrl} is ${JSON.stringify(issuer) ?? 'missing'}.`, fix)]
  }
  if (signingKid === undefined) return []
  if ('body' in keySet && JSON.stringify(keySet.body).includes(JSON.stringify(signingKid)))
    return [ok('keys', `${authUrl} publishes the key that signs.`)]
  const fix =
    'Correct DATABASE_URL of the service or of this command. A cache in front of the service may keep the key set for 300 s.'
  return [fault('keys', `${authUrl} publishes other keys than this database has.`, fix)]
}

async function checkEveryOrigin(authUrl: string): Promise<Finding> {
  if (await mayCall(authUrl, ANY_ORIGIN))
    return warning('CORS', 'Pages of every origin may call the service.', 'Name yours with --cors.')
  const fix = 'Give `licet doctor` the same --cors as the service, to check each origin.'
  return warning('CORS', 'Only pages of some origins may call the service, and no origin is configured here.', fix)
}

async function checkOrigin(authUrl: string, origin: string): Promise<Finding> {
  if (await mayCall(authUrl, origin)) return ok('CORS', `Pages of ${origin} may call the service.`)
  const fix = `Start every process with --cors ${origin}, and let the proxy forward OPTIONS and the headers Access-Control-… unchanged.`
  return fault('CORS', `A preflight of ${origin} is refused.`, fix)
}

/** Sends the preflight of a page. */
async function mayCall(authUrl: string, origin: string): Promise<boolean> {
  const response = await request(authUrl + AUTH_PATHS.token, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
  })
  const allowed = 'headers' in response ? response.headers.get('access-control-allow-origin') : null
  return allowed === '*' || allowed === origin
}

/** Returns nothing for an address without a connection, because `checkReady` reports that. */
async function checkTls(origin: string, nowMs: number): Promise<readonly Finding[]> {
  const { protocol, hostname, port, host } = new URL(origin)
  if (protocol === 'http:') {
    if (isLoopback(hostname)) return [ok('TLS', `${host} is this machine.`)]
    return [warning('TLS', `${origin} is plain HTTP.`, 'Set up TLS in the proxy, and use https in --auth-url and --trail-url.')]
  }
  const certificate = await readCertificate(hostname.replace(/^\[(.*)\]$/, '$1'), Number(port || 443))
  if (certificate === undefined) return []
  if ('failure' in certificate) {
    const fix = 'Correct the certificate of the proxy, with its whole chain. For a private authority, set NODE_EXTRA_CA_CERTS.'
    return [fault('TLS', `The certificate of ${host} is refused: ${certificate.failure}.`, fix)]
  }
  const days = Math.floor((certificate.validToMs - nowMs) / DAY_MS)
  if (days >= MIN_CERTIFICATE_DAYS) return [ok('TLS', `The certificate of ${host} is valid for ${days} days.`)]
  return [warning('TLS', `The certificate of ${host} expires in ${days} days.`, 'Renew it, and check its automatic renewal.')]
}

type CertificateAnswer = { readonly validToMs: number } | { readonly failure: string } | undefined

/** Returns when a certificate ends or why it is refused, and `undefined` without a connection. */
function readCertificate(host: string, port: number): Promise<CertificateAnswer> {
  return new Promise((resolve) => {
    let isConnected = false
    const socket = connect({ host, port, ...(isIP(host) === 0 && { servername: host }), timeout: TIMEOUT_MS }, () => {
      resolve({ validToMs: Date.parse(socket.getPeerCertificate().valid_to) })
      socket.destroy()
    })
    socket.once('connect', () => {
      isConnected = true
    })
    socket.once('error', (error) => resolve(isConnected ? { failure: codeOf(error) } : undefined))
    socket.once('timeout', () => {
      resolve(isConnected ? { failure: 'ETIMEDOUT' } : undefined)
      socket.destroy()
    })
  })
}

type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown } | { readonly failure: string }

async function request(url: string, init: RequestInit = {}): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return { status: response.status, headers: response.headers, body: isJson ? tryParse(text) : undefined }
  } catch (error) {
    return { failure: codeOf(error instanceof Error && error.cause !== undefined ? error.cause : error) }
  }
}

function tryParse(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
