import { createLocalJWKSet, jwtVerify } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '../../src/service/routes.ts'
import { type CallOptions, call, createTenant, type Tenant, TOKEN } from '../fixtures/caller.ts'
import { type Device, pooledDevice, signedRequest } from '../fixtures/device.ts'
import { createBackend } from '../fixtures/identity.ts'
import { watchStorage } from '../fixtures/watched-storage.ts'
import { AUTH_URL, describeWorlds } from '../fixtures/worlds.ts'

/** Every kind of token that the service issues, and none. */
const KINDS = ['none', 'garbage', 'user', 'provider', 'provider without account:provider', 'address', 'refresh', 'receipt'] as const
type Kind = (typeof KINDS)[number]

/** A valid call of an operation, and its status for each permitted kind of token. Other kinds get 401 or 403. */
interface Operation {
  readonly name: string
  readonly path: (tenant: Tenant, licenseId: string) => string
  readonly options: (tenant: Tenant, device: Device) => CallOptions
  readonly allowed: Partial<Record<Kind, number>> | 'public'
}

const TENANT_SHAPE = { provider: { providerId: 'provider' } } as Tenant

const OPERATIONS: readonly Operation[] = [
  {
    name: 'token revoke',
    path: () => TOKEN,
    options: () => ({ form: { token: 'unknown' } }),
    allowed: { user: 200 },
  },
  {
    name: 'token revoke at its own path',
    path: () => '/api/latest/auth/revoke',
    options: () => ({ form: { refresh_token: 'unknown' } }),
    allowed: { user: 200 },
  },
  { name: 'key set', path: () => '/.well-known/jwks.json', options: () => ({}), allowed: 'public' },
  { name: 'metadata', path: () => '/.well-known/oauth-authorization-server', options: () => ({}), allowed: 'public' },
  { name: 'health', path: () => '/healthz', options: () => ({}), allowed: 'public' },
  { name: 'readiness', path: () => '/readyz', options: () => ({}), allowed: 'public' },
  { name: 'get profile', path: () => '/api/latest/profile', options: () => ({}), allowed: { user: 200 } },
  { name: 'list API keys', path: () => '/api/latest/profile/keys', options: () => ({}), allowed: { user: 200 } },
  {
    name: 'create API key',
    path: () => '/api/latest/profile/keys',
    options: () => ({ json: { name: 'ci' } }),
    allowed: { user: 201 },
  },
  { name: 'list users', path: () => '/api/latest/user', options: () => ({}), allowed: { user: 200 } },
  { name: 'list providers', path: () => '/api/latest/provider', options: () => ({}), allowed: { user: 200 } },
  { name: 'stats', path: () => '/stats', options: () => ({}), allowed: { user: 200 } },
  {
    name: 'create provider',
    path: () => '/api/latest/provider',
    options: () => ({ json: { name: 'Other' } }),
    allowed: { user: 201 },
  },
  {
    name: 'get provider',
    path: ({ provider }) => `/api/latest/provider/${provider.providerId}`,
    options: () => ({}),
    allowed: { user: 200 },
  },
  {
    name: 'register address',
    path: ({ provider }) => `/api/latest/provider/${provider.providerId}/user`,
    options: (_, device) => ({
      json: { id: 'user-1', address: device.address, pubKey: device.pubKey, signature: device.sign(`user-1.${device.address}`) },
    }),
    allowed: { provider: 200 },
  },
  {
    name: 'list addresses',
    path: ({ provider }) => `/api/latest/provider/${provider.providerId}/user?id=user-1`,
    options: () => ({}),
    allowed: { provider: 200, user: 200 },
  },
  {
    name: 'create license',
    path: () => '/license/create',
    options: (_, device) => ({ json: signedRequest(device) }),
    allowed: { address: 200 },
  },
  { name: 'verify license', path: () => '/license/verify', options: () => ({ json: {} }), allowed: { address: 200 } },
  {
    name: 'license permit',
    path: () => '/license/permit',
    options: () => ({ json: { ptr: 'user-1', usecase: 'analytics' } }),
    allowed: { user: 200 },
  },
  { name: 'list licenses', path: () => '/license', options: () => ({}), allowed: { address: 200, user: 200 } },
  { name: 'search licenses', path: () => '/license/search', options: () => ({ json: {} }), allowed: { user: 200 } },
  { name: 'get license', path: (_, id) => `/license/${id}`, options: () => ({}), allowed: { address: 200, user: 200 } },
  {
    name: 'get proof',
    path: (_, id) => `/license/${id}/proof`,
    options: () => ({}),
    // The log gets the license some seconds later.
    allowed: { address: 404, user: 404 },
  },
  { name: 'keys of the log', path: () => '/log/keys', options: () => ({}), allowed: 'public' },
  {
    name: 'revoke license',
    path: (_, id) => `/license/${id}/revoke`,
    options: () => ({ json: { requestedBy: 'person', channel: 'letter' } }),
    allowed: { user: 200 },
  },
  {
    name: 'create identity key',
    path: ({ provider }) => `/api/latest/provider/${provider.providerId}/identity-key`,
    options: ({ provider }) => ({ json: createBackend(provider.providerId).publicJwk }),
    allowed: { user: 201 },
  },
  {
    name: 'list identity keys',
    path: ({ provider }) => `/api/latest/provider/${provider.providerId}/identity-key`,
    options: () => ({}),
    allowed: { user: 200 },
  },
  {
    name: 'delete identity key',
    path: ({ provider }) => `/api/latest/provider/${provider.providerId}/identity-key/unknown`,
    options: () => ({ method: 'DELETE' }),
    allowed: { user: 404 },
  },
  {
    // The service of this suite sends with `fetch`, which cannot see which address a name resolves to.
    name: 'create webhook',
    path: ({ provider }) => `/api/latest/provider/${provider.providerId}/webhook`,
    options: () => ({ json: { url: 'https://example.com/hooks' } }),
    allowed: { user: 501 },
  },
  {
    name: 'list webhooks',
    path: ({ provider }) => `/api/latest/provider/${provider.providerId}/webhook`,
    options: () => ({}),
    allowed: { user: 200 },
  },
  {
    // The provider has no webhook that would get the event.
    name: 'send reminders',
    path: ({ provider }) => `/api/latest/provider/${provider.providerId}/reminder`,
    options: () => ({ json: { terms_hash: 'A'.repeat(43) } }),
    allowed: { user: 400 },
  },
  {
    name: 'list reminders',
    path: ({ provider }) => `/api/latest/provider/${provider.providerId}/reminder`,
    options: () => ({}),
    allowed: { user: 200 },
  },
  { name: 'delete webhook', path: () => '/api/latest/webhook/none', options: () => ({ method: 'DELETE' }), allowed: { user: 404 } },
  {
    name: 'rotate webhook secret',
    path: () => '/api/latest/webhook/none/secret',
    options: () => ({ json: {} }),
    allowed: { user: 404 },
  },
  {
    name: 'replay webhook',
    path: () => '/api/latest/webhook/none/replay',
    options: () => ({ method: 'POST' }),
    allowed: { user: 404 },
  },
  {
    name: 'test webhook',
    path: () => '/api/latest/webhook/none/test',
    options: () => ({ method: 'POST' }),
    allowed: { user: 404 },
  },
  {
    name: 'delete addresses',
    path: ({ provider }) => `/api/latest/provider/${provider.providerId}/user?id=nobody`,
    options: () => ({ method: 'DELETE' }),
    allowed: { user: 204 },
  },
  {
    name: 'delete provider',
    path: ({ provider }) => `/api/latest/provider/${provider.providerId}`,
    options: () => ({ method: 'DELETE' }),
    allowed: { user: 204 },
  },
]

test('this suite covers every operation that requires a token', () => {
  const covered = (method: string, path: string) =>
    OPERATIONS.some((operation) => {
      const options = operation.options(TENANT_SHAPE, pooledDevice(0))
      const called = options.method ?? (options.form !== undefined || options.json !== undefined ? 'POST' : 'GET')
      const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
      return called === method && pattern.test(operation.path(TENANT_SHAPE, 'id').replace(/\?.*$/, ''))
    })
  const missing = ROUTES.flatMap(({ method, paths }) => paths.filter((path) => !covered(method, path)))
  // Their clients authenticate with a secret instead of a token: service-token-endpoint.test.ts and service-oauth.test.ts.
  const withSecret = ['/api/latest/auth', '/oauth2/token', '/oauth2/revoke', '/oauth2/introspect']
  // They are public once the log has an entry: service-public-log.test.ts.
  const ofLog = [
    '/log/checkpoint',
    '/log/:epoch{[1-9]\\d*}/checkpoint',
    '/log/tile/:path{.+}',
    '/log/:epoch{[1-9]\\d*}/tile/:path{.+}',
    '/log/timestamp/:name',
    '/log/:epoch{[1-9]\\d*}/timestamp/:name',
  ]
  expect(missing).toEqual([...withSecret, ...ofLog])
})

describeWorlds('the service', (world) => {
  test('a device registers and stores a license, and jose verifies the receipt', async () => {
    const tenant = await createTenant(world.service)
    const { device, token } = await tenant.device()
    const request = signedRequest(device)
    const first = await call(world.service, '/license/create', { token, json: request })
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      status: 'active',
      ...request,
      providerId: tenant.provider.providerId,
      address: device.address,
    })
    const again = await call(world.service, '/license/create', { token, json: request })
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    const keys = await call(world.service, '/.well-known/jwks.json')
    const { payload } = await jwtVerify(first.body.receipt, createLocalJWKSet(keys.body), {
      typ: 'license-receipt+jwt',
      issuer: AUTH_URL,
    })
    expect(payload).toMatchObject({ sub: device.address, lic: first.body.id, terms: first.body.termsHash, status: 'active' })
  })

  describe('F8: every operation with every kind of token', () => {
    let tenant: Tenant
    let device: Device
    let licenseId: string
    let tokens: Record<Kind, string | undefined>
    beforeAll(async () => {
      tenant = await createTenant(world.service)
      const registered = await tenant.device()
      device = registered.device
      const license = await call(world.service, '/license/create', { token: registered.token, json: signedRequest(device) })
      licenseId = license.body.id
      const granted = await call(world.service, TOKEN, {
        form: {
          grant_type: 'client_credentials',
          client_id: `provider:${tenant.provider.providerId}`,
          client_secret: tenant.provider.pubKey,
        },
      })
      tokens = {
        none: undefined,
        garbage: 'abc.def.ghi',
        user: await tenant.adminToken(),
        provider: granted.body.access_token,
        'provider without account:provider': await tenant.providerToken('trail publish'),
        address: registered.token,
        refresh: granted.body.refresh_token,
        receipt: license.body.receipt,
      }
    })

    for (const operation of OPERATIONS) {
      test.each(KINDS.map((kind) => [kind]))(`F8: ${operation.name} with the token %s`, async (kind) => {
        const { path, options, allowed } = operation
        const response = await call(world.service, path(tenant, licenseId), { token: tokens[kind], ...options(tenant, device) })
        const welcome = allowed === 'public' ? 200 : allowed[kind]
        if (welcome !== undefined) {
          expect(response.status).toBe(welcome)
          return
        }
        const isToken = ['user', 'provider', 'provider without account:provider', 'address'].includes(kind)
        expect(response.status).toBe(isToken ? 403 : 401)
        const code = isToken ? 'insufficient_scope' : 'invalid_token'
        expect(response.body.code ?? response.body.error).toBe(code)
        const challenge = response.headers.get('www-authenticate')
        expect(challenge).toBe(kind === 'none' ? 'Bearer realm="licet"' : `Bearer realm="licet", error="${code}"`)
        expect(response.headers.get('cache-control')).toBe('no-store')
      })
    }

    test('F8: records of another organization or device are refused', async () => {
      const fresh = await createTenant(world.service)
      const mine = await fresh.device()
      const { body: license } = await call(world.service, '/license/create', {
        token: mine.token,
        json: signedRequest(mine.device),
      })
      const stranger = await createTenant(world.service)
      const strangerAdmin = await stranger.adminToken()
      const strangerDevice = await stranger.device()
      const path = `/api/latest/provider/${fresh.provider.providerId}`
      expect((await call(world.service, path, { token: strangerAdmin })).status).toBe(404)
      expect((await call(world.service, path, { token: strangerAdmin, method: 'DELETE' })).status).toBe(404)
      expect((await call(world.service, `${path}/user?id=user-1`, { token: strangerAdmin, method: 'DELETE' })).status).toBe(404)
      const ofStranger = await call(world.service, `${path}/user?id=user-1`, { token: await stranger.providerToken() })
      // Regression: the message claimed that the token lacks a scope that it has.
      expect([ofStranger.status, ofStranger.body.code, ofStranger.body.detail]).toEqual([
        403,
        'insufficient_scope',
        expect.stringContaining('another provider'),
      ])
      for (const token of [strangerAdmin, strangerDevice.token]) {
        expect((await call(world.service, `/license/${license.id}`, { token })).status).toBe(404)
        expect((await call(world.service, '/license', { token })).body.licenses).toEqual([])
      }
      const sibling = await fresh.device('user-2')
      expect((await call(world.service, `/license/${license.id}`, { token: sibling.token })).status).toBe(404)
      // The device's public key is for API keys only.
      const ofAdmin = await call(world.service, `/license/${license.id}`, { token: await fresh.adminToken() })
      expect(ofAdmin.body).toEqual({ ...license, pubKey: expect.any(String) })
    })

    test('F8: a user cannot list the API keys of a colleague', async () => {
      const { orgId, adminToken } = await createTenant(world.service)
      const colleague = await world.service.admin.createUser({ orgId, email: `colleague-${orgId}@example.com` })
      const theirs = await world.service.admin.createApiKey({ userId: colleague.userId })
      const listed = await call(world.service, '/api/latest/profile/keys', { token: await adminToken() })
      expect([listed.status, listed.body.length]).toEqual([200, 1])
      expect(JSON.stringify(listed.body)).not.toContain(theirs.id)
    })
  })

  test('the operator creates nothing for an organization or a user that does not exist', async () => {
    const { admin } = world.service
    for (const id of [crypto.randomUUID(), 'unknown', '']) {
      const refused = (field: string) => ({ code: 'invalid_request', field })
      await expect(admin.createUser({ orgId: id, email: `${id}@example.com` })).rejects.toMatchObject(refused('orgId'))
      await expect(admin.createProvider({ orgId: id, name: 'App' })).rejects.toMatchObject(refused('orgId'))
      await expect(admin.createApiKey({ userId: id })).rejects.toMatchObject(refused('userId'))
      expect(await admin.listApiKeys(id)).toEqual([])
    }
  })

  test('profile, provider and API keys have the documented members', async () => {
    const tenant = await createTenant(world.service)
    const token = await tenant.adminToken()
    const time = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
    expect((await call(world.service, '/api/latest/profile', { token })).body).toEqual({
      userId: tenant.userId,
      email: tenant.email,
      orgId: tenant.orgId,
      created: time,
      modified: time,
    })
    const made = await call(world.service, '/api/latest/provider', { token, json: { name: 'New app' } })
    expect(made.body).toEqual({
      providerId: expect.any(String),
      name: 'New app',
      orgId: tenant.orgId,
      pubKey: expect.any(String),
      created: time,
      modified: time,
    })
    const path = `/api/latest/provider/${made.body.providerId}`
    expect((await call(world.service, path, { token })).body).toEqual(made.body)
    expect((await call(world.service, path, { token, method: 'DELETE' })).status).toBe(204)
    expect((await call(world.service, path, { token })).status).toBe(404)
    const key = await call(world.service, '/api/latest/profile/keys', { token, json: { name: 'ci' } })
    expect(key.body.key).toMatch(/^licet_[\w-]{43}$/)
    const keys = '/api/latest/profile/keys'
    expect((await call(world.service, keys, { token, method: 'POST' })).status).toBe(415)
    for (const [type, status] of [
      ['application/json; charset=utf-8', 201],
      ['Application/JSON;charset="UTF-8"', 201],
      ['application/json; charset=utf8', 415],
      ['application/json; profile=x', 415],
    ] as const) {
      const response = await call(world.service, keys, { token, body: '{}', headers: { 'content-type': type } })
      expect([type, response.status]).toEqual([type, status])
    }
    const listed = await call(world.service, '/api/latest/profile/keys', { token })
    const { key: _, ...shown } = key.body
    expect(listed.body).toContainEqual(shown)
    expect(JSON.stringify(listed.body)).not.toContain(key.body.key)
  })

  test('a repeated registration returns the same record, another id is a conflict, and a list requires a filter', async () => {
    const tenant = await createTenant(world.service)
    const device = pooledDevice(0)
    const first = await tenant.register(device)
    expect(first.body).toEqual({
      id: 'user-1',
      address: device.address,
      pubKey: device.pubKey,
      vouched: false,
      created: expect.any(String),
    })
    expect((await tenant.register(device)).body).toEqual(first.body)
    const conflict = await tenant.register(device, 'user-2')
    expect([conflict.status, conflict.body.code]).toEqual([409, 'address_taken'])
    const path = `/api/latest/provider/${tenant.provider.providerId}/user`
    const token = await tenant.providerToken()
    expect((await call(world.service, path, { token })).status).toBe(400)
    expect((await call(world.service, `${path}?id=`, { token })).status).toBe(400)
    expect((await call(world.service, `${path}?id=user-1&id=user-2`, { token })).status).toBe(400)
    expect((await call(world.service, `${path}?id=user-1&address=${device.address}`, { token })).body).toEqual([first.body])
    expect((await call(world.service, `${path}?id=user-2`, { token })).body).toEqual([])
  })

  test('the pages of the devices of an id are complete, whatever their number', async () => {
    const tenant = await createTenant(world.service)
    const { device } = await tenant.device()
    const path = `/api/latest/provider/${tenant.provider.providerId}/user`
    const token = await tenant.providerToken()
    // A whole number of pages, and one device more.
    for (const count of [200, 201]) {
      await world.storage.query(
        `INSERT INTO licet.addresses (provider_id, address, ptr, spki, created)
         SELECT provider_id, rpad(n::text, 43, 'A'), ptr, spki, created + n % 7 * interval '1 second'
         FROM licet.addresses, generate_series(1, $3::int4 - 1) AS n WHERE provider_id = $1 AND address = $2 ON CONFLICT DO NOTHING`,
        [tenant.provider.providerId, device.address, count],
      )
      const found: { address: string; created: string }[] = []
      for (let query: string | undefined = '?id=user-1'; query !== undefined; ) {
        const { body, headers } = await call(world.service, path + query, { token })
        expect(headers.get('cache-control')).toBe('no-store')
        found.push(...body)
        query = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
      }
      expect(new Set(found.map((each) => each.address)).size).toBe(count)
      expect(found).toHaveLength(count)
      const times = found.map((each) => each.created)
      expect(times).toEqual([...times].sort().reverse())
    }
    expect((await call(world.service, `${path}?id=user-1`, { token, method: 'HEAD' })).status).toBe(200)
  })

  // Regression: %FF was decoded as U+FFFD and %zz as itself, so that two URLs meant the same text.
  test('B5: a query with an escape that is not UTF-8, or with U+0000, is 400', async () => {
    const tenant = await createTenant(world.service)
    const token = await tenant.providerToken()
    const list = async (query: string) => {
      const { status, body } = await call(world.service, `/api/latest/provider/${tenant.provider.providerId}/user?${query}`, {
        token,
      })
      return [status, body.code]
    }
    for (const query of ['id=%FF', 'id=%zz', 'id=%C0%80', 'id=%00', 'i%64=a&id=b', 'id=%ED%A0%80', '%FF=a'])
      expect([query, ...(await list(query))]).toEqual([query, 400, 'invalid_request'])
    expect(await list('id=a+b%C3%BC&')).toEqual([200, undefined])
  })

  // Regression: a line break in a name was written to lists and logs.
  test('F4: a name with control characters is refused', async () => {
    const tenant = await createTenant(world.service)
    const token = await tenant.adminToken()
    for (const path of ['/api/latest/provider', '/api/latest/profile/keys'])
      for (const name of ['a\nb', '\u001b[2Jx', 'x\u0085'])
        expect((await call(world.service, path, { token, json: { name } })).body).toMatchObject({
          code: 'invalid_request',
          field: 'name',
        })
  })

  test('F5: the issuer and the addresses of the metadata come from configuration, never from Host', async () => {
    const response = await world.service.fetch(
      new Request('https://evil.example/.well-known/oauth-authorization-server', { headers: { host: 'evil.example' } }),
    )
    expect(await response.text()).not.toContain('evil')
  })

  // Regression: anybody could send them, and each one read the database twice, past the turns of other requests.
  test('requests for readiness at the same time share one check of the database', async () => {
    let reads = 0
    const storage = watchStorage(world.storage, { before: () => void reads++ })
    const service = await world.another({ storage })
    const askMany = async (many: number) => {
      reads = 0
      const responses = await Promise.all(Array.from({ length: many }, () => call(service, '/readyz')))
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
      return reads
    }
    await askMany(1)
    const one = await askMany(1)
    expect(one).toBeGreaterThan(0)
    expect(await askMany(100)).toBe(one)
  })
})
