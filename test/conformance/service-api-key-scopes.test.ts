import { beforeAll, expect, test } from 'vitest'
import { call, createTenant, grant, type Tenant, TOKEN } from '../fixtures/caller.ts'
import { pooledDevice, signedRequest } from '../fixtures/device.ts'
import { createBackend } from '../fixtures/identity.ts'
import { atSkew, describeWorlds } from '../fixtures/worlds.ts'

describeWorlds(
  'an API key of the scope trail',
  (world) => {
    let tenant: Tenant
    let key: { readonly id: string; readonly key: string }
    beforeAll(async () => {
      tenant = await createTenant(world.service)
      const json = { name: 'reader', scope: 'trail' }
      const created = await call(world.service, '/api/latest/profile/keys', { token: await tenant.adminToken(), json })
      expect([created.status, created.body.scope]).toEqual([201, 'trail'])
      key = created.body
    })

    const clientOf = (secret: string) => ({ client_id: `user:${tenant.userId}`, client_secret: secret })
    const tokenOf = async (secret: string, scope?: string) =>
      (await grant(world.service, { ...clientOf(secret), ...(scope === undefined ? {} : { scope }) })).access_token
    const form = (secret: string, scope: string) => ({
      form: { grant_type: 'client_credentials', ...clientOf(secret), scope },
    })

    test('gets tokens of the scope trail, and never of another scope', async () => {
      const granted = await grant(world.service, clientOf(key.key))
      expect([granted.scope, granted.refresh_token]).toEqual(['trail', undefined])
      expect((await grant(world.service, { ...clientOf(key.key), scope: 'account:admin trail' })).scope).toBe('trail')
      expect((await call(world.service, TOKEN, form(key.key, 'account:admin'))).body.error).toBe('invalid_scope')
    })

    test('account:admin includes trail: such a key gets account:admin by default, and trail alone when it asks for it', async () => {
      expect((await grant(world.service, clientOf(tenant.apiKey))).scope).toBe('account:admin')
      expect((await grant(world.service, { ...clientOf(tenant.apiKey), scope: 'trail' })).scope).toBe('trail')
      const narrowed = await tokenOf(tenant.apiKey, 'trail')
      expect((await call(world.service, '/license', { token: narrowed })).status).toBe(200)
      expect((await call(world.service, '/api/latest/profile', { token: narrowed })).status).toBe(403)
    })

    test('is listed with its scope, and older keys with account:admin', async () => {
      const { body } = await call(world.service, '/api/latest/profile/keys', { token: await tenant.adminToken() })
      expect(body.map(({ name, scope }: Record<string, string>) => [name, scope])).toEqual([
        ['reader', 'trail'],
        ['default', 'account:admin'],
      ])
      const unknown = { token: await tenant.adminToken(), json: { scope: 'publish' } }
      expect((await call(world.service, '/api/latest/profile/keys', unknown)).body.code).toBe('invalid_request')
    })

    test('reads licenses of its organization, and changes nothing', async () => {
      const { device, token: address } = await tenant.device('ada')
      const { body: license } = await call(world.service, '/license/create', { token: address, json: signedRequest(device) })
      const token = await tokenOf(key.key)
      expect((await call(world.service, '/license', { token })).body.licenses).toHaveLength(1)
      expect((await call(world.service, `/license/${license.id}`, { token })).status).toBe(200)
      expect((await call(world.service, '/license/permit', { token, json: { ptr: 'ada', usecase: 'ads' } })).status).toBe(200)
      const provider = `/api/latest/provider/${tenant.provider.providerId}`
      for (const path of ['/api/latest/provider', provider, `${provider}/user?id=ada`, '/stats'])
        expect([path, (await call(world.service, path, { token })).status]).toEqual([path, 200])
      const other = createBackend(tenant.provider.providerId)
      const changes = [
        call(world.service, '/license/create', { token, json: signedRequest(pooledDevice(0)) }),
        call(world.service, '/license/verify', { token, json: {} }),
        call(world.service, '/api/latest/profile', { token }),
        call(world.service, '/api/latest/profile/keys', { token, json: {} }),
        call(world.service, '/api/latest/profile/keys', { token }),
        call(world.service, '/api/latest/user', { token }),
        call(world.service, `/license/${license.id}/revoke`, { token, json: { requestedBy: 'person', channel: 'letter' } }),
        call(world.service, '/api/latest/provider', { token, json: { name: 'New' } }),
        call(world.service, provider, { token, method: 'DELETE' }),
        call(world.service, `${provider}/user?id=ada`, { token, method: 'DELETE' }),
        call(world.service, `${provider}/identity-key`, { token, json: other.publicJwk }),
        call(world.service, `${provider}/webhook`, { token, json: { url: 'https://example.com/hooks' } }),
        call(world.service, `${provider}/webhook`, { token }),
        call(world.service, '/api/latest/auth/revoke', { token, form: { token: tenant.apiKey } }),
      ]
      expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(changes.map(() => 403))
      // The standard endpoint takes the key itself, and answers the same whether or not it revokes.
      const revoke = { form: { ...clientOf(key.key), token: tenant.apiKey } }
      expect((await call(world.service, '/oauth2/revoke', revoke)).status).toBe(200)
      expect((await grant(world.service, clientOf(tenant.apiKey))).scope).toBe('account:admin')
    })

    test('ends with the revocation of its key', async () => {
      const created = await world.service.admin.createApiKey({ userId: tenant.userId, scope: 'trail' })
      const token = await tokenOf(created.key)
      await world.service.admin.revokeApiKey(created.id)
      for (const attempt of [
        call(world.service, '/license', { token }),
        call(world.service, '/license/permit', { token, json: {} }),
      ])
        expect((await attempt).status).toBe(401)
    })
  },
  { everyDatabase: true },
)

describeWorlds(
  'the filters of a list',
  (world) => {
    let tenant: Tenant
    let token: string
    const stored: Record<string, { id: string; timestamp: string; address: string }> = {}
    beforeAll(async () => {
      tenant = await createTenant(world.service)
      token = await tenant.adminToken()
      const agree = async (name: string, ptr: string, members = {}) => {
        const { device, token: address } = await tenant.device(ptr)
        const json = signedRequest(device, { ptr, description: name, ...members })
        stored[name] = (await call(world.service, '/license/create', { token: address, json })).body
        return { device, address }
      }
      await atSkew(world, -7_200_000, () => agree('old', 'ada'))
      const { device, address } = await agree('withdrawn', 'ada')
      const json = signedRequest(device, { ptr: 'ada', description: 'withdrawn', uses: [] })
      stored.withdrawal = (await call(world.service, '/license/create', { token: address, json })).body
      await agree('new', 'ada')
      await agree('other', 'bob')
      await atSkew(world, -86_400_000, () => agree('ended', 'bob', { expiry: new Date(Date.now() - 3_600_000).toISOString() }))
    })

    const list = (query: string) => call(world.service, `/license?${query}`, { token })
    const namesOf = async (query: string) => {
      const { body } = await list(query)
      const names = new Map(Object.entries(stored).map(([name, { id }]) => [id, name]))
      return body.licenses.map(({ id }: { id: string }) => names.get(id)).sort()
    }
    const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString()

    test('select by person, device, status, time and provider, alone and together', async () => {
      expect(await namesOf('ptr=ada')).toEqual(['new', 'old', 'withdrawal', 'withdrawn'])
      expect(await namesOf('ptr=nobody')).toEqual([])
      expect(await namesOf(`address=${stored.withdrawn?.address}`)).toEqual(['withdrawal', 'withdrawn'])
      expect(await namesOf('status=active')).toEqual(['new', 'old', 'other'])
      expect(await namesOf('status=revoked')).toEqual(['withdrawal', 'withdrawn'])
      expect(await namesOf('status=expired')).toEqual(['ended'])
      expect(await namesOf('status=erased')).toEqual([])
      expect(await namesOf(`created_before=${hours(1)}`)).toEqual(['ended', 'old'])
      expect(await namesOf(`created_after=${hours(1)}&ptr=ada&status=active`)).toEqual(['new'])
      expect(await namesOf(`created_after=${hours(3)}&created_before=${hours(1)}`)).toEqual(['old'])
      expect(await namesOf(`provider_id=${tenant.provider.providerId}&ptr=bob`)).toEqual(['ended', 'other'])
      const other = await world.service.admin.createProvider({ orgId: tenant.orgId, name: 'Other' })
      expect(await namesOf(`provider_id=${other.providerId}`)).toEqual([])
    })

    test('select by the text of the terms, and by what was in force at a time', async () => {
      const { body: before } = await list('ptr=bob')
      const termsHash = before.licenses[0]?.termsHash
      expect(await namesOf(`terms_hash=${termsHash}`)).toEqual(['ended', 'new', 'old', 'other', 'withdrawal', 'withdrawn'])
      expect(await namesOf(`not_terms_hash=${termsHash}`)).toEqual([])
      expect(await namesOf(`terms_hash=${'A'.repeat(43)}`)).toEqual([])
      expect(await namesOf(`not_terms_hash=${'A'.repeat(43)}&status=active`)).toEqual(['new', 'old', 'other'])
      // `withdrawn` began and ended within the last hour. `ended` expired an hour ago.
      expect(await namesOf(`as_of=${hours(1.5)}`)).toEqual(['ended', 'old'])
      expect(await namesOf(`as_of=${hours(3)}`)).toEqual(['ended'])
      expect(await namesOf(`as_of=${hours(0)}`)).toEqual(['new', 'old', 'other'])
      expect(await namesOf(`as_of=${hours(1.5)}&status=expired&ptr=bob`)).toEqual(['ended'])
    })

    // Regression: the id of a person stood in the URL, which proxies write into their logs.
    test('can be in the body of a search, so that no URL has the id of a person', async () => {
      const search = (json: object) => call(world.service, '/license/search', { token, json })
      for (const filter of [
        { ptr: 'ada' },
        { address: String(stored.old?.address), status: 'active' },
        { provider_id: tenant.provider.providerId, created_after: hours(1), limit: 2 },
      ]) {
        const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))
        expect((await search(filter)).body).toEqual((await list(String(query))).body)
      }
      const first = (await search({ ptr: 'ada', limit: 3 })).body
      expect((await search({ ptr: 'ada', limit: 3, cursor: first.next })).body.licenses).toHaveLength(1)
      for (const wrong of [{ ptr: '' }, { person: 'ada' }, { status: 'actve' }, { limit: 0 }, { limit: 101 }, []])
        expect([wrong, (await search(wrong)).status]).toEqual([wrong, 400])
    })

    test('apply to every page', async () => {
      const first = (await list('ptr=ada&limit=3')).body
      const second = (await list(`ptr=ada&limit=3&cursor=${first.next}`)).body
      expect([first.licenses.length, second.licenses.length, second.next]).toEqual([3, 1, undefined])
    })

    test('never reach licenses of another organization', async () => {
      const stranger = await createTenant(world.service)
      const asStranger = { token: await stranger.adminToken() }
      for (const query of ['ptr=ada', `address=${stored.old?.address}`, `provider_id=${tenant.provider.providerId}`])
        expect((await call(world.service, `/license?${query}`, asStranger)).body).toEqual({ licenses: [] })
    })

    test.each([
      'status=actve',
      'created_after=yesterday',
      'created_before=2026-02-31T00:00:00Z',
      'provider_id=1',
      'terms_hash=short',
      'not_terms_hash=',
      'as_of=2027-01-31',
      'ptr=',
      'address=',
      'ptr=ada&ptr=bob',
      'person=ada',
    ])('the filter %s is refused', async (query) => {
      const { status, body } = await list(query)
      expect([status, body.code]).toEqual([400, 'invalid_request'])
    })

    test('are refused for a device, which has only its own licenses', async () => {
      const { token: address } = await tenant.device('carol')
      expect((await call(world.service, '/license?ptr=ada', { token: address })).status).toBe(400)
    })
  },
  { everyDatabase: true },
)
