import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/core/time-units.ts'
import type { QuotaUse } from '../../src/service/observer.ts'
import { call, createTenant, grant, type Tenant, TOKEN } from '../fixtures/caller.ts'
import { type Device, pooledDevice, signedRequest } from '../fixtures/device.ts'
import { addIdentityKey, type Backend, createBackend, registerWith } from '../fixtures/identity.ts'
import { atSkew, describeWorlds } from '../fixtures/worlds.ts'

describeWorlds(
  'quotas of strangers',
  (world) => {
    let tenant: Tenant
    let backend: Backend
    let devices = 0
    beforeAll(async () => {
      tenant = await createTenant(world.service)
      backend = createBackend(tenant.provider.providerId)
      await addIdentityKey(world.service, tenant, backend)
    })
    const nextDevice = () => pooledDevice(devices++)

    // Regression: a stranger registered devices without limit, and each could store 5.2 MB a day.
    test('a network registers as many unvouched devices within an hour as the option permits, and then gets 429', async () => {
      let clock = 0
      const uses: QuotaUse[] = []
      const service = await world.another({
        maxRegistrationsPerHour: 5,
        // The other tests of this provider expect that nothing is stored.
        maxStrangerBytesPerDay: 0,
        monotonic: () => clock,
        observer: { quota: (use) => use.quota === 'maxRegistrationsPerHour' && uses.push(use) },
      })
      const token = await tenant.providerToken()
      const register = async (device: Device, peerAddress: string | undefined, identity?: string) => {
        const id = 'person'
        const json = {
          id,
          address: device.address,
          pubKey: device.pubKey,
          signature: device.sign(`${id}.${device.address}`),
          identity,
        }
        const url = `${service.authUrl}/api/latest/provider/${tenant.provider.providerId}/user`
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        const request = new Request(url, { method: 'POST', headers, body: JSON.stringify(json) })
        const response = await service.fetch(request, peerAddress === undefined ? {} : { peerAddress })
        return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() }
      }
      world.events.length = 0
      const first = nextDevice()
      // A repetition is not counted.
      for (let n = 0; n < 3; n++) expect((await register(first, '2001:db8:7:1::1')).status).toBe(200)
      for (let n = 2; n <= 4; n++) expect((await register(nextDevice(), `2001:db8:7:${n}::1`)).status).toBe(200)
      const nearly = { quota: 'maxRegistrationsPerHour', used: 4, limit: 5 }
      expect(world.events).toEqual([{ type: 'quota_nearly_used', network: '2001:db8:7::/48', ...nearly }])
      expect(uses.at(-1)).toEqual(nearly)
      clock += 1000
      expect((await register(nextDevice(), '2001:db8:7:5::1')).status).toBe(200)
      const refused = nextDevice()
      expect(await register(refused, '2001:db8:7:6::1')).toMatchObject({
        status: 429,
        retryAfter: '3599',
        body: { code: 'too_many_requests' },
      })
      // A registered device, a vouched one, another network, this machine, and a host that does not pass addresses.
      expect((await register(first, '2001:db8:7:6::1')).status).toBe(200)
      expect((await register(nextDevice(), '2001:db8:7:6::1', backend.token('person'))).status).toBe(200)
      for (const other of ['2001:db8:8::1', '192.0.2.7', '127.0.0.1', undefined])
        expect((await register(nextDevice(), other)).status).toBe(200)
      expect(world.events).toHaveLength(1)
      // Regression: another network that registered one device hid the one that had filled its quota.
      expect(uses.at(-1)).toEqual({ ...nearly, used: 5 })
      clock += HOUR_MS - 1000
      expect((await register(refused, '2001:db8:7:6::1')).status).toBe(200)
      expect(uses.at(-1)).toEqual({ ...nearly, used: 1 })
      clock += HOUR_MS
      await service.cleanUp()
      expect(uses.at(-1)).toEqual({ ...nearly, used: 0 })
      // Regression: each repetition of a registration caused the event again, so one device could flood the operator's log.
      world.events.length = 0
      const others = [nextDevice(), nextDevice(), nextDevice()]
      for (const device of others) expect((await register(device, '2001:db8:9::1')).status).toBe(200)
      for (let n = 0; n < 3; n++) expect((await register(first, '2001:db8:9::1')).status).toBe(200)
      expect(world.events).toEqual([{ type: 'quota_nearly_used', network: '2001:db8:9::/48', ...nearly }])
    })

    const LIMIT = 100_000
    const create = async (service: typeof world.service, device: Device, ptr: string, members: object = {}) => {
      const token = await tenant.addressToken(device)
      return call(service, '/license/create', { token, json: signedRequest(device, { ptr, ...members }) })
    }
    const claimed = async (ptr: string) => {
      const device = nextDevice()
      await registerWith(world.service, tenant, device, ptr, undefined)
      return device
    }

    // Regression: strangers could fill the disk, with as many devices as they registered.
    test('the unvouched devices of a provider store as much in a day as the option permits, in all processes together', async () => {
      const uses: QuotaUse[] = []
      const options = { maxStrangerBytesPerDay: LIMIT, observer: { quota: (use: QuotaUse) => uses.push(use) } }
      const [one, two] = [await world.another(options), await world.another(options)]
      world.events.length = 0
      const text = (name: string) => `${tenant.orgId} ${name} `.padEnd(20_000, 'x')
      const persons = ['a', 'b', 'c', 'd', 'e']
      let stored = 0
      let refused: Awaited<ReturnType<typeof create>> | undefined
      for (const [n, ptr] of persons.entries()) {
        const response = await create(n % 2 === 0 ? one : two, await claimed(ptr), ptr, { terms: text(ptr) })
        if (response.status === 201) stored++
        else refused = response
      }
      expect(stored).toBe(4)
      expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
      expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(DAY_MS / 1000)
      const { providerId } = tenant.provider
      const nearly = { quota: 'maxStrangerBytesPerDay', providerId, limit: LIMIT }
      expect(world.events).toEqual([{ type: 'quota_nearly_used', used: expect.any(Number), ...nearly }])
      expect(uses.at(-1)).toEqual({ used: expect.any(Number), ...nearly })
      expect((uses.at(-1)?.used ?? 0) / LIMIT).toBeGreaterThanOrEqual(0.8)

      // A withdrawal with the text of its license is never refused, and vouched devices have no such quota.
      const withdrawing = pooledDevice(devices - persons.length)
      expect((await create(one, withdrawing, 'a', { uses: [], terms: text('a') })).status).toBe(201)
      const vouched = nextDevice()
      await registerWith(world.service, tenant, vouched, 'vouched', backend.token('vouched'))
      expect((await create(one, vouched, 'vouched', { terms: text('vouched') })).status).toBe(201)
      // A new day, and a service without the quota.
      const unlimited = await world.another({ maxStrangerBytesPerDay: 0 })
      expect((await create(unlimited, await claimed('f'), 'f', { terms: text('f') })).status).toBe(201)
      await atSkew(world, DAY_MS, async () => {
        expect((await create(one, await claimed('g'), 'g', { terms: text('g') })).status).toBe(201)
      })
      for (const maxStrangerBytesPerDay of [-1, 0.5])
        await expect(world.another({ maxStrangerBytesPerDay })).rejects.toMatchObject({ field: 'maxStrangerBytesPerDay' })
      await expect(world.another({ maxRegistrationsPerHour: -1 })).rejects.toMatchObject({ field: 'maxRegistrationsPerHour' })
    })

    test('what a process has counted is in the database after the cleanup, and is deleted two days later', async () => {
      const own = await createTenant(world.service)
      const { device, token } = await own.device('person')
      const service = await world.another()
      await call(service, '/license/create', { token, json: signedRequest(device, { ptr: 'person' }) })
      const rows = () =>
        world.storage.query('SELECT bytes FROM licet.stranger_bytes WHERE provider_id = $1', [own.provider.providerId])
      await service.cleanUp()
      expect(await rows()).toEqual([{ bytes: expect.toSatisfy((bytes) => bytes > 1024) }])
      await atSkew(world, 3 * DAY_MS, () => service.cleanUp())
      expect(await rows()).toEqual([])
    })

    // Regression: the uses of a license are in three tables, and were counted once. So strangers stored three times their quota.
    test('the uses of a license count in each table that has them', async () => {
      const own = await createTenant(world.service)
      const { device, token } = await own.device('person')
      const word = () => randomBytes(24).toString('base64url')
      const words = (many: number) => Array.from({ length: many }, word)
      const uses = Array.from({ length: 12 }, () => ({ usecases: words(64), destinations: ['ads.example.com'] }))
      const service = await world.another()
      const json = signedRequest(device, { ptr: 'person', uses })
      expect((await call(service, '/license/create', { token, json })).status).toBe(201)
      await service.cleanUp()
      const read = async (bytes: string, table: string) => {
        const text = `SELECT (${bytes})::integer AS bytes FROM licet.${table} WHERE provider_id = $1`
        const [row] = await world.storage.query<{ bytes: number }>(text, [own.provider.providerId])
        return row?.bytes ?? Number.NaN
      }
      const stored =
        (await read('octet_length(request) + pg_column_size(uses) + octet_length(receipt)', 'licenses')) +
        (await read('pg_column_size(uses)', 'permitted_uses'))
      expect(stored).toBeGreaterThan(60_000)
      expect(await read('bytes', 'stranger_bytes')).toBeGreaterThan(stored)
    })

    // Regression: one stranger stored as much as all strangers may in a day, and nobody else could agree on that day.
    test('one network uses a small part of the quota only, so the people in other networks can agree', async () => {
      const service = await world.another({ maxStrangerBytesPerDay: 400_000 })
      const own = await createTenant(service)
      let n = 0
      const agree = async (peerAddress: string, members = {}) => {
        const ptr = `person-${n++}`
        const { device, token } = await own.device(ptr)
        const json = signedRequest(device, { ptr, terms: `${own.orgId} ${ptr} `.padEnd(5000, 'x'), ...members })
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        const send = (body: object) =>
          service.fetch(new Request(`${service.authUrl}/license/create`, { method: 'POST', headers, body: JSON.stringify(body) }), {
            peerAddress,
          })
        const { status } = await send(json)
        // A withdrawal is never refused.
        if (status === 201) expect((await send(signedRequest(device, { ptr, uses: [] }))).status).toBe(201)
        return status
      }
      const ofStranger: number[] = []
      for (let request = 0; request < 9; request++) ofStranger.push(await agree(`2001:db8:7:${request}::1`))
      expect(await agree('2001:db8:8::1')).toBe(201)
      expect(await agree('198.51.100.7')).toBe(201)
      expect(ofStranger.filter((status) => status === 201).length).toBeLessThan(5)
      expect(new Set(ofStranger)).toEqual(new Set([201, 429]))
    })

    // Regression: withdrawals with new texts had no quota. With them, one network stored many times its part of the quota, and used up the
    // quota of everyone else.
    test('when the quota is used up, a withdrawal is stored only if it is about as small as the license it withdraws', async () => {
      const service = await world.another({ maxStrangerBytesPerDay: LIMIT })
      const own = await createTenant(service)
      const send = async ({ device, token }: { readonly device: Device; readonly token: string }, members: object) =>
        (await call(service, '/license/create', { token, json: signedRequest(device, { ptr: 'person', ...members }) })).status
      const text = (name: string) => `${own.orgId} ${name} `.padEnd(42_000, 'x')
      const [small, large, last] = [await own.device('person'), await own.device('person'), await own.device('person')]
      expect(await send(small, {})).toBe(201)
      expect(await send(large, { terms: text('large') })).toBe(201)
      expect(await send(last, { terms: text('last') })).toBe(201)
      expect(await send(small, { description: 'another' })).toBe(429)
      expect(await send(small, { uses: [], terms: text('new') })).toBe(429)
      expect(await send(small, { uses: [], tags: Array.from({ length: 64 }, (_, n) => `${n}`.padStart(128, 'x')) })).toBe(429)
      expect(await send(small, { uses: [], 'x-note': 'x'.repeat(2000) })).toBe(201)
      expect(await send(large, { uses: [], terms: text('large') })).toBe(201)
    })

    // Regression: only licenses counted, so that strangers in many networks could fill the disk with devices.
    test('the devices that strangers register count too', async () => {
      const service = await world.another({ maxStrangerBytesPerDay: 4500 })
      const own = await createTenant(service)
      const register = async (device: Device, ptr: string, identity?: string) =>
        (await registerWith(service, own, device, ptr, identity)).status
      const first = nextDevice()
      expect(await register(first, 'one')).toBe(200)
      for (const ptr of ['two', 'three']) expect(await register(nextDevice(), ptr)).toBe(200)
      const refused = nextDevice()
      expect(await register(refused, 'four')).toBe(429)
      // A registered device and a vouched one.
      expect(await register(first, 'one')).toBe(200)
      const vouching = createBackend(own.provider.providerId)
      await addIdentityKey(service, own, vouching)
      expect(await register(refused, 'four', vouching.token('four'))).toBe(200)
    })

    // Regression: each first use of a refresh token stored a row for 30 days, and anybody can get such tokens with the public key.
    test('beyond the quota, the first use of a refresh token stores nothing, and new tokens cost credentials as before', async () => {
      const CHAINS = 3
      const service = await world.another({ maxStrangerBytesPerDay: CHAINS * 5120, refreshReuseGraceMs: 0 })
      const own = await createTenant(service)
      const { providerId, pubKey } = own.provider
      const first = () => grant(service, { client_id: `provider:${providerId}`, client_secret: pubKey })
      const refresh = async (refresh_token = '') => call(service, TOKEN, { form: { grant_type: 'refresh_token', refresh_token } })
      const revoke = async (token = '') => call(service, '/oauth2/revoke', { form: { token } })
      const tokens = [await first(), await first()]
      const used = [await refresh(tokens[0]?.refresh_token), await refresh(tokens[1]?.refresh_token)]
      expect(used.map(({ status }) => status)).toEqual([200, 200])
      expect((await revoke((await first()).refresh_token)).status).toBe(200)
      const unused = (await first()).refresh_token
      const refused = await refresh(unused)
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant'])
      expect((await revoke(unused)).status).toBe(429)
      const count = async () =>
        (await world.storage.query('SELECT FROM licet.refresh_chains WHERE provider_id = $1', [providerId])).length
      expect(await count()).toBe(CHAINS)
      // A chain goes on, and a reused first token still ends its chain.
      expect((await refresh(used[0]?.body.refresh_token)).status).toBe(200)
      expect((await refresh(tokens[1]?.refresh_token)).status).toBe(400)
      expect((await refresh(used[1]?.body.refresh_token)).status).toBe(400)
      const byKey = { client_id: `user:${own.userId}`, client_secret: own.apiKey }
      expect((await call(service, '/oauth2/revoke', { form: { ...byKey, token: unused ?? '' } })).status).toBe(200)
      expect(await count()).toBe(CHAINS + 1)
      await atSkew(world, DAY_MS, async () => expect((await refresh((await first()).refresh_token)).status).toBe(200))
    })

    // Regression: a device that a stranger registered was kept for ever.
    test('a device without a license is deleted 30 days after its registration, and can register again', async () => {
      const own = await createTenant(world.service)
      const never = await own.device('never')
      const ended = await own.device('ended')
      const active = await own.device('active')
      for (const [{ device, token }, ptr] of [
        [ended, 'ended'],
        [active, 'active'],
      ] as const)
        expect((await call(world.service, '/license/create', { token, json: signedRequest(device, { ptr }) })).status).toBe(201)
      await call(world.service, '/license/create', {
        token: ended.token,
        json: signedRequest(ended.device, { ptr: 'ended', uses: [] }),
      })
      const registered = async () =>
        (
          await world.storage.query<{ ptr: string }>('SELECT ptr FROM licet.addresses WHERE provider_id = $1 ORDER BY ptr', [
            own.provider.providerId,
          ])
        ).map(({ ptr }) => ptr)
      await atSkew(world, 30 * DAY_MS - HOUR_MS, () => world.service.cleanUp())
      expect(await registered()).toEqual(['active', 'ended', 'never'])
      await atSkew(world, 30 * DAY_MS + HOUR_MS, () => world.service.cleanUp())
      expect(await registered()).toEqual(['active', 'ended'])
      // It is not an erasure, so the journal of erasures does not have it.
      expect(
        (await world.storage.query('SELECT FROM licet.erased_devices WHERE provider_id = $1', [own.provider.providerId])).length,
      ).toBe(0)
      const unknown = await call(world.service, '/license/verify', { token: never.token, json: {} })
      expect([unknown.status, unknown.body.code]).toEqual([401, 'invalid_token'])
      expect((await own.register(never.device, 'never')).status).toBe(200)
      const token = await own.addressToken(never.device)
      expect(
        (await call(world.service, '/license/create', { token, json: signedRequest(never.device, { ptr: 'never' }) })).status,
      ).toBe(201)
      const { length } = await world.storage.query(
        `SELECT FROM licet.audit_events WHERE event::json ->> 'action' = 'device.removed'`,
      )
      expect(length).toBeGreaterThan(0)
    })
  },
  { everyDatabase: true, partitioned: true },
)
