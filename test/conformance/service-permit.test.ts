import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { beginErasure } from '../../src/service/storage/erasures.ts'
import { call, createTenant, type Tenant } from '../fixtures/caller.ts'
import { type Device, pooledDevice, signedRequest } from '../fixtures/device.ts'
import { addIdentityKey, type Backend, createBackend, registerWith } from '../fixtures/identity.ts'
import { atSkew, describeWorlds } from '../fixtures/worlds.ts'

const NONE = { permitted: false, reason: 'no_active_license', vouched: false }
const NOT_COVERED = { permitted: false, reason: 'not_covered', vouched: false }
const USES = [{ usecases: ['analytics'], destinations: ['basket.example.com'] }]

describeWorlds(
  'license permit',
  (world) => {
    let tenant: Tenant
    let backend: Backend
    let token: string
    let devices = 0
    let people = 0
    beforeAll(async () => {
      tenant = await createTenant(world.service)
      backend = createBackend(tenant.provider.providerId)
      await addIdentityKey(world.service, tenant, backend)
      token = await tenant.adminToken()
    })

    const newPerson = () => `person-${people++}`
    const newDevice = async (ptr: string, vouched: boolean) => {
      const device = pooledDevice(devices++)
      await registerWith(world.service, tenant, device, ptr, vouched ? backend.token(ptr) : undefined)
      return device
    }
    const agree = async (device: Device, ptr: string, members = {}) => {
      const json = signedRequest(device, { ptr, uses: USES, ...members })
      return (await call(world.service, '/license/create', { token: await tenant.addressToken(device), json })).body
    }
    const ask = async (json: unknown, query = '') => call(world.service, `/license/permit${query}`, { token, json })
    const permit = async (ptr: string, use: object = { usecase: 'analytics' }) => (await ask({ ptr, ...use })).body

    test('answers for a person with a vouched license, with and without a destination', async () => {
      const ptr = newPerson()
      const device = await newDevice(ptr, true)
      const { id } = await agree(device, ptr)
      const licensed = { permitted: true, reason: 'licensed', license: { id }, vouched: true }
      expect(await permit(ptr)).toEqual(licensed)
      expect(await permit(ptr, { usecase: 'analytics', destination: 'basket.example.com' })).toEqual(licensed)
      expect(await permit(ptr, { usecase: 'analytics', destination: 'ads.example.com' })).toEqual(NOT_COVERED)
      expect(await permit(ptr, { usecase: 'ai_training' })).toEqual(NOT_COVERED)
      expect((await ask({ address: device.address, usecase: 'analytics' })).body).toEqual(licensed)
      expect((await ask({ address: device.address, usecase: 'retargeting' })).body).toEqual(NOT_COVERED)
      expect(await permit(newPerson())).toEqual(NONE)
      expect((await ask({ address: pooledDevice(devices++).address, usecase: 'analytics' })).body).toEqual(NONE)
    })

    const unvouched = { usecase: 'analytics', allowUnvouched: true }

    // Regression: licenses of strangers in the name of a person counted without being asked for.
    test('counts a license of a stranger who claims to be the person only with allowUnvouched, and reports it', async () => {
      const victim = newPerson()
      await agree(await newDevice(victim, false), victim)
      // A person of the company who signs in the name of another one.
      const other = newPerson()
      await agree(await newDevice(newPerson(), true), other)
      for (const ptr of [victim, other]) {
        for (const use of [{ usecase: 'analytics' }, { ...unvouched, allowUnvouched: false }])
          expect(await permit(ptr, use)).toEqual(NONE)
        expect(await permit(ptr, unvouched)).toMatchObject({ permitted: true, vouched: false })
        expect(await permit(ptr, { ...unvouched, usecase: 'ai_training' })).toEqual(NOT_COVERED)
      }
    })

    test('counts every license of a device in a question about it, because nobody else can store them', async () => {
      const ptr = newPerson()
      const device = await newDevice(ptr, false)
      await agree(device, ptr)
      expect((await ask({ address: device.address, usecase: 'analytics' })).body).toMatchObject({ permitted: true, vouched: false })
    })

    test('permits nothing from the begin of an erasure, even when it is interrupted', async () => {
      const ptr = newPerson()
      const device = await newDevice(ptr, true)
      await agree(device, ptr)
      await beginErasure(world.storage, { providerId: tenant.provider.providerId, address: device.address })
      expect(await permit(ptr)).toEqual(NONE)
    })

    test('reads the uses of licenses in force only, because a stranger can store any number of others', async () => {
      const ptr = newPerson()
      const device = await newDevice(ptr, true)
      const { id } = await agree(device, ptr)
      await agree(device, ptr, { 'x-follows': id })
      // The database cannot read these uses.
      await world.storage.query("UPDATE licet.licenses SET uses = '[1]', request = 'no JSON' WHERE id = $1", [id])
      expect(await permit(ptr, { usecase: 'ai_training' })).toEqual(NOT_COVERED)
    })

    test('prefers a vouched license to licenses of strangers', async () => {
      const ptr = newPerson()
      for (let n = 0; n < 3; n++) await agree(await newDevice(ptr, false), ptr)
      const { id } = await agree(await newDevice(ptr, true), ptr)
      await agree(await newDevice(ptr, false), ptr)
      for (const use of [{ usecase: 'analytics' }, unvouched])
        expect(await permit(ptr, use)).toMatchObject({ permitted: true, license: { id }, vouched: true })
    })

    test('permits every use case and destination of a wildcard, and combines the uses of one license', async () => {
      const ptr = newPerson()
      const device = await newDevice(ptr, true)
      await agree(device, ptr, {
        uses: [
          { usecases: ['*'], destinations: ['a.example'] },
          { usecases: ['support'], destinations: ['*'] },
        ],
      })
      const reasonOf = async (usecase: string, destination?: string) => (await permit(ptr, { usecase, destination })).reason
      expect(await reasonOf('anything', 'a.example')).toBe('licensed')
      expect(await reasonOf('anything', 'b.example')).toBe('not_covered')
      expect(await reasonOf('support', 'b.example')).toBe('licensed')
      expect(await reasonOf('anything')).toBe('licensed')
    })

    test('ends with the withdrawal, the expiry, another agreement, the erasure and the provider', async () => {
      const ptr = newPerson()
      const device = await newDevice(ptr, true)
      const expiry = new Date(Date.now() + 60_000).toISOString()
      const { id } = await agree(device, ptr, { expiry })
      expect((await permit(ptr)).license).toEqual({ id, expiry })
      expect(await atSkew(world, 61_000, () => permit(ptr))).toEqual(NONE)
      await agree(device, ptr, { uses: [{ usecases: ['support'], destinations: ['*'] }] })
      expect(await permit(ptr)).toEqual(NOT_COVERED)
      await agree(device, ptr, { uses: [] })
      expect(await permit(ptr, { usecase: 'support' })).toEqual(NONE)

      const erased = newPerson()
      await agree(await newDevice(erased, true), erased)
      const path = `/api/latest/provider/${tenant.provider.providerId}/user?id=${erased}`
      await call(world.service, path, { token, method: 'DELETE' })
      expect(await permit(erased)).toEqual(NONE)

      const closing = await createTenant(world.service)
      const signed = await closing.device('ada')
      await call(world.service, '/license/create', {
        token: signed.token,
        json: signedRequest(signed.device, { ptr: 'ada', uses: USES }),
      })
      const asOwner = { token: await closing.adminToken(), json: { ptr: 'ada', ...unvouched } }
      expect((await call(world.service, '/license/permit', asOwner)).body.permitted).toBe(true)
      await call(world.service, `/api/latest/provider/${closing.provider.providerId}`, { token: asOwner.token, method: 'DELETE' })
      expect((await call(world.service, '/license/permit', asOwner)).body).toEqual(NONE)
    })

    test('answers a list in its order, about people and devices', async () => {
      const [ada, bob] = [newPerson(), newPerson()]
      const device = await newDevice(ada, true)
      await agree(device, ada)
      await agree(await newDevice(bob, false), bob, { uses: [{ usecases: ['support'], destinations: ['*'] }] })
      const { body } = await ask([
        { ptr: bob, ...unvouched },
        { address: device.address, usecase: 'analytics' },
        { ptr: ada, usecase: 'support' },
        { ptr: ada, usecase: 'analytics' },
        { ptr: bob, usecase: 'support', allowUnvouched: true },
        { ptr: bob, usecase: 'support' },
        { ptr: ada, ...unvouched },
      ])
      expect(body.map(({ reason, vouched }: { reason: string; vouched: boolean }) => [reason, vouched])).toEqual([
        ['not_covered', false],
        ['licensed', true],
        ['not_covered', false],
        ['licensed', true],
        ['licensed', false],
        ['no_active_license', false],
        ['licensed', true],
      ])
    })

    test('answers a thousand questions in one request, and refuses one more', async () => {
      const ptr = newPerson()
      await agree(await newDevice(ptr, true), ptr)
      const questions = Array.from({ length: 1000 }, (_, n) => ({
        ptr: n % 2 ? ptr : `nobody-${n}`,
        usecase: 'analytics',
        destination: 'basket.example.com',
        allowUnvouched: true,
      }))
      const { status, body } = await ask(questions)
      expect(status).toBe(200)
      expect(body.map(({ permitted }: { permitted: boolean }) => permitted)).toEqual(questions.map((_, n) => n % 2 === 1))
      expect((await ask([...questions, questions[0]])).status).toBe(400)
    })

    describe('the licenses', () => {
      test('come from the organization of the key, or from one of its providers', async () => {
        const ptr = newPerson()
        await agree(await newDevice(ptr, true), ptr)
        const stranger = await createTenant(world.service)
        const json = { ptr, usecase: 'analytics' }
        expect((await call(world.service, '/license/permit', { token: await stranger.adminToken(), json })).body).toEqual(NONE)
        const second = await world.service.admin.createProvider({ orgId: tenant.orgId, name: 'Second app' })
        expect((await ask(json, `?provider_id=${tenant.provider.providerId}`)).body.permitted).toBe(true)
        // Another app of the company, in which the same id is another person.
        expect((await ask(json, `?provider_id=${second.providerId}`)).body).toEqual(NONE)
        expect((await ask(json, `?provider_id=${randomUUID()}`)).body).toEqual(NONE)
        expect((await ask(json, '?provider_id=all')).status).toBe(400)
      })

      test('are never shown to the public secret of a provider, or to a device', async () => {
        const json = { ptr: 'ada', usecase: 'analytics' }
        const ptr = newPerson()
        const address = await tenant.addressToken(await newDevice(ptr, true))
        for (const bearer of [await tenant.providerToken(), await tenant.providerToken('trail'), address]) {
          const { status, body } = await call(world.service, '/license/permit', { token: bearer, json })
          expect([status, body.code]).toEqual([403, 'insufficient_scope'])
        }
        expect((await call(world.service, '/license/permit', { json })).status).toBe(401)
      })
    })

    test.each<[string, unknown]>([
      ['no person', { usecase: 'analytics' }],
      ['no use case', { ptr: 'ada' }],
      ['an empty person', { ptr: '', usecase: 'analytics' }],
      ['a person and a device', { ptr: 'ada', address: 'a', usecase: 'analytics' }],
      ['a use case with white space', { ptr: 'ada', usecase: 'a b' }],
      ['another member', { ptr: 'ada', usecase: 'analytics', vouched: true }],
      ['allowUnvouched that is no boolean', { ptr: 'ada', usecase: 'analytics', allowUnvouched: 'true' }],
      ['allowUnvouched about a device', { address: 'a', usecase: 'analytics', allowUnvouched: true }],
      ['an empty list', []],
      ['a list in a list', [[]]],
      ['a list with a wrong question', [{ ptr: 'ada', usecase: 'analytics' }, { ptr: 'ada' }]],
      ['a text', 'ada'],
    ])('a question with %s is refused', async (_, json) => {
      const { status, body } = await ask(json)
      expect([status, body.code]).toEqual([400, 'invalid_request'])
    })

    /** Uses of almost 32 KiB, which a license may have at most. Each of them permits nothing that the tests ask about. */
    const LARGE_USES = Array.from({ length: 8 }, (_, n) => ({
      usecases: ['other'],
      destinations: Array.from({ length: 62 }, (_, at) => `${n}-${at}-${'y'.repeat(48)}.example`),
    }))

    // Regression: licenses of strangers hid the real unvouched one, and a question about such a person made its whole batch fail with 503.
    test('answers each question for itself, and the oldest devices first, however much strangers store about a person', {
      timeout: 120_000,
    }, async () => {
      const [vouchedPtr, claimedPtr, flooded, calm] = [newPerson(), newPerson(), newPerson(), newPerson()]
      const vouched = await agree(await newDevice(vouchedPtr, true), vouchedPtr)
      const oldest = await agree(await newDevice(claimedPtr, false), claimedPtr)
      for (const ptr of [vouchedPtr, claimedPtr, flooded])
        for (let n = 0; n < 5; n++) await agree(await newDevice(ptr, false), ptr, { uses: LARGE_USES })
      // The database keeps rows where there is room, so they are not in the order of their age.
      await world.storage.query('UPDATE licet.permitted_uses SET vouched = vouched WHERE license_id = $1', [oldest.id])
      await agree(await newDevice(flooded, false), flooded)
      const own = await agree(await newDevice(calm, false), calm)
      const answers = (
        await ask([
          { ptr: vouchedPtr, usecase: 'analytics' },
          { ptr: vouchedPtr, ...unvouched },
          { ptr: vouchedPtr, usecase: 'support' },
          { ptr: claimedPtr, ...unvouched },
          { ptr: claimedPtr, usecase: 'analytics' },
          { ptr: flooded, ...unvouched },
          { ptr: flooded, usecase: 'analytics' },
          { ptr: calm, ...unvouched },
        ])
      ).body
      const licensed = (id: string, isVouched: boolean) => ({
        permitted: true,
        reason: 'licensed',
        license: { id },
        vouched: isVouched,
      })
      const unknown = { permitted: false, reason: 'unknown', vouched: false }
      expect(answers).toEqual([
        ...[licensed(vouched.id, true), licensed(vouched.id, true), NOT_COVERED],
        ...[licensed(oldest.id, false), NONE, unknown, NONE, licensed(own.id, false)],
      ])
    })

    // Regression: a person whose browser deletes its storage has many vouched devices, and the license of the last terms was not read.
    test('answers for a person with more vouched licenses than it reads, by the newest devices', async () => {
      const ptr = newPerson()
      for (let n = 0; n < 4; n++) await agree(await newDevice(ptr, true), ptr, { uses: LARGE_USES })
      const { id } = await agree(await newDevice(ptr, true), ptr)
      expect(await permit(ptr)).toMatchObject({ permitted: true, license: { id }, vouched: true })
      expect(await permit(ptr, { usecase: 'support' })).toMatchObject({ permitted: false, reason: 'unknown' })
    })

    test('reads a bounded part of the licenses of one device too', async () => {
      const device = await newDevice(newPerson(), false)
      for (let n = 0; n < 5; n++) await agree(device, newPerson(), { uses: LARGE_USES })
      const asked = { address: device.address, usecase: 'analytics' }
      expect((await ask([asked, { ...asked, usecase: 'other' }])).body).toMatchObject([
        { permitted: false, reason: 'unknown' },
        { permitted: true, reason: 'licensed' },
      ])
    })
  },
  { everyDatabase: true, partitioned: true },
)
