import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { LicetError } from '../../core/errors.ts'
import { HEALTH_PATHS } from '../../protocol/paths.ts'
import {
  DEFAULT_MAX_SOCKETS,
  DEFAULT_MAX_SOCKETS_PER_ADDRESS,
  DEFAULT_MAX_WAIT_MS,
  DEFAULT_REQUEST_TIMEOUT_MS,
} from '../defaults.ts'
import { toWireError } from '../http/respond-error.ts'
import type { RequestOrigin } from '../routing/route.ts'
import type { OverloadLimit } from '../service-event.ts'
import { createEarlyResponses } from './early-responses.ts'
import { limitCallers } from './limit-callers.ts'
import { createPace } from './pace-requests.ts'
import { CLOSING, DRAINING } from './shutdown.ts'
import { parseTrustedProxies, type TrustedProxies } from './trusted-proxies.ts'
import { watchEventLoop } from './watch-event-loop.ts'

/** Limit of the request head, from the opening of the connection: a client that sends it slowly occupies a socket. */
const HEAD_TIMEOUT_MS = 10_000
/** How often both limits are checked. */
const CHECK_INTERVAL_MS = 1000
/**
 * How long an idle connection stays open. Proxies close idle connections after 60 s. If the server closed first, a request could be lost.
 */
const KEEP_ALIVE_TIMEOUT_MS = 75_000
/** How long a connection stays open that reads nothing of its response. */
const UNREAD_TIMEOUT_MS = 30_000

/** How long a caller waits that has too many requests in progress. */
const BUSY_RETRY_AFTER_MS = 1000

/** Responds to a request. `peerAddress` is the address of the caller. */
export type Respond = (request: Request, from: RequestOrigin) => Promise<Response>

export interface HttpServerOptions {
  /** The public address of the service. With https, each response keeps browsers on https. */
  readonly authUrl?: string | undefined
  readonly maxSockets?: number | undefined
  readonly maxSocketsPerAddress?: number | undefined
  readonly proxies?: TrustedProxies | undefined
  /** Returns whether an `Authorization` header is from a vouched caller. */
  readonly isVouched?: ((authorization: string | undefined) => boolean) | undefined
  /** Whether the workers of this program listen on the same port. Default: `false`. */
  readonly sharesPort?: boolean | undefined
  /** Called for each refused connection, and for each request that is refused because of its caller. */
  readonly onRefused?: ((limit: OverloadLimit) => void) | undefined
  /** How long a request may take to arrive, in milliseconds. */
  readonly requestTimeoutMs?: number | undefined
  /** How long a request may wait in its socket, in milliseconds. */
  readonly maxWaitMs?: number | undefined
}

/** Who sent a request, its id, and when it was read, in milliseconds of a clock that never goes back. */
interface Arrival {
  readonly caller: string | undefined
  readonly requestId: string
  readonly arrived: number
}

/**
 * Creates the HTTP server. It refuses requests with an ambiguous head and those that waited in their socket too long, ends requests
 * that arrive too slowly, and bounds connections.
 */
export function createHttpServer(respond: Respond, options: HttpServerOptions = {}): Server {
  const {
    requestTimeoutMs = DEFAULT_REQUEST_TIMEOUT_MS,
    maxWaitMs = DEFAULT_MAX_WAIT_MS,
    maxSockets = DEFAULT_MAX_SOCKETS,
    maxSocketsPerAddress = DEFAULT_MAX_SOCKETS_PER_ADDRESS,
    proxies = parseTrustedProxies([]),
    isVouched = () => false,
    sharesPort = false,
    onRefused = () => undefined,
  } = options
  const early = createEarlyResponses(options.authUrl)
  const { refuse, refuseLate, respondUnreadable, respondServerOptions } = early
  const eventLoop = watchEventLoop()
  const origins = new WeakMap<object, Omit<RequestOrigin, 'incomingBody'>>()
  const listener = getRequestListener(
    (request, { incoming }) =>
      respond(request, {
        ...origins.get(incoming),
        // A refused body must not end the connection before the response.
        incomingBody: { [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) },
      }),
    {
      // HTTP/1.0 has no Host header, and health checks of load balancers use HTTP/1.0.
      hostname: 'localhost',
      errorHandler: (error) =>
        respondUnreadable(error instanceof RequestError ? ambiguousHead('host or target') : toWireError(error)),
    },
  )
  const limits = {
    headersTimeout: Math.min(HEAD_TIMEOUT_MS, requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // findAmbiguity() checks the header and explains the error.
    requireHostHeader: false,
  }
  const inProgress = new Set<ServerResponse>()
  let isDraining = false
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse, { caller, requestId, arrived }: Arrival): void => {
    if (outgoing.destroyed) return
    outgoing.shouldKeepAlive &&= server.listening && !isDraining
    // Writing the response restarts the timer.
    outgoing.setTimeout(UNREAD_TIMEOUT_MS, () => {
      if (outgoing.headersSent) outgoing.destroy()
    })
    inProgress.add(outgoing)
    outgoing.once('close', () => inProgress.delete(outgoing))
    const waitedMs = Math.max(eventLoop.lateMs(), performance.now() - arrived)
    const ambiguous = findAmbiguity(incoming)
    // Refused before the body is read: under overload, most requests end here.
    const isLate = waitedMs >= maxWaitMs && !isHealthCheck(incoming)
    if (isLate) onRefused('maxWaitMs')
    if (ambiguous !== undefined) refuse(ambiguousHead(ambiguous), incoming, outgoing)
    else if (isLate) refuseLate(incoming, outgoing)
    else if (!mayEnter(incoming, outgoing, caller)) refuse(tooManyRequests(), incoming, outgoing)
    else if (incoming.method === 'OPTIONS' && incoming.url === '*') respondServerOptions(outgoing)
    else {
      origins.set(incoming, { waitedMs, requestId, peerAddress: caller })
      void listener(incoming, outgoing)
    }
  }
  const pace = createPace()
  const server = createServer(limits, (incoming, outgoing) => {
    const arrival = { caller: proxies.findCaller(incoming), requestId: randomUUID(), arrived: performance.now() }
    outgoing.setHeader('x-request-id', arrival.requestId)
    const start = () => handle(incoming, outgoing, arrival)
    const caller = { address: arrival.caller, isVouched: isVouched(incoming.headers.authorization) }
    if (!pace.add(incoming, outgoing, caller, start)) refuse(tooManyRequests(), incoming, outgoing)
  })
  server.on('checkExpectation', (_, outgoing) => early.refuseExpectation(outgoing))
  server.on('clientError', (error, socket) => {
    // A second response would become a part of the one that is being written.
    const isResponding = [...inProgress].some((outgoing) => outgoing.socket === socket && outgoing.headersSent)
    if (isResponding) socket.destroy(error)
    else early.endConnection(error, socket)
  })
  const mayEnter = limitCallers(server, { maxSockets, maxSocketsPerAddress, proxies, sharesPort, onRefused })
  server.once('close', eventLoop.stop)
  server.once(DRAINING, () => {
    isDraining = true
  })
  // By default, Node accepts more requests on open connections while it closes, and then cuts one off.
  server.once(CLOSING, () => {
    for (const outgoing of inProgress) outgoing.shouldKeepAlive = false
  })
  return server
}

/** Returns the part of the head that a proxy could have understood differently (RFC 9112 sections 3.2 and 6.1). */
function findAmbiguity({ rawHeaders, headers, httpVersion }: IncomingMessage): string | undefined {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return 'Host header'
  const coding = headers['transfer-encoding']
  return coding === undefined || coding.trim().toLowerCase() === 'chunked' ? undefined : 'Transfer-Encoding'
}

function ambiguousHead(part: string): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    `The ${part} of the request is missing, repeated or not supported. Nothing was done. Send it once, in its plain form.`,
  )
}

function tooManyRequests(): LicetError<'too_many_requests'> {
  return new LicetError(
    'too_many_requests',
    'This address has too many requests in progress. Nothing was done. Wait for their responses.',
    { retryAfterMs: BUSY_RETRY_AFTER_MS },
  )
}

/** A process manager must see that the process lives. */
function isHealthCheck({ url = '' }: IncomingMessage): boolean {
  return Object.values(HEALTH_PATHS).some((path) => url.endsWith(path))
}
