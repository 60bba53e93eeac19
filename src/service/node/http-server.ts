import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { LicetError } from '../../core/errors.ts'
import { PROBLEM_TYPE } from '../../protocol/problem.ts'
import { toProblem, toWireError, type WireError } from '../http/respond.ts'

/** How long the head of a request may take, counted from the opening of the connection: who sends it letter by letter holds a socket for nothing. */
const HEAD_TIMEOUT_MS = 10_000
/** How long a whole request may take: 256 KiB on the slowest of phones. */
const REQUEST_TIMEOUT_MS = 60_000
/** How often both are looked at. */
const CHECK_INTERVAL_MS = 1000
/** How long a connection is kept that nothing comes over: longer than proxies keep theirs (60 s), or they send a request over one that just closed. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000

/** Told to a server that is about to close. */
export const CLOSING = 'licet:closing'

/** Answers a request of a socket. */
export type Respond = (
  request: Request,
  incoming: { readonly socket: { readonly remoteAddress?: string | undefined } },
) => Promise<Response>

/** Makes the server that hands requests on, refuses those that could be read in two ways, and ends those that never come to an end. */
export function createHttpServer(respond: Respond): Server {
  const listener = getRequestListener((request, { incoming }) => respond(request, incoming), {
    // HTTP/1.0 names no host, and health checks of load balancers speak it.
    hostname: 'localhost',
    errorHandler: (error) => toResponse(error instanceof RequestError ? unreadable('host or target') : toWireError(error)),
  })
  const limits = {
    headersTimeout: HEAD_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // Ours says what is wrong with it.
    requireHostHeader: false,
  }
  const underWay = new Set<ServerResponse>()
  const server = createServer(limits, (incoming, outgoing) => {
    outgoing.shouldKeepAlive &&= server.listening
    underWay.add(outgoing)
    outgoing.once('close', () => underWay.delete(outgoing))
    const fault = findFault(incoming)
    if (fault !== undefined) refuse(outgoing, unreadable(fault))
    else if (incoming.method === 'OPTIONS' && incoming.url === '*') answerForAll(outgoing)
    else void listener(incoming, outgoing)
  })
  // Unasked, Node goes on taking requests over connections that are kept, until they are cut off in the midst of one.
  server.once(CLOSING, () => {
    for (const outgoing of underWay) outgoing.shouldKeepAlive = false
  })
  return server
}

/** What of the head a proxy before us could have read in another way (RFC 9112 sections 3.2 and 6.1). */
function findFault({ rawHeaders, headers, httpVersion }: IncomingMessage): string | undefined {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return 'Host header'
  const coding = headers['transfer-encoding']
  return coding === undefined || coding.trim().toLowerCase() === 'chunked' ? undefined : 'Transfer-Encoding'
}

function unreadable(what: string): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    `The ${what} of the request has no single meaning here. Nothing was done. Send it plainly, once.`,
  )
}

const HEADERS = { 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

function toResponse(error: WireError): Response {
  const problem = toProblem(error)
  return new Response(JSON.stringify(problem), { status: problem.status, headers: HEADERS })
}

/** Whatever comes after it on the connection may be a part of it. */
function refuse(outgoing: ServerResponse, error: WireError): void {
  const problem = toProblem(error)
  outgoing.writeHead(problem.status, { ...HEADERS, connection: 'close' }).end(JSON.stringify(problem))
}

/** `OPTIONS *` asks the server as a whole (RFC 9110 section 9.3.7). */
function answerForAll(outgoing: ServerResponse): void {
  outgoing.writeHead(204, { allow: 'GET, HEAD, POST, DELETE, OPTIONS', 'x-content-type-options': 'nosniff' }).end()
}
