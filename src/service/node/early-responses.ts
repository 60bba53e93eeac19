import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ERROR_STATUS } from '../../protocol/problem.ts'
import { tooBusy } from '../admission/admission.ts'
import { toErrorBody, type WireError } from '../http/respond-error.ts'
import { respondJson } from '../http/respond-json.ts'
import { securityHeadersOf } from '../http/security-headers.ts'
import { errorStyleOf } from '../routing/error-style.ts'

/** Responses before a request reaches the service. They read no body, because most requests end here under overload. */
export interface EarlyResponses {
  /** Refuses a request and closes the connection, because the following bytes can belong to the refused request. */
  refuse(error: WireError, incoming: IncomingMessage, outgoing: ServerResponse): void
  /** Refuses a request that waited too long. Keeps the connection open, because a new one costs more than the request. */
  refuseLate(incoming: IncomingMessage, outgoing: ServerResponse): void
  /** Responds to a request whose target cannot be read, so that its path is unknown. */
  respondUnreadable(error: WireError): Response
  /** Responds to bytes that are no request, or that arrive too slowly, and closes their connection. */
  endConnection(error: NodeJS.ErrnoException, socket: Duplex): void
  /** Responds to an `Expect` header with another value than `100-continue` (RFC 9110 section 10.1.1). */
  refuseExpectation(outgoing: ServerResponse): void
  /** Responds to `OPTIONS *`, which concerns the whole server (RFC 9110 section 9.3.7). */
  respondServerOptions(outgoing: ServerResponse): void
}

/** The status of a response to a connection that Node closes because of its bytes, as Node chooses it. Any other fault is 400. */
const STATUS_OF_FAULT: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/** Creates the {@link EarlyResponses} of the service at `authUrl`. */
export function createEarlyResponses(authUrl: string | undefined): EarlyResponses {
  const security = securityHeadersOf(authUrl)
  const headers = { 'cache-control': 'no-store', ...security }
  const endWith = (error: WireError, { url = '' }: IncomingMessage, outgoing: ServerResponse, more: Record<string, string>) => {
    const { body, contentType } = toErrorBody(error, errorStyleOf(url.split('?', 1)[0] ?? ''))
    if (error.retryAfterMs !== undefined) outgoing.setHeader('retry-after', Math.ceil(error.retryAfterMs / 1000))
    const all = { 'content-type': contentType, ...headers, ...more }
    outgoing.writeHead(ERROR_STATUS[error.code], all).end(JSON.stringify(body))
  }
  return {
    refuse: (error, incoming, outgoing) => endWith(error, incoming, outgoing, { connection: 'close' }),
    refuseLate: (incoming, outgoing) =>
      endWith(tooBusy(), incoming, outgoing, {
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'Retry-After',
      }),
    respondUnreadable: (error) => {
      const { body, contentType } = toErrorBody(error, 'problem')
      return respondJson(body, ERROR_STATUS[error.code], { ...headers, 'content-type': contentType })
    },
    endConnection: (error, socket) => {
      if (socket.writable) {
        const lines = Object.entries({ 'x-request-id': randomUUID(), ...headers, 'content-length': 0, connection: 'close' })
        const status = STATUS_OF_FAULT[error.code ?? ''] ?? 400
        socket.write(
          `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
        )
      }
      socket.destroy(error)
    },
    refuseExpectation: (outgoing) => {
      outgoing.writeHead(417, { 'x-request-id': randomUUID(), ...headers, connection: 'close' }).end()
    },
    respondServerOptions: (outgoing) => {
      outgoing.writeHead(204, { allow: 'GET, HEAD, POST, DELETE, OPTIONS', ...security }).end()
    },
  }
}
