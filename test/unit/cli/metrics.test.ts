import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '../../../src/cli/commands/serve/create-logger.ts'
import { type ServiceEvent, type Storage, StorageError } from '../../../src/service/index.ts'
import { type RunningService, serve } from '../../../src/service/node.ts'
import { call, createTenant, grant, TOKEN } from '../../fixtures/caller.ts'
import { openEmbeddedStorage } from '../../fixtures/databases.ts'
import { signedRequest } from '../../fixtures/device.ts'
import { runLicet, startServe } from '../../fixtures/run-licet.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'

let running: RunningService
let storage: Storage
/** The error that the next statements fail with. */
let failure: Error | undefined
const log: string[] = []
/** Everything that was sent and received: header values, and texts in bodies. */
const exchanged = new Set<string>()
/** Ids of providers, which events and metrics name. */
const providers: string[] = []

/** The service as it is reached over HTTP. */
function reached() {
  return { ...running.service, authUrl: running.url, fetch: fetchAndRecord }
}

async function fetchAndRecord(request: Request): Promise<Response> {
  for (const [name, value] of request.headers) if (name === 'authorization') exchanged.add(value.replace(/^\w+ /, ''))
  collect(await request.clone().text())
  const response = await fetch(request)
  collect(await response.clone().text())
  return response
}

function collect(text: string): void {
  const add = (value: unknown): void => {
    if (typeof value === 'string') exchanged.add(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(add)
  }
  try {
    add(JSON.parse(text))
  } catch {
    for (const value of new URLSearchParams(text).values()) exchanged.add(value)
  }
}

beforeAll(async () => {
  const pglite = await openEmbeddedStorage()
  storage = {
    ...pglite,
    query: (text, values) => (failure === undefined ? pglite.query(text, values) : Promise.reject(failure)),
  }
  const io = { out: () => undefined, err: (line: string) => log.push(line), now: Date.now, env: {}, cwd: '.' }
  const { event, request } = await createLogger('debug', { ...io, signal: new AbortController().signal })
  running = await serve({
    port: 0,
    storage,
    metricsPort: 0,
    refreshReuseGraceMs: 0,
    onEvent: event,
    observer: request === undefined ? {} : { request },
  })
})
afterAll(async () => {
  await running.close()
  await storage.close()
})

async function scrape(): Promise<string> {
  const response = await fetch(running.metricsUrl ?? '')
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return response.text()
}

/** Returns the value of a metric with these labels, in any order. 0 when it is not there. */
function readMetric(text: string, name: string, labels: Readonly<Record<string, string | number>> = {}): number {
  const line = text
    .split('\n')
    .find(
      (one) => one.match(/^\w+/)?.[0] === name && Object.entries(labels).every(([key, value]) => one.includes(`${key}="${value}"`)),
    )
  return Number(line?.split(' ').at(-1) ?? 0)
}

const CREATE = { method: 'POST', route: '/license/create' }

test('counts requests, durations, error codes, signature failures and licenses, by route and provider', async () => {
  const service = reached()
  const tenant = await createTenant(service)
  providers.push(tenant.provider.providerId)
  const { device, token } = await tenant.device()
  const create = (json: unknown) => call(service, '/license/create', { token, json })
  expect((await create(signedRequest(device))).status).toBe(201)
  expect((await create(signedRequest(device, { description: 'Other' }))).status).toBe(201)
  expect((await create(signedRequest(device, { uses: [] }))).status).toBe(201)
  // Ended by the organization, after a letter.
  const { body: again } = await create(signedRequest(device, { description: 'Again' }))
  const json = { requestedBy: 'person', channel: 'letter' }
  const revoking = { token: await tenant.adminToken(), json }
  for (let n = 0; n < 2; n++) expect((await call(service, `/license/${again.id}/revoke`, revoking)).status).toBe(200)
  expect((await create({ ...signedRequest(device), signature: device.sign('other') })).status).toBe(400)
  await call(service, `/license/${randomUUID()}`, { token })
  await call(service, `/${randomUUID()}`)
  await call(service, '/license/create', { method: 'PUT', token })
  const text = await scrape()
  expect(readMetric(text, 'licet_request_duration_seconds_count', { ...CREATE, status: 201 })).toBe(4)
  expect(readMetric(text, 'licet_request_duration_seconds_sum', { ...CREATE, status: 201 })).toBeGreaterThan(0)
  expect(readMetric(text, 'licet_request_errors_total', { ...CREATE, code: 'invalid_signature' })).toBe(1)
  expect(readMetric(text, 'licet_signature_failures_total')).toBe(1)
  const { providerId: provider } = tenant.provider
  const states = ['active', 'superseded', 'revoked'].map((status) => readMetric(text, 'licet_licenses_total', { provider, status }))
  expect(states).toEqual([3, 1, 2])
  expect(readMetric(text, 'licet_http_connections')).toBeGreaterThan(0)
  expect(text).toContain('nodejs_eventloop_lag_seconds')
  expect(text).toContain('licet_database_waiting 0')
  const routes = new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route))
  expect(routes).toContain('/license/:id')
  expect(routes).toContain('unmatched')
  // A label with an id would be a new time series for each device or license.
  for (const route of routes) expect(route).not.toMatch(/[0-9a-f]{8}-/)
  expect(text).toContain('method="_OTHER",route="/license/create"')
})

// Regression: below the level debug, neither a response nor the event of its failure had an id.
test('a response and the event of its failure have the same id when requests are not logged', async () => {
  const events: ServiceEvent[] = []
  const quiet = await serve({ port: 0, storage, onEvent: (event) => events.push(event) })
  try {
    const response = await fetch(`${quiet.url}/healthz`)
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    failure = new StorageError('53100')
    const failed = await fetch(`${quiet.url}/readyz`)
    expect(failed.status).toBe(500)
    expect(events).toContainEqual(expect.objectContaining({ requestId: failed.headers.get('x-request-id') }))
  } finally {
    failure = undefined
    await quiet.close()
  }
})

test('logs each request with its id and the trace of the caller, and the failed request of an event', async () => {
  const before = log.length
  const headers = { traceparent: `00-${TRACE}-${SPAN}-01` }
  const response = await fetch(`${running.url}/healthz`, { headers })
  const requestId = response.headers.get('x-request-id')
  expect(log.slice(before).map((line) => JSON.parse(line))).toEqual([
    {
      level: 'debug',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      pid: process.pid,
      type: 'request',
      method: 'GET',
      route: '/healthz',
      status: 200,
      durationMs: expect.any(Number),
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      traceId: TRACE,
      spanId: SPAN,
    },
  ])
  expect(requestId).toBe(JSON.parse(log[before] ?? '').requestId)
  for (const traceparent of ['00-0-0-01', `ff-${TRACE}-${SPAN}-01`, `00-${'0'.repeat(32)}-${SPAN}-01`, 'Bearer secret']) {
    await fetch(`${running.url}/healthz`, { headers: { traceparent } })
    expect(JSON.parse(log.at(-1) ?? '')).not.toHaveProperty('traceId')
  }
})

test('no log line and no metric contains a key, a token, a signature, a ptr or an address of the run', async () => {
  const service = reached()
  const tenant = await createTenant(service)
  providers.push(tenant.provider.providerId)
  exchanged.add(tenant.apiKey)
  const ptr = `person-${randomUUID()}`
  const { device } = await tenant.device(ptr)
  const tokens = await grant(service, {
    client_id: `address:${tenant.provider.providerId}:${device.address}`,
    client_secret: device.sign(device.address),
  })
  const token = tokens.access_token
  const request = signedRequest(device, { ptr })
  const created = await call(service, '/license/create', { token, json: request })
  expect(created.status).toBe(201)
  await call(service, `/license/${created.body.id}`, { token })
  await call(service, '/license', { token, headers: { traceparent: `00-${TRACE}-${SPAN}-01` } })
  await call(service, `/license?cursor=${token}`, { token })
  await call(service, '/license/create', { token, json: { ...request, signature: device.sign(ptr) } })
  await call(service, TOKEN, { form: { grant_type: 'client_credentials', client_id: ptr, client_secret: tenant.apiKey } })
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' }
  expect((await call(service, TOKEN, { form: refresh })).status).toBe(200)
  expect((await call(service, TOKEN, { form: refresh })).status).toBe(400)
  const admin = await tenant.adminToken()
  failure = new Error(`A driver repeats the statement, with ${ptr}, ${token} and ${request.signature}.`)
  expect((await call(service, '/license', { token: admin })).status).toBe(500)
  failure = undefined
  await call(service, `/api/latest/provider/${tenant.provider.providerId}/user?id=${ptr}`, { method: 'DELETE', token: admin })
  const text = log.join('\n') + (await scrape())
  expect(text).toContain('refresh_reused')
  expect(text).toContain('"type":"server_error"')
  expect(readMetric(text, 'licet_events_total', { type: 'server_error' })).toBe(1)
  // A text with spaces is a message.
  const secrets = [...exchanged].filter((value) => value.length >= 20 && !providers.includes(value) && !value.includes(' '))
  expect(secrets.length).toBeGreaterThan(15)
  const all = [...secrets, ptr, device.address, device.pubKey, request.signature]
  expect(all.filter((secret) => text.includes(secret))).toEqual([])
})

test('shows how long the oldest webhook event waits, without those that were given up', async () => {
  const tenant = await createTenant(reached())
  providers.push(tenant.provider.providerId)
  const age = async () => readMetric(await scrape(), 'licet_webhook_outbox_age_seconds')
  expect(await age()).toBe(0)
  const endpoint = { providerId: tenant.provider.providerId, url: 'https://127.0.0.1:9', allowPrivate: true }
  await running.service.webhooks.createEndpoint(endpoint)
  const { device, token } = await tenant.device()
  const create = { token, json: signedRequest(device) }
  expect((await call(reached(), '/license/create', create)).status).toBe(201)
  const change = (assignments: string) => storage.query(`UPDATE licet.webhook_deliveries SET ${assignments}`)
  // Not sent again meanwhile.
  await change("created = created - interval '1 hour', due = '9999-01-01'")
  expect(await age()).toBeGreaterThan(3600)
  expect(await age()).toBeLessThan(3700)
  // While the database fails, the last value stays.
  failure = new Error('The database fails.')
  expect(await age()).toBeGreaterThan(3600)
  failure = undefined
  await change('dead = now()')
  expect(await age()).toBe(0)
})

test('shows the size of the public log, and the cosignatures of its newest checkpoint', async () => {
  await storage.query(
    "INSERT INTO licet.log_pending (kind, hash, at, license_id) SELECT 'license', sha256('x'), 1, gen_random_uuid()",
  )
  await running.service.appendLog()
  const read = async (name: string) => readMetric(await scrape(), name)
  expect(await read('licet_log_entries')).toBeGreaterThan(0)
  expect([await read('licet_log_waiting_seconds'), await read('licet_log_cosignatures')]).toEqual([0, 0])
  await storage.query('UPDATE licet.log_checkpoints SET note = note || $1', ['— witness.example AAAAAAAA\n'])
  expect(await read('licet_log_cosignatures')).toBe(1)
})

test('metrics are only on their own port', async () => {
  expect((await fetch(`${running.url}/metrics`)).status).toBe(404)
  const origin = new URL(running.metricsUrl ?? '').origin
  expect((await fetch(`${origin}/healthz`)).status).toBe(404)
  const posted = await fetch(`${origin}/metrics`, { method: 'POST' })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test('`licet serve` has metrics with --metrics-port, logs no request at the level info, and refuses a taken port', async () => {
  const { address, url, log: lines, stop } = await startServe(['--memory', '--metrics-port', '0'])
  const metricsUrl = String(address.metricsUrl)
  await fetch(`${url}/healthz`)
  expect(await (await fetch(metricsUrl)).text()).toContain('licet_http_connections')
  expect(lines).toEqual([])
  const taken = await runLicet(['serve', '--memory', '--port', '0', '--metrics-port', new URL(metricsUrl).port])
  expect(taken).toMatchObject({ code: 1, err: expect.stringContaining(`port ${new URL(metricsUrl).port}`) })
  expect(await stop()).toBe(0)
  await expect(fetch(metricsUrl)).rejects.toThrow()
})

test('a log of warnings contains webhooks that fail, and a log of errors contains events that are given up', async () => {
  const typesAt = async (level: 'error' | 'warn') => {
    const lines: string[] = []
    const io = { out: () => undefined, err: (line: string) => lines.push(line), now: Date.now, env: {}, cwd: '.' }
    const { event } = await createLogger(level, { ...io, signal: new AbortController().signal })
    event({ type: 'webhook_failing', endpointId: 'e', reason: '500' })
    event({ type: 'webhook_given_up', endpointId: 'e', id: 'w', reason: '500' })
    event({ type: 'webhook_recovered', endpointId: 'e' })
    return lines.map((line) => JSON.parse(line).type)
  }
  expect(await typesAt('warn')).toEqual(['webhook_failing', 'webhook_given_up'])
  expect(await typesAt('error')).toEqual(['webhook_given_up'])
})
