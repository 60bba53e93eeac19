import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Storage } from '../../src/service/index.ts'
import { type RunningService, serve } from '../../src/service/node.ts'
import { createTenant, type Tenant, TOKEN } from '../fixtures/caller.ts'
import { openEmbeddedStorage } from '../fixtures/databases.ts'

let storage: Storage
let running: RunningService
let tenant: Tenant
const events: unknown[] = []
beforeAll(async () => {
  storage = await openEmbeddedStorage()
  running = await serve({ port: 0, maxWaitMs: 60_000, storage, onEvent: (event) => events.push(event) })
  tenant = await createTenant(running.service)
})
afterAll(async () => {
  await running.close()
  await storage.close()
})

/** Sends bytes over a new socket. Returns everything that was received until the server closed it or sent nothing more. */
function exchange(...chunks: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(running.port, '127.0.0.1')
    let text = ''
    socket.setEncoding('utf8')
    socket.setTimeout(20_000, () => socket.destroy())
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error)
    })
    socket.on('close', () => resolve(text))
    for (const chunk of chunks) socket.write(chunk)
  })
}

const form = () =>
  new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: `provider:${tenant.provider.providerId}`,
    client_secret: tenant.provider.pubKey,
  }).toString()
const head = (...lines: string[]) =>
  [
    `POST ${TOKEN} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/x-www-form-urlencoded',
    'Connection: close',
    ...lines,
    '',
    '',
  ].join('\r\n')
const status = (text: string) => Number(/^HTTP\/1\.\d (\d{3})/.exec(text)?.[1])

test('a form posted over a socket gets a token', async () => {
  const body = form()
  const text = await exchange(head(`Content-Length: ${body.length}`) + body)
  expect(status(text)).toBe(200)
  expect(text).toMatch(/cache-control: no-store/i)
})

test('B8: conflicting lengths, folded headers and 16 kB of headers are refused', async () => {
  const body = form()
  expect(status(await exchange(head(`Content-Length: ${body.length}`, 'Content-Length: 5') + body))).toBe(400)
  expect(status(await exchange(`${head(`Content-Length: ${body.length}`, 'Transfer-Encoding: chunked')}0\r\n\r\n`))).toBe(400)
  expect(status(await exchange(head(`Content-Length: ${body.length}`, 'X-Folded: a\r\n b: c', '\u0001bad: x') + body))).toBe(400)
  expect(status(await exchange(head(`Content-Length: ${body.length}`, `X-Large: ${'x'.repeat(17_000)}`) + body))).toBe(431)
})

// Regression: the first of two Host headers was used, and a body with an unknown transfer coding was read undecoded.
test('B8: two Host headers, no Host, an invalid Host and another transfer coding are 400 with a reason', async () => {
  const get = (target: string, ...lines: string[]) => [`GET ${target} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n')
  const coded = head('Transfer-Encoding: gzip, chunked')
  for (const [request, type, code] of [
    [get('/healthz', 'Host: a.example', 'Host: b.example'), 'problem+json', 'code'],
    [get('/healthz'), 'problem+json', 'code'],
    [get('/healthz', 'Host: a b'), 'problem+json', 'code'],
    [get('/healthz', 'Host: a.example/path'), 'problem+json', 'code'],
    // The token endpoint (RFC 6749, section 5.2).
    [`${coded}0\r\n\r\n`, 'json', 'error'],
  ] as const) {
    const text = await exchange(request)
    expect([String(request), status(text)]).toEqual([String(request), 400])
    expect(text).toContain(`content-type: application/${type}`)
    expect(text).toMatch(/x-content-type-options: nosniff/i)
    // Regression: responses to requests that the service refused early had no id.
    expect(text).toMatch(/x-request-id: [0-9a-f-]{36}/i)
    expect(text).toContain(`"${code}":"invalid_request"`)
  }
})

test('OPTIONS * returns the methods of the whole server', async () => {
  const text = await exchange('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(status(text)).toBe(204)
  expect(text).toMatch(/allow: GET, HEAD, POST, DELETE, OPTIONS/i)
  expect(text).toMatch(/x-request-id: [0-9a-f-]{36}/i)
})

// The default limit of Node for the head is a minute.
test('E6: the server closes 1,000 connections with an unfinished head, and serves others meanwhile', async () => {
  const sockets = Array.from({ length: 1000 }, () => connect(running.port, '127.0.0.1'))
  const closed = sockets.map(
    (socket) =>
      new Promise<void>((resolve) => {
        socket.on('error', () => undefined).on('close', () => resolve())
        socket.resume()
      }),
  )
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
  for (const [at, socket] of sockets.entries()) if (at % 2 === 0) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
  await Promise.all(closed)
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
})

test('B4: a chunked body without end is also 413 over a socket', async () => {
  const chunk = `4000\r\n${'a'.repeat(0x4000)}\r\n`
  const text = await exchange(head('Transfer-Encoding: chunked'), ...Array.from({ length: 40 }, () => chunk))
  expect(status(text)).toBe(413)
})

test('B17: HTTP/1.0, pipelining and Expect work', async () => {
  const body = form()
  const old = head(`Content-Length: ${body.length}`).replace('HTTP/1.1', 'HTTP/1.0') + body
  expect(status(await exchange(old))).toBe(200)
  const kept = head(`Content-Length: ${body.length}`).replace('Connection: close', 'Connection: keep-alive') + body
  const last = head(`Content-Length: ${body.length}`) + body
  expect((await exchange(kept + kept + last)).match(/HTTP\/1\.1 200/g)).toHaveLength(3)
  const expecting = await exchange(head(`Content-Length: ${body.length}`, 'Expect: 100-continue') + body)
  expect(expecting).toContain('100 Continue')
  expect(expecting).toContain('200 OK')
})

test('E7: a client that disconnects during its body does not affect other requests', async () => {
  events.length = 0
  for (let n = 0; n < 20; n++) {
    await new Promise<void>((resolve) => {
      const socket = connect(running.port, '127.0.0.1', () => {
        socket.write(`${head('Content-Length: 1000')}grant_type=`, () => socket.destroy())
      })
      socket.on('close', () => resolve())
    })
  }
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
  expect(events).toEqual([])
})
