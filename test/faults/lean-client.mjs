// An HTTP client for a load that must not take the processor from the service: it costs much less than `fetch`. Each connection has
// one request at a time, so everything that it receives belongs to that response.
import { connect } from 'node:net'

const HEAD_END = '\r\n\r\n'

/**
 * Returns a function that sends a request over an idle connection, or over a new one. It resolves with the response, and rejects when
 * the connection ends before it.
 */
export function createLeanClient(url, timeoutMs) {
  const { hostname, port } = new URL(url)
  const idle = []

  const open = () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const connection = { socket, current: undefined, received: '', isClosed: false }
    const fail = (error) => {
      connection.isClosed = true
      connection.current?.reject(error)
      connection.current = undefined
      socket.destroy()
    }
    socket.setEncoding('latin1')
    socket.setTimeout(timeoutMs, () => fail(new Error('No response in time.')))
    socket.once('error', fail)
    socket.once('close', () => fail(new Error('The connection was closed.')))
    socket.on('data', (text) => {
      connection.received += text
      const response = readResponse(connection.received)
      if (response === undefined) return
      const { current } = connection
      connection.received = ''
      connection.current = undefined
      if (response.head.includes('\r\nconnection: close')) socket.destroy()
      else idle.push(connection)
      current?.resolve(response)
    })
    return connection
  }

  const takeIdle = () => {
    for (let next = idle.pop(); next !== undefined; next = idle.pop()) if (!next.isClosed && !next.socket.destroyed) return next
    return undefined
  }

  return (path, headers, body) =>
    new Promise((resolve, reject) => {
      const connection = takeIdle() ?? open()
      connection.current = { resolve, reject }
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      const length = Buffer.byteLength(body)
      connection.socket.write(
        `POST ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${lines.join('')}content-length: ${length}${HEAD_END}${body}`,
      )
    })
}

/** Returns a complete response, with its head in lower case. Returns `undefined` when a part is missing. */
function readResponse(received) {
  const end = received.indexOf(HEAD_END)
  if (end < 0) return undefined
  const head = received.slice(0, end).toLowerCase()
  const rest = received.slice(end + HEAD_END.length)
  const body = head.includes('\r\ntransfer-encoding: chunked') ? joinChunks(rest) : readLength(head, rest)
  if (body === undefined) return undefined
  return { status: Number(head.slice(9, 12)), head, text: Buffer.from(body, 'latin1').toString() }
}

function readLength(head, rest) {
  const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0)
  return rest.length < length ? undefined : rest
}

/** Joins the chunks of a body (RFC 9112 section 7.1) without trailers. */
function joinChunks(rest) {
  let body = ''
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(rest.slice(at, lineEnd), 16)
    const next = lineEnd + 2 + size + 2
    if (rest.length < next) return undefined
    if (size === 0) return body
    body += rest.slice(lineEnd + 2, lineEnd + 2 + size)
    at = next
  }
}
