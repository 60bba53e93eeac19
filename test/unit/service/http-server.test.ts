import { once } from 'node:events'
import { ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'

import { createHttpServer } from '../../../src/service/node/http-server.ts'
import { closeServer } from '../../../src/service/node/shutdown.ts'
import { PATIENCE_MS } from '../../support/patience.ts'

test('E6: a connection with an unfinished body is closed after half a minute, or after the time of the option', async () => {
  const server = createHttpServer(async (request) => new Response(await request.text()))
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 30_000])
  const brief = createHttpServer(async () => new Response(), { requestTimeoutMs: 5000 })
  expect([brief.headersTimeout, brief.requestTimeout]).toEqual([5000, 5000])
  // The same server with shorter limits, so that the test does not wait half a minute.
  Object.assign(server, { headersTimeout: 100, requestTimeout: 100 })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /)
  } finally {
    server.close()
  }
})

// Regression: the time began with the request, so the response to a long erasure was lost.
test('only a connection that reads nothing of its response is closed after half a minute', async () => {
  const { setTimeout: limit } = ServerResponse.prototype
  const limits: number[] = []
  // With a shorter limit, so that the test does not wait half a minute.
  const shortened = vi.spyOn(ServerResponse.prototype, 'setTimeout').mockImplementation(function (this: ServerResponse, ms, done) {
    limits.push(ms)
    return limit.call(this, 100, done)
  })
  const server = createHttpServer(async (request) => {
    if (request.url.endsWith('/slow')) await new Promise((resolve) => setTimeout(resolve, 500))
    return new Response(request.url.endsWith('/large') ? new Uint8Array(32 * 1024 * 1024) : 'done')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const { port } = server.address() as AddressInfo
    expect(await (await fetch(`http://127.0.0.1:${port}/slow`)).text()).toBe('done')
    const socket = connect(port, '127.0.0.1')
    const cut = new Promise((resolve) => server.once('request', (_, response) => response.once('close', resolve)))
    socket.pause().write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
    await cut
    socket.destroy()
    expect(limits).toEqual([30_000, 30_000])
  } finally {
    shortened.mockRestore()
    server.closeAllConnections()
    server.close()
  }
})

// Regression: the token endpoint answered an overload with a problem document, which an OAuth client cannot read.
test('a request that is refused before its route gets the error format of its path', async () => {
  const server = createHttpServer(async () => new Response(), { maxWaitMs: 0, authUrl: 'https://licenses.example.com' })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const post = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST' })
      return [response.status, response.headers.get('content-type'), response.headers.get('retry-after'), await response.json()]
    }
    const message = expect.stringContaining('more requests than it can serve')
    for (const path of ['/api/latest/auth', '/auth/api/latest/auth/token', '/api/latest/auth/revoke?x']) {
      expect(await post(path)).toEqual([503, 'application/json', '1', { error: 'unavailable', error_description: message }])
    }
    const problem = { type: 'about:blank', title: 'Service Unavailable', status: 503, code: 'unavailable', detail: message }
    expect(await post('/license/create')).toEqual([503, 'application/problem+json', '1', problem])
    const { headers } = await fetch(`http://127.0.0.1:${port}/license/create`, { method: 'POST' })
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  } finally {
    server.close()
  }
})

// Regression: these responses came from Node itself, and had neither the id of the request nor the header that keeps browsers on https.
test.each([
  ['400 Bad Request', 'no request\r\n\r\n'],
  ['400 Bad Request', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['431 Request Header Fields Too Large', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['408 Request Timeout', 'GET / HTTP/1.1\r\nHost: x\r\n'],
  ['417 Expectation Failed', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: coffee\r\n\r\n'],
])('a response of %s before a request was read has the headers of every response', async (status, bytes) => {
  const server = createHttpServer(async () => new Response(), { authUrl: 'https://licenses.example.com' })
  Object.assign(server, { headersTimeout: 100, requestTimeout: 100 })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(bytes)
    const response = await text(socket)
    expect(response.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`)
    expect(response.toLowerCase()).toMatch(/\r\nx-request-id: [\da-f-]{36}\r\n/)
    expect(response).toContain('\r\nstrict-transport-security: max-age=31536000\r\n')
    expect(response).toContain('\r\nx-content-type-options: nosniff\r\n')
    expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1)
  } finally {
    server.close()
  }
})

// Node checks this for the responses that it writes itself.
test('bytes that are no request end a connection whose response is being written, without a second response', async () => {
  const server = createHttpServer(async () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('part')) })
    return new Response(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const chunks: string[] = []
    socket.on('data', (chunk) => chunks.push(String(chunk)))
    await expect.poll(() => chunks.join('')).toContain('part')
    socket.write('no request\r\n\r\n')
    await once(socket, 'close')
    expect(chunks.join('').match(/HTTP\/1\.1/g)).toHaveLength(1)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

// Regression: Node accepts requests on kept connections while it closes, so that twenty requests of a busy proxy were cut off after 5 s.
test('E4: a closing server sends Connection: close in every response, even to a request in progress', async () => {
  let received = () => {}
  let respond = () => {}
  const reached = new Promise<void>((resolve) => {
    received = resolve
  })
  const released = new Promise<void>((resolve) => {
    respond = resolve
  })
  const server = createHttpServer(async (request) => {
    if (request.url.endsWith('/waits')) {
      received()
      await released
    }
    return new Response('response')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const open = () => connect((server.address() as AddressInfo).port, '127.0.0.1')
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  const kept = open()
  kept.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const [first] = await once(kept, 'data')
  expect(String(first)).toMatch(/^HTTP\/1\.1 200 [\s\S]*Connection: keep-alive\r\nKeep-Alive: timeout=75\r\n/)
  const half = open()
  const head = 'GET / HTTP/1.1\r\nHost: x\r\n'
  half.write(head)
  await expect.poll(() => sockets[1]?.bytesRead).toBe(head.length)
  kept.write('GET /waits HTTP/1.1\r\nHost: x\r\n\r\n')
  await reached
  const closed = closeServer(server)
  kept.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  half.write('\r\n')
  respond()
  for (const socket of [kept, half]) {
    const output = await text(socket)
    expect([output.match(/^HTTP\/1\.1 200 /gm)?.length, output.match(/^Connection: .*$/gm)]).toEqual([1, ['Connection: close']])
  }
  await closed
})

test('a request with the token of a vouched caller starts before requests of strangers that arrived earlier', async () => {
  const order: (string | null)[] = []
  const server = createHttpServer(
    async (request) => {
      order.push(request.headers.get('authorization'))
      return new Response()
    },
    { isVouched: (authorization) => authorization === 'Bearer vouched', maxSocketsPerAddress: 1000, maxWaitMs: PATIENCE_MS },
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const sockets = Array.from({ length: 65 }, () => connect((server.address() as AddressInfo).port, '127.0.0.1'))
  try {
    // Node accepts one connection in each turn of the event loop.
    let accepted = 0
    server.on('connection', () => accepted++)
    await expect.poll(() => accepted).toBe(65)
    const closed = sockets.map((socket) => text(socket))
    for (const [at, socket] of sockets.entries())
      socket.write(
        `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${at === 64 ? 'vouched' : 'stranger'}\r\n\r\n`,
      )
    await Promise.all(closed)
    expect(order).toHaveLength(65)
    expect(order.indexOf('Bearer vouched')).toBeLessThan(3)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
})
