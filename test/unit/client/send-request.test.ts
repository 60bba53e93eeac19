import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type HttpOptions, readJson, sendRequest } from '../../../src/client/http/send-request.ts'
import { MAX_RESPONSE_BYTES } from '../../../src/core/limits.ts'

const http: HttpOptions = { fetch, now: Date.now, monotonic: Date.now, timeoutMs: 5000 }
const servers: Server[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

it('sends the token and body, without cookies or a referrer', async () => {
  const url = await serve(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ headers: request.headers, body: Buffer.concat(chunks).toString() }))
  })
  const response = await sendRequest(http, { method: 'POST', url, token: 'abc', json: '{"a":1}' })
  expect(readJson(response)).toMatchObject({
    headers: { authorization: 'Bearer abc', 'content-type': 'application/json', accept: 'application/json' },
    body: '{"a":1}',
  })
  expect(readJson(response)).not.toHaveProperty('headers.cookie')
  expect(readJson(response)).not.toHaveProperty('headers.referer')
})

it('bypasses the browser cache by default', async () => {
  const inits: (RequestInit | undefined)[] = []
  const fetch: HttpOptions['fetch'] = async (_, init) => {
    inits.push(init)
    return new Response('{}')
  }
  for (const cache of [undefined, 'no-cache'] as const)
    await sendRequest({ ...http, fetch }, { method: 'GET', url: 'https://auth.example', cache })
  expect(inits.map((init) => init?.cache)).toEqual(['no-store', 'no-cache'])
})

it('aborts a failed request, but not a completed one, which browsers would list as canceled', async () => {
  const signals: (AbortSignal | null | undefined)[] = []
  const fetch: HttpOptions['fetch'] = async (input, init) => {
    signals.push(init?.signal)
    return globalThis.fetch(input, init)
  }
  const url = await serve((_, response) => response.end('{}'))
  await sendRequest({ ...http, fetch }, { method: 'GET', url })
  const endless = await serve((_, response) => response.writeHead(200, { 'content-length': MAX_RESPONSE_BYTES + 1 }).flushHeaders())
  await expect(sendRequest({ ...http, fetch }, { method: 'GET', url: endless })).rejects.toMatchObject({ code: 'invalid_response' })
  expect(signals.map((signal) => signal?.aborted)).toEqual([false, true])
})

it('G4: does not follow a redirect to another origin, and sends no credentials there', async () => {
  const seen: unknown[] = []
  const other = await serve((request, response) => {
    seen.push(request.headers.authorization)
    response.end('{}')
  })
  for (const status of [301, 302, 303, 307, 308]) {
    const url = await serve((_, response) => {
      response.writeHead(status, { location: other }).end()
    })
    await expect(sendRequest(http, { method: 'POST', url, token: 'abc', json: '{}' })).rejects.toMatchObject({
      code: 'invalid_response',
      message: expect.stringContaining('is a redirect'),
      status,
    })
  }
  expect(seen).toEqual([])
})

// Regression: Cloudflare Workers reject the redirect mode `error` with a TypeError, which was reported as a network error.
it('G4: follows no redirect on a platform with only the modes `follow` and `manual`', async () => {
  const url = await serve((_, response) => response.end('{}'))
  const modes: (RequestRedirect | undefined)[] = []
  const worker: HttpOptions['fetch'] = async (input, init) => {
    modes.push(init?.redirect)
    if (init?.redirect === 'error') throw new TypeError('Invalid redirect value, must be one of "follow" or "manual"')
    return fetch(input, init)
  }
  expect((await sendRequest({ ...http, fetch: worker }, { method: 'GET', url })).status).toBe(200)
  expect(modes).toEqual(['manual'])
})

// Regression: Chromium often listed a response as canceled when only a reader had read it, so monitoring tools reported failed requests.
it('reads the whole response beside the reader that counts its bytes', async () => {
  const url = await serve((_, response) => response.end('{"a":1}'))
  const copies: Response[] = []
  const watched: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const copy = response.clone()
    copies.push(copy)
    return Object.assign(response, { clone: () => copy })
  }
  expect(readJson(await sendRequest({ ...http, fetch: watched }, { method: 'GET', url }))).toEqual({ a: 1 })
  expect(copies.map(({ bodyUsed }) => bodyUsed)).toEqual([true])
})

it('G14: stops reading a body of 1 GB', async () => {
  let sent = 0
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const chunk = Buffer.alloc(64 * 1024, ' ')
    const pump = () => {
      while (sent < 2 ** 30 && !response.destroyed) {
        sent += chunk.length
        if (!response.write(chunk)) return void response.once('drain', pump)
      }
      response.end()
    }
    pump()
  })
  await expect(sendRequest(http, { method: 'GET', url })).rejects.toMatchObject({ code: 'invalid_response', status: 200 })
  expect(sent).toBeLessThan(MAX_RESPONSE_BYTES * 8)
})

it('G14: does not read a body with a Content-Length of 1 GB', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-length': String(2 ** 30) }).write('{')
  })
  await expect(sendRequest(http, { method: 'GET', url })).rejects.toMatchObject({ code: 'invalid_response' })
})

it('reports a timeout for a response that does not start or does not end', async () => {
  const silent = await serve(() => {})
  const endless = await serve((_, response) => {
    response.writeHead(200).write('{')
  })
  for (const url of [silent, endless]) {
    await expect(sendRequest({ ...http, timeoutMs: 50 }, { method: 'GET', url })).rejects.toMatchObject({ code: 'timeout' })
  }
})

it('ends the call when fetch ignores its signal', async () => {
  const stuck: typeof fetch = () => new Promise(() => {})
  await expect(
    sendRequest({ ...http, fetch: stuck, timeoutMs: 10 }, { method: 'GET', url: 'http://x.test/' }),
  ).rejects.toMatchObject({ code: 'timeout' })
})

it('reports an abort before, during and after the headers as aborted', async () => {
  await expect(sendRequest(http, { method: 'GET', url: 'http://x.test/', signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'aborted',
  })
  for (const begin of [false, true]) {
    const controller = new AbortController()
    const url = await serve((_, response) => {
      if (begin) response.writeHead(200).write('{')
      controller.abort()
    })
    await expect(sendRequest(http, { method: 'GET', url, signal: controller.signal })).rejects.toMatchObject({ code: 'aborted' })
  }
})

it('reports an unreachable host as a network error', async () => {
  const url = await serve(() => {})
  const [server] = servers.splice(0)
  await new Promise((resolve) => server?.close(resolve))
  await expect(sendRequest(http, { method: 'GET', url })).rejects.toMatchObject({ code: 'network_error' })
})

const PROBLEM = { 'content-type': 'application/problem+json' }
const responses = [
  [
    '429 with Retry-After',
    429,
    { 'retry-after': '7' },
    '{"code":"too_many_requests"}',
    { code: 'too_many_requests', status: 429, retryAfterMs: 7000 },
  ],
  ['503 without a body', 503, {}, '', { code: 'unavailable', status: 503 }],
  ['500 as HTML', 500, { 'content-type': 'text/html' }, '<h1>oops</h1>', { code: 'server_error', status: 500 }],
  ['408', 408, {}, '', { code: 'invalid_response', status: 408 }],
  ['409 with its code', 409, PROBLEM, '{"code":"address_taken"}', { code: 'address_taken', status: 409 }],
  ['413 of a proxy', 413, {}, 'too large', { code: 'invalid_response', status: 413 }],
  ['401 with an OAuth error at another path', 401, {}, '{"error":"invalid_client"}', { code: 'invalid_response', status: 401 }],
  ['400 with an unknown code', 400, PROBLEM, '{"code":"__proto__"}', { code: 'invalid_response', status: 400 }],
  ['400 with truncated JSON', 400, {}, '{"code":"inval', { code: 'invalid_response', status: 400 }],
  ['403 as HTML', 403, { 'content-type': 'text/html' }, '<h1>Blocked</h1>', { code: 'invalid_response', status: 403 }],
  ['404 as HTML', 404, { 'content-type': 'text/html' }, '<h1>Not found</h1>', { code: 'invalid_response', status: 404 }],
] as const

it.each(responses)('G3: reports %s as a typed error', async (_, status, headers, body, expected) => {
  const url = await serve((__, response) => void response.writeHead(status, headers).end(body))
  await expect(sendRequest(http, { method: 'GET', url })).rejects.toMatchObject(expected)
})

it('reads an OAuth error in the response to a form', async () => {
  const url = await serve((_, response) => void response.writeHead(401).end('{"error":"invalid_client"}'))
  const request = { method: 'POST', url, form: { grant_type: 'client_credentials' } } as const
  await expect(sendRequest(http, request)).rejects.toMatchObject({ code: 'invalid_client', status: 401 })
})

// Regression: the 502 of a proxy read "The service refused the request. Nothing was changed.", although the service may have processed it.
it.each([
  ['502 of a proxy', 502, '<h1>Bad Gateway</h1>'],
  ['503 of a proxy', 503, ''],
  ['504 of a proxy', 504, '{"error":"upstream timeout"}'],
  ['500 of the service', 500, '{"code":"server_error"}'],
  // Regression: "Nothing was changed.", although the database may have committed before it stopped responding.
  ['503 of the service', 503, '{"code":"unavailable"}'],
])('G3: reports with a %s that the request may have been processed', async (_, status, body) => {
  const url = await serve((__, response) => void response.writeHead(status).end(body))
  const error: unknown = await sendRequest(http, { method: 'GET', url }).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ status, message: expect.stringMatching(/^The service or a proxy in front of it failed \(50\d /) })
  expect(error).toMatchObject({ message: expect.stringContaining('may have been processed') })
})

it('G3: reports a refusal of the service as one', async () => {
  for (const [status, code] of [
    [400, 'invalid_license'],
    [429, 'too_many_requests'],
  ] as const) {
    const url = await serve((_, response) => void response.writeHead(status, PROBLEM).end(JSON.stringify({ code })))
    await expect(sendRequest(http, { method: 'GET', url })).rejects.toMatchObject({
      message: expect.stringContaining(`The service refused the request (${status} ${code}). Nothing was changed.`),
    })
  }
})

it.each([
  ['HTML', '<!doctype html>'],
  ['an empty body', ''],
  ['truncated JSON', '{"id":"'],
  ['a truncated character', new Uint8Array([0x22, 0xc3, 0x22])],
])('G3: reports %s in place of JSON as invalid_response', async (_, body) => {
  const url = await serve((__, response) => void response.end(body))
  const response = await sendRequest(http, { method: 'GET', url })
  expect(() => readJson(response)).toThrow(expect.objectContaining({ code: 'invalid_response' }))
})

it('G15: does not repeat the service’s description of an error', async () => {
  const url = await serve(
    (_, response) => void response.writeHead(400, PROBLEM).end('{"code":"invalid_license","detail":"user-4711"}'),
  )
  const error: unknown = await sendRequest(http, { method: 'GET', url, token: 'tok-secret' }).catch((caught: unknown) => caught)
  expect(String(error)).not.toMatch(/user-4711|tok-secret/)
})

it('measures the clock skew from the Date header', async () => {
  const url = await serve(
    (_, response) => void response.writeHead(200, { date: new Date(Date.now() + 3_600_000).toUTCString() }).end('{}'),
  )
  const { skewMs } = await sendRequest(http, { method: 'GET', url })
  expect(Math.abs((skewMs ?? 0) - 3_600_000)).toBeLessThan(30_000)
})
