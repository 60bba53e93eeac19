import { Hono } from 'hono'
import { afterEach, beforeAll, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { AuthClient } from '../../../src/client/index.ts'
import { requireLicense as requireInHono } from '../../../src/server/hono.ts'
import { createIdentityToken, permits, permitsMany } from '../../../src/server/index.ts'
import { requireLicense as requireInNext } from '../../../src/server/next.ts'
import { newUserId, openService } from '../../fixtures/client.ts'
import { createBackend } from '../../fixtures/identity.ts'

const { test: service, open } = await openService()
const backend = createBackend(service.provider.id)
const usecase = 'analytics'

let auth: AuthClient
let [vouched, claimed] = ['', '']
beforeAll(async () => {
  const { admin } = service.service
  const { key: apiKey } = await admin.createApiKey({ userId: service.user.userId, scope: 'trail' })
  vi.stubEnv('LICET_API_KEY', apiKey)
  await admin.addIdentityKey(service.provider.id, backend.publicJwk as { kty: string; crv: string; x: string; y: string })
  auth = new AuthClient({
    authUrl: service.authUrl,
    fetch: service.fetch,
    credentials: { userId: service.user.userId, apiKey },
    permitCacheMs: 0,
  })
  vouched = newUserId()
  claimed = newUserId()
  const identityKey = JSON.stringify(backend.privateKey.export({ format: 'jwk' }))
  const settings = { identityKey, providerId: service.provider.id, authUrl: service.authUrl }
  await open(service, { userId: vouched, identity: () => createIdentityToken({ userId: vouched, ...settings }) }).createLicense()
  await open(service, { userId: claimed }).createLicense()
})

/** The id of the signed-in person, which the host app reads from its session. */
const userId = (request: Request) => request.headers.get('x-session')
const requestOf = (person: string) => new Request('https://app.example/offers', { headers: { 'x-session': person } })
const offers = vi.fn((_request: Request) => Response.json({ offers: [1] }))
beforeEach(() => offers.mockClear())

const guarded = (options: { readonly allowUnvouched?: boolean; readonly usecase?: string } = {}) => {
  const next = requireInNext({ usecase, userId, auth, ...options }, offers)
  const app = new Hono()
  app.get('/offers', requireInHono({ usecase, userId: (c) => userId(c.req.raw), auth, ...options }), (c) => offers(c.req.raw))
  return { Next: next, Hono: async (request: Request) => app.fetch(request) }
}
const outcomeOf = async (response: Response) => [response.status, (await response.json()).reason]

describe.each(['Next', 'Hono'] as const)('requireLicense of %s', (framework) => {
  test('runs the handler for a person whose license is vouched for', async () => {
    const response = await guarded()[framework](requestOf(vouched))
    expect(await response.json()).toEqual({ offers: [1] })
  })

  test('refuses everyone else with the reason, and does not run the handler', async () => {
    const { [framework]: get } = guarded()
    expect(await outcomeOf(await get(requestOf('')))).toEqual([403, 'signed_out'])
    expect(await outcomeOf(await get(requestOf('nobody')))).toEqual([403, 'no_active_license'])
    expect(await outcomeOf(await get(requestOf(claimed)))).toEqual([403, 'no_active_license'])
    expect(await outcomeOf(await guarded({ usecase: 'ai_training' })[framework](requestOf(vouched)))).toEqual([403, 'not_covered'])
    const refused = await get(requestOf(claimed))
    expect([refused.headers.get('content-type'), refused.headers.get('cache-control')]).toEqual([
      'application/problem+json',
      'no-store',
    ])
    expect(await refused.json()).toMatchObject({ status: 403, code: 'license_required', detail: expect.any(String) })
    expect(offers).not.toHaveBeenCalled()
  })

  test('runs the handler for a claimed person only with allowUnvouched', async () => {
    expect((await guarded({ allowUnvouched: true })[framework](requestOf(claimed))).status).toBe(200)
    expect((await guarded({ allowUnvouched: true })[framework](requestOf('nobody'))).status).toBe(403)
  })

  test('refuses with 503 while the service cannot be asked', async () => {
    service.online = false
    const response = await guarded()[framework](requestOf(vouched))
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(offers).not.toHaveBeenCalled()
  })
})

test('requireLicense of Next passes the arguments of a route, and an error of the configuration', async () => {
  const get = requireInNext(
    { usecase, userId: async () => vouched, auth },
    async (request: Request, { params }: { readonly params: Promise<{ readonly id: string }> }) =>
      new Response(`${(await params).id} ${request.url}`),
  )
  const response = await get(requestOf(vouched), { params: Promise.resolve({ id: '7' }) })
  expect(await response.text()).toBe('7 https://app.example/offers')
  const misconfigured = new AuthClient({ authUrl: service.authUrl, fetch: service.fetch })
  const failing = requireInNext({ usecase, userId, auth: misconfigured }, offers)
  await expect(failing(requestOf(vouched))).rejects.toMatchObject({ code: 'invalid_configuration' })
})

test('requireLicense of Next wraps the proxy of an app, which may respond with nothing', async () => {
  const proxy = requireInNext({ usecase, userId, auth }, () => undefined)
  expectTypeOf(proxy).returns.toEqualTypeOf<Promise<Response | undefined>>()
  expect(await proxy(requestOf(vouched))).toBeUndefined()
  expect((await proxy(requestOf('nobody')))?.status).toBe(403)
})

test('requireLicense of Hono reads the person from a typed variable of the context', async () => {
  const app = new Hono<{ Variables: { person: string } }>()
  app.use((c, next) => {
    c.set('person', vouched)
    return next()
  })
  app.get('/offers', requireInHono({ usecase, userId: (c) => c.get('person'), auth }), (c) => c.text(c.get('person')))
  expect(await (await app.request('/offers')).text()).toBe(vouched)
})

describe('permits() of licet/server', () => {
  const variables = () => ({
    LICET_AUTH_URL: service.authUrl,
    LICET_USER_ID: service.user.userId,
    LICET_PROVIDER_ID: service.provider.id,
  })
  beforeEach(() => {
    for (const [name, value] of Object.entries(variables())) vi.stubEnv(name, value)
    vi.stubGlobal('fetch', service.fetch)
  })
  afterEach(() => vi.unstubAllGlobals())

  test('asks with the settings of the environment, and shares one client', async () => {
    expect(await permits({ userId: vouched, usecase })).toMatchObject({ permitted: true, vouched: true })
    service.requests.length = 0
    const [first, second] = await permitsMany([
      { userId: vouched, usecase },
      { userId: claimed, usecase },
    ])
    expect([first?.vouched, second?.vouched]).toEqual([true, false])
    expect(service.requests.map(({ path }) => path.replace(/\?.*/, ''))).toEqual(['/license/permit'])
  })

  test('names no option for the API key, because there is none', async () => {
    const value = process.env.LICET_API_KEY
    vi.stubEnv('LICET_API_KEY', '')
    await expect(permits({ userId: vouched, usecase })).rejects.toMatchObject({ message: expect.not.stringContaining('option') })
    vi.stubEnv('LICET_API_KEY', value)
  })

  test.each(['LICET_AUTH_URL', 'LICET_USER_ID', 'LICET_API_KEY'])('reports that %s is missing', async (name) => {
    const value = process.env[name]
    vi.stubEnv(name, ' ')
    await expect(permits({ userId: vouched, usecase })).rejects.toMatchObject({
      code: 'invalid_configuration',
      message: expect.stringContaining(name),
    })
    vi.stubEnv(name, value)
  })
})
