import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasLoneSurrogate } from '../../../src/core/json.ts'
import { createService, type Service, type Storage } from '../../../src/service/index.ts'
import { call, createTenant, grant, TOKEN } from '../../fixtures/caller.ts'
import { openEmbeddedStorage } from '../../fixtures/databases.ts'
import { pooledDevice, signedRequest } from '../../fixtures/device.ts'
import { countOf, inTitle } from '../../support/counts.ts'
import { projectRoot } from '../../support/run-command.ts'

const FORMS = countOf(500_000, 500)

let storage: Storage
let service: Service
beforeAll(async () => {
  storage = await openEmbeddedStorage()
  // On a busy machine, a request can wait longer than the default.
  service = await createService({ authUrl: 'https://auth.example.com', storage, maxWaitMs: 60_000 })
})
afterAll(() => storage.close())

test.each([
  '',
  'auth.example.com',
  '/auth',
  'ftp://a.example',
  'https://a.example/?x=1',
  'https://a.example/#x',
  'https://u:p@a.example',
  'https://:p@a.example',
  // Regression: the issuer of every token and the addresses in the metadata contained the space.
  'https://a.example ',
  'https://a.example?',
])('an authUrl like %j is refused with its field', async (authUrl) => {
  await expect(createService({ authUrl, storage })).rejects.toMatchObject({ code: 'invalid_configuration', field: 'authUrl' })
  await expect(createService({ authUrl: 'https://a.example', trailUrl: authUrl, storage })).rejects.toMatchObject({
    field: 'trailUrl',
  })
})

test('the two base addresses can have different paths, health is also at the root, and the issuer is the configured one', async () => {
  const split = await createService({ authUrl: 'https://id.example/auth/', trailUrl: 'https://trail.example/v1', storage })
  expect(split.authUrl).toBe('https://id.example/auth')
  const keys = await split.fetch(new Request('https://id.example/auth/.well-known/jwks.json'))
  expect(keys.status).toBe(200)
  expect((await split.fetch(new Request('https://id.example/.well-known/jwks.json'))).status).toBe(404)
  expect((await split.fetch(new Request('https://trail.example/v1/license'))).status).toBe(401)
  expect((await split.fetch(new Request('https://trail.example/license'))).status).toBe(404)
  for (const path of ['/healthz', '/readyz', '/auth/healthz', '/auth/readyz', '/v1/healthz', '/v1/readyz']) {
    expect((await split.fetch(new Request(`https://id.example${path}`))).status).toBe(200)
    expect(split.owns(path)).toBe(true)
  }
  expect([
    split.owns('/auth/api/latest/auth'),
    split.owns('/v1/license/x'),
    split.owns('/v1/license/x/y'),
    split.owns('/page'),
  ]).toEqual([true, true, false, false])
})

// Regression: base addresses were used as patterns, which these characters broke or changed.
test.each(['c++', 'a*b', '(x', ':any', 'é', 'a.b'])('a base address with the path /%s is served only there', async (base) => {
  const authUrl = `https://a.example/${base}`
  const odd = await createService({ authUrl, storage })
  const status = async (path: string) => (await odd.fetch(new Request(`https://a.example${path}`))).status
  const { pathname } = new URL(authUrl)
  expect(await status(`/${base}/.well-known/jwks.json`)).toBe(200)
  expect(await status(`/${base}/license/an%20id`)).toBe(401)
  expect(await status('/other/.well-known/jwks.json')).toBe(404)
  expect([`${pathname}/license/x`, '/other/license/x', `${pathname}/license/`].map(odd.owns)).toEqual([true, false, false])
})

test('a service closes only the storage that it opened', async () => {
  const own = await createService({ authUrl: 'https://a.example' })
  await own.close()
  expect((await call(own, '/readyz')).status).toBe(503)
  const handed = await createService({ authUrl: 'https://a.example', storage })
  await handed.close()
  expect((await call(handed, '/readyz')).status).toBe(200)
})

test('tokens of a service are refused by another issuer with the same keys', async () => {
  const tenant = await createTenant(service)
  const other = await createService({ authUrl: 'https://other.example', storage })
  const token = await tenant.adminToken()
  expect((await call(service, '/api/latest/profile', { token })).status).toBe(200)
  expect((await call(other, '/api/latest/profile', { token })).status).toBe(401)
})

test('F2: events contain no secret and no ptr', async () => {
  const events: unknown[] = []
  const broken = await createService({
    authUrl: 'https://auth.example.com',
    storage: {
      ...storage,
      query: (text, values) =>
        text.includes('store_license')
          ? Promise.reject(new TypeError('canary-message with a pointer'))
          : storage.query(text, values),
    },
    onEvent: (event) => events.push(event),
  })
  const tenant = await createTenant(service)
  const { device, token } = await tenant.device('canary-pointer')
  const response = await call(broken, '/license/create', { token, json: signedRequest(device, { ptr: 'canary-pointer' }) })
  expect([response.status, response.body.code]).toEqual([500, 'server_error'])
  expect(JSON.stringify(response.body)).not.toContain('canary')
  expect(events).toEqual([{ type: 'server_error', method: 'POST', route: '/license/create', error: 'TypeError' }])
})

test('an incomplete body is invalid_request, not an error of the service', async () => {
  const events: unknown[] = []
  const watched = await createService({ authUrl: 'https://a.example', storage, onEvent: (event) => events.push(event) })
  for (const headers of [{}, { 'content-length': '100' }]) {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('grant_type='))
        controller.error(new Error('gone'))
      },
    })
    const request = new Request(`https://a.example${TOKEN}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      duplex: 'half',
    } as RequestInit)
    expect((await watched.fetch(request)).status).toBe(400)
  }
  expect(events).toEqual([])
})

/** A lone surrogate has no percent encoding. */
const wellFormed = (text: string) => (hasLoneSurrogate(text) ? '' : text)

describe('random input', () => {
  const form = fc.array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom('grant_type', 'client_id', 'client_secret', 'scope', 'expires', 'refresh_token', 'token'),
        fc.string(),
      ),
      fc.oneof(
        fc.constantFrom('client_credentials', 'refresh_token', 'user:x', 'provider:', 'a.b.c', '600', '%', '+'),
        fc.string({ unit: 'binary' }),
      ),
    ),
    { maxLength: 8 },
  )
  const encoded = fc
    .tuple(form, fc.boolean())
    .map(([pairs, escaped]) =>
      pairs
        .map(([name, value]) =>
          escaped ? `${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(wellFormed(value))}` : `${name}=${value}`,
        )
        .join('&'),
    )

  test(`B18: ${inTitle(FORMS)} random forms get 4xx in the OAuth format`, {
    timeout: 900_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(encoded, async (body) => {
        const response = await call(service, TOKEN, { form: body })
        expect(response.status).toBeGreaterThanOrEqual(400)
        expect(response.status).toBeLessThan(500)
        expect(typeof response.body.error).toBe('string')
      }),
      { numRuns: FORMS },
    )
  })

  test('random JSON that a device signs is stored or refused, and never a server error', async () => {
    const unlimited = await createService({ authUrl: service.authUrl, storage, maxLicensesPerHour: 0, maxTermsPerDay: 0 })
    const tenant = await createTenant(unlimited)
    const { device, token } = await tenant.device()
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary', maxLength: 40 }), async (value, text) => {
        const members = { 'x-any': value, description: text, terms: `${text}.`, ptr: [...text].slice(0, 10).join('') } as never
        const signable = !hasLoneSurrogate(text) && !hasLoneSurrogate(JSON.stringify(value))
        const response = await call(unlimited, '/license/create', {
          token,
          json: signable ? signedRequest(device, members) : members,
        })
        // 409: more than 100 active licenses, because most have another ptr.
        expect([200, 201, 400, 409]).toContain(response.status)
        if (response.status === 201)
          expect(response.body).toMatchObject({ description: text, 'x-any': JSON.parse(JSON.stringify(value)) })
      }),
      { numRuns: countOf(200, 80) },
    )
  })
})

test('two services on one database accept each other’s tokens, refresh tokens and licenses', async () => {
  const second = await createService({ authUrl: 'https://auth.example.com', storage })
  const tenant = await createTenant(service)
  const device = pooledDevice(0)
  await tenant.register(device)
  const client = {
    client_id: `address:${tenant.provider.providerId}:${device.address}`,
    client_secret: device.sign(device.address),
  }
  const { access_token: token, refresh_token } = await grant(second, client)
  const json = signedRequest(device)
  expect((await call(service, '/license/create', { token, json })).status).toBe(201)
  expect((await call(second, '/license/create', { token, json })).status).toBe(200)
  const refreshed = await call(service, TOKEN, { form: { grant_type: 'refresh_token', refresh_token: refresh_token ?? '' } })
  expect(refreshed.status).toBe(200)
})

// Regression: every start of the service read the code that verifies time stamps, 900 lines that only `--timestamp` needs.
test.each(['create-service.ts', 'node.ts'])('%s starts without the code that verifies time stamps', (name) => {
  const files = new Set<string>()
  const visit = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^']*?from '(\.[^']+)'/gm))
      visit(join(dirname(file), path))
  }
  visit(join(projectRoot, 'src/service', name))
  expect(files.size).toBeGreaterThan(100)
  const loaded = [...files].map((file) => basename(file))
  // Writes the `extra` line of a proof.
  expect(loaded.filter((file) => file.startsWith('timestamp-'))).toEqual(['timestamp-extra.ts'])
  expect(loaded).toEqual(expect.not.arrayContaining(['verify-timestamp.ts']))
  expect(loaded).toEqual(expect.not.arrayContaining(['der.ts']))
})
