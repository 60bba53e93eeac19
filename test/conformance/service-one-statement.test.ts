import { beforeEach, expect, test } from 'vitest'
import type { Service } from '../../src/service/index.ts'
import { call, createTenant, type Tenant } from '../fixtures/caller.ts'
import { type Device, signedRequest } from '../fixtures/device.ts'
import { addIdentityKey, createBackend, registerWith } from '../fixtures/identity.ts'
import { watchStorage } from '../fixtures/watched-storage.ts'
import { describeWorlds } from '../fixtures/worlds.ts'

describeWorlds(
  'a license of a device that got its token from the same process',
  (world) => {
    let service: Service
    let other: Service
    let tenant: Tenant
    let device: Device
    let token: string
    let statements = 0
    let stores = 0
    beforeEach(async () => {
      const storage = watchStorage(world.storage, {
        before: (text) => {
          // A process also reads its signing keys each second, and sometimes when the database was restored.
          if (/licet\.(?:store_license|licenses|addresses)/.test(text)) statements++
          if (text.includes('licet.store_license')) stores++
        },
      })
      service = await world.another({ storage })
      other = await world.another()
      tenant = await createTenant(service)
      ;({ device, token } = await tenant.device('person'))
    })
    const create = (members: object = {}, at: Service = service) =>
      call(at, '/license/create', { token, json: signedRequest(device, { ptr: 'person', ...members }) })
    /** Returns the response of a creation, and how many statements it sent. */
    const counted = async (members: object) => {
      const before = statements
      const { status, body } = await create(members)
      return { status, body, statements: statements - before }
    }

    test('is stored with one statement, and so are its successor and its withdrawal', async () => {
      const first = await create()
      expect(first.status).toBe(201)
      const second = await counted({ description: 'Second' })
      expect(second).toMatchObject({ status: 201, body: { supersedes: first.body.id }, statements: 1 })
      expect(await counted({ uses: [] })).toMatchObject({ status: 201, body: { supersedes: second.body.id }, statements: 1 })
      expect(await counted({ description: 'Third' })).toMatchObject({ status: 201, statements: 1 })
    })

    test('replaces the license that another process stored meanwhile', async () => {
      await create()
      const { body } = await create({ description: 'Second' }, other)
      const third = await counted({ description: 'Third' })
      expect(third).toMatchObject({ status: 201, body: { supersedes: body.id }, statements: 2 })
      expect(third.body.timestamp >= body.timestamp).toBe(true)
    })

    test('is vouched when a backend vouched for its person meanwhile, at another process', async () => {
      expect((await create()).body.vouched).toBe(false)
      const backend = createBackend(tenant.provider.providerId)
      await addIdentityKey(other, tenant, backend)
      expect((await registerWith(other, tenant, device, 'person', backend.token('person'))).status).toBe(200)
      expect((await create({ description: 'Second' })).body.vouched).toBe(true)
    })

    test('is refused after its provider requires an identity, or is deleted, at another process', async () => {
      await create()
      const { providerId } = tenant.provider
      await other.admin.updateProvider(providerId, { requireIdentity: true })
      expect((await create({ description: 'Second' })).body.code).toBe('identity_required')
      const path = `/api/latest/provider/${providerId}`
      expect((await call(other, path, { method: 'DELETE', token: await tenant.adminToken() })).status).toBe(204)
      expect((await create({ description: 'Third' })).body.code).toBe('invalid_token')
    })

    test('is refused after an erasure at another process, and the same bytes of a new registration are too', async () => {
      await create()
      const path = `/api/latest/provider/${tenant.provider.providerId}/user?address=${device.address}`
      expect((await call(other, path, { method: 'DELETE', token: await tenant.adminToken() })).status).toBe(204)
      expect((await create({ description: 'Second' })).body.code).toBe('invalid_token')
      await tenant.register(device, 'person')
      token = await tenant.addressToken(device)
      expect((await create()).body.code).toBe('erased')
      expect((await create({ description: 'Second' })).status).toBe(201)
    })

    // Regression: a repeated request was signed and sent to the storing function, and cost PostgreSQL as much as a new one.
    test('is read, and not stored again, when the same process has stored it', async () => {
      const first = await create()
      const before = stores
      expect(await create()).toMatchObject({ status: 200, body: { id: first.body.id } })
      expect(stores).toBe(before)
    })

    test('is sent back when it was stored before, and has ended when another one replaced it', async () => {
      const first = await create()
      expect(await counted({})).toMatchObject({ status: 200, body: { id: first.body.id }, statements: 2 })
      await create({ description: 'Second' })
      const again = await create()
      expect([again.status, again.body.code, again.body.license.id]).toEqual([409, 'license_ended', first.body.id])
    })
  },
  { everyDatabase: true, partitioned: true },
)
