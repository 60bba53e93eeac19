import { randomBytes, randomUUID } from 'node:crypto'
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { InMemorySpanExporter, NodeTracerProvider, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createService, type Service, type Storage, StorageError } from '../../../src/service/index.ts'
import { createNodeCrypto, createTracing, type RunningService, serve } from '../../../src/service/node.ts'
import { call, createTenant, grant, type Tenant, TOKEN } from '../../fixtures/caller.ts'
import { openEmbeddedStorage } from '../../fixtures/databases.ts'
import { signedRequest } from '../../fixtures/device.ts'

const REGISTERED = Symbol.for('opentelemetry.js.api.1')

/** Removes the SDK, so that other tests of this process have none. */
function unregister(): void {
  for (const api of [trace, context, propagation]) api.disable()
  Reflect.deleteProperty(globalThis, REGISTERED)
}

test('without an SDK there is no tracing', async () => {
  unregister()
  expect(await createTracing()).toBeUndefined()
  expect(REGISTERED in globalThis).toBe(false)
})

describe('with an SDK', () => {
  const exporter = new InMemorySpanExporter()
  let storage: Storage
  let running: RunningService
  /** The service over HTTP. */
  let service: Service
  let tenant: Tenant
  /** The error that the next statements with this text fail with. */
  let failure: { readonly text: string; readonly error: Error } | undefined
  const traceparent = (traceId: string, spanId: string) => ({ traceparent: `00-${traceId}-${spanId}-01` })
  const newId = (bytes: number) => randomBytes(bytes).toString('hex')

  beforeAll(async () => {
    new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register()
    const pglite = await openEmbeddedStorage()
    const failing = (text: string) => failure !== undefined && text.includes(failure.text)
    storage = {
      ...pglite,
      query: (text, values) => (failing(text) ? Promise.reject(failure?.error) : pglite.query(text, values)),
    }
    running = await serve({ port: 0, maxWaitMs: 60_000, storage })
    service = { ...running.service, authUrl: running.url, fetch: async (request) => fetch(request) }
    tenant = await createTenant(service)
  })
  beforeEach(() => {
    failure = undefined
    exporter.reset()
  })
  afterAll(async () => {
    await running.close()
    await storage.close()
    unregister()
  })

  /** Returns the spans when the span of the request has ended, which is after its response was sent. */
  async function spansOf(traceId: string): Promise<ReadableSpan[]> {
    const found = () => exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId)
    await expect.poll(() => found().filter(({ kind }) => kind !== SpanKind.CLIENT).length).toBe(1)
    return found()
  }

  test('a request has a server span by its route, in the trace of the caller, and its statements are child spans', async () => {
    const { device, token } = await tenant.device()
    exporter.reset()
    const [traceId, spanId] = [newId(16), newId(8)]
    const created = await call(service, '/license/create', {
      token,
      json: signedRequest(device),
      headers: traceparent(traceId, spanId),
    })
    expect(created.status).toBe(201)
    const spans = await spansOf(traceId)
    const [server] = spans.filter(({ kind }) => kind === SpanKind.SERVER)
    expect(server).toMatchObject({
      name: 'POST /license/create',
      status: { code: SpanStatusCode.UNSET },
      parentSpanContext: { traceId, spanId, isRemote: true },
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/license/create',
        'http.response.status_code': 201,
        'url.scheme': 'http',
      },
    })
    const statements = spans.filter(({ kind }) => kind === SpanKind.CLIENT)
    expect(statements.length).toBeGreaterThan(0)
    for (const { name, attributes, parentSpanContext } of statements) {
      expect(attributes).toMatchObject({ 'db.system.name': 'postgresql', 'db.query.summary': name })
      expect([server, ...statements].map((span) => span?.spanContext().spanId)).toContain(parentSpanContext?.spanId)
    }
    expect(statements.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^SELECT licet\.store_/))
  })

  test('requests at the same time have their own statements', async () => {
    const tokens = await Promise.all(Array.from({ length: 4 }, async (_, n) => (await tenant.device(`person-${n}`)).token))
    exporter.reset()
    const ids = Array.from({ length: 40 }, () => newId(16))
    const statuses = await Promise.all(
      ids.map(
        async (traceId, n) =>
          (await call(service, '/license', { token: tokens[n % 4], headers: traceparent(traceId, newId(8)) })).status,
      ),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    const names = new Set<string>()
    for (const traceId of ids) {
      const spans = await spansOf(traceId)
      const licenses = spans.filter(({ name }) => name === 'SELECT licet.licenses')
      expect(licenses).toHaveLength(1)
      for (const { name } of spans) names.add(name)
    }
    expect(names).toContain('GET /license')
  })

  test('a path without a route, an unknown method and a failed statement are named without what the caller sent', async () => {
    const missing = newId(16)
    await call(service, `/${randomUUID()}`, { headers: traceparent(missing, newId(8)) })
    const [unmatched] = await spansOf(missing)
    expect(unmatched).toMatchObject({ name: 'GET', attributes: { 'http.response.status_code': 404 } })
    expect(unmatched?.attributes).not.toHaveProperty('http.route')

    const other = newId(16)
    const request = new Request('http://a.example/license', { method: 'PROPFIND', headers: traceparent(other, newId(8)) })
    await running.service.fetch(request)
    const [refused] = await spansOf(other)
    expect(refused).toMatchObject({
      name: 'HTTP /license',
      attributes: { 'http.request.method': '_OTHER', 'http.response.status_code': 405 },
    })

    const token = await tenant.adminToken()
    failure = { text: 'licet.licenses', error: new StorageError('53100') }
    const failed = newId(16)
    expect((await call(service, '/license', { token, headers: traceparent(failed, newId(8)) })).status).toBe(500)
    const spans = await spansOf(failed)
    expect(spans.find(({ name }) => name === 'GET /license')).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': '500' },
    })
    expect(spans.find(({ kind, status }) => kind === SpanKind.CLIENT && status.code === SpanStatusCode.ERROR)).toMatchObject({
      attributes: { 'error.type': '53100', 'db.response.status_code': '53100' },
    })
  })

  test('inside of a span of the host, the span of the request is its child', async () => {
    const host = trace.getTracer('host').startSpan('host')
    const request = new Request(`${running.url}/healthz`, { headers: traceparent(newId(16), newId(8)) })
    await context.with(trace.setSpan(context.active(), host), () => running.service.fetch(request))
    const [span] = await spansOf(host.spanContext().traceId)
    expect(span).toMatchObject({
      name: 'GET /healthz',
      kind: SpanKind.INTERNAL,
      parentSpanContext: { spanId: host.spanContext().spanId },
    })
  })

  test('work in the background has no spans', async () => {
    await running.service.webhooks.deliver()
    expect(exporter.getFinishedSpans()).toEqual([])
  })

  test('a service in a program of the host records traces with the option tracing, and none without it', async () => {
    const platform = { authUrl: 'https://a.example', storage, crypto: createNodeCrypto() }
    const tracing = await createTracing()
    const traced = await createService({ ...platform, tracing })
    const plain = await createService(platform)
    const get = (from: Service) => from.fetch(new Request('https://a.example/.well-known/jwks.json'))
    await get(plain)
    expect(exporter.getFinishedSpans()).toEqual([])
    await get(traced)
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(['SELECT licet.signing_keys', 'GET /.well-known/jwks.json'])
    expect(exporter.getFinishedSpans()[1]?.attributes['url.scheme']).toBe('https')
  })

  test('no span contains a key, a token, a signature, a ptr or an address', async () => {
    const ptr = `person-${randomUUID()}`
    const { device } = await tenant.device(ptr)
    const client = {
      client_id: `address:${tenant.provider.providerId}:${device.address}`,
      client_secret: device.sign(device.address),
    }
    const tokens = await grant(service, client)
    const token = tokens.access_token
    const request = signedRequest(device, { ptr })
    const { body } = await call(service, '/license/create', { token, json: request })
    await call(service, `/license/${body.id}`, { token })
    await call(service, `/license?cursor=${token}`, { token })
    await call(service, '/license/create', { token, json: { ...request, signature: device.sign(ptr) } })
    await call(service, TOKEN, { form: { grant_type: 'client_credentials', client_id: ptr, client_secret: tenant.apiKey } })
    const admin = await tenant.adminToken()
    failure = { text: 'licet.licenses', error: new Error(`A driver repeats the statement, with ${ptr} and ${token}.`) }
    expect((await call(service, '/license', { token: admin })).status).toBe(500)
    failure = undefined
    await call(service, `/api/latest/provider/${tenant.provider.providerId}/user?id=${ptr}`, { method: 'DELETE', token: admin })
    const spans = exporter.getFinishedSpans()
    expect(spans.length).toBeGreaterThan(20)
    const text = JSON.stringify(
      spans.map(({ name, attributes, events, status, links }) => ({ name, attributes, events, status, links })),
    )
    const secrets = [ptr, device.address, device.pubKey, request.signature, token, tokens.refresh_token, tenant.apiKey, admin]
    expect([...secrets, client.client_secret, body.id].filter((secret) => text.includes(String(secret)))).toEqual([])
    expect(text).toContain('DELETE /api/latest/provider/:')
  })
})
