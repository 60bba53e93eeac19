import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createTestService, type Fault, FaultScript, type TestService } from '../../../src/testing/index.ts'

/** The clock of the service, before any skew. */
const NOW = Date.UTC(2027, 0, 1)

let test: TestService

beforeAll(async () => {
  test = await createTestService({ now: () => NOW })
})
afterAll(() => test.close())
afterEach(() => {
  test.faults.clear()
  test.online = true
  test.skewMs = 0
  test.requests.length = 0
})

const jwks = () => test.fetch(`${test.authUrl}/.well-known/jwks.json`)

it('responds with the real service and records the request', async () => {
  const response = await jwks()
  expect(await response.json()).toMatchObject({ keys: [{ kty: 'EC', crv: 'P-256' }] })
  expect(test.requests).toEqual([{ method: 'GET', path: '/.well-known/jwks.json', status: 200 }])
})

// Regression: such a pattern continues behind its last match, so every second request had no fault.
it('applies a fault to each request that a pattern with the flag g matches', () => {
  const script = new FaultScript().add({ kind: 'reset' }, { path: /license/g, times: 3 })
  for (let n = 0; n < 3; n++) expect(script.take('GET', '/license')?.kind).toBe('reset')
})

it('applies each fault once, to the next matching request, in the order of the script', () => {
  const script = new FaultScript()
    .add({ kind: 'drop-request' }, { path: '/create' })
    .add({ kind: 'drop-response' }, { method: 'GET', times: 2 })
    .add({ kind: 'reset' }, { path: /token$/ })
  expect(script.pending).toBe(4)
  expect(script.take('POST', '/other')).toBeUndefined()
  expect(script.take('POST', '/license/create')?.kind).toBe('drop-request')
  expect(script.take('POST', '/license/create')).toBeUndefined()
  expect([script.take('GET', '/a')?.kind, script.take('GET', '/b')?.kind, script.take('GET', '/c')]).toEqual([
    'drop-response',
    'drop-response',
    undefined,
  ])
  expect(script.take('POST', '/auth/token')?.kind).toBe('reset')
  expect(script.pending).toBe(0)
})

it.each<[string, Fault, RegExp]>([
  ['drop-request', { kind: 'drop-request' }, /fetch failed/],
  ['drop-response', { kind: 'drop-response' }, /fetch failed/],
])('%s looks like a network failure', async (_, fault, message) => {
  test.faults.add(fault)
  await expect(jwks()).rejects.toThrow(message)
  expect((await jwks()).status).toBe(200)
})

it('reset ends the response in the middle', async () => {
  test.faults.add({ kind: 'reset' })
  const response = await jwks()
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow()
})

it('status replaces the response of the service, with Retry-After', async () => {
  test.faults.add({ kind: 'status', status: 503, retryAfter: 7, code: 'unavailable' })
  const response = await jwks()
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '7'])
  expect(await response.json()).toMatchObject({ code: 'unavailable' })
})

it('delay waits until the request is aborted', async () => {
  test.faults.add({ kind: 'delay', until: 5 })
  expect((await jwks()).status).toBe(200)
  test.faults.add({ kind: 'delay', until: new Promise(() => {}) })
  const controller = new AbortController()
  const waiting = test.fetch(`${test.authUrl}/healthz`, { signal: controller.signal })
  controller.abort()
  await expect(waiting).rejects.toThrow(/abort/i)
})

it('rejects requests offline, shows the clock skew in Date, and publishes a rotated key', async () => {
  test.online = false
  await expect(jwks()).rejects.toThrow()
  test.online = true
  test.skewMs = 3_600_000
  const response = await jwks()
  expect(Date.parse(response.headers.get('date') ?? '')).toBe(NOW + 3_600_000)
  const kid = await test.rotateSigningKey()
  expect(((await (await jwks()).json()) as { keys: { kid: string }[] }).keys.map((key) => key.kid)).toContain(kid)
})
