import { decodeJwt } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { verifyReceipt } from '../../src/client/index.ts'
import type { Service } from '../../src/service/index.ts'
import { serve } from '../../src/service/node.ts'
import { call, createTenant, type Tenant } from '../fixtures/caller.ts'
import { signedRequest } from '../fixtures/device.ts'
import { watchStorage } from '../fixtures/watched-storage.ts'
import { describeLicenses } from '../fixtures/worlds.ts'

const MANY = 45

describeLicenses(
  'receipts of licenses that a former version erased',
  (world) => {
    let tenant: Tenant
    let former = ''
    let erasedNow = ''
    /** Leaves erased licenses as a former version did: their receipts have the hash of the request. */
    beforeEach(async () => {
      tenant = await createTenant(world.service)
      const { device, token } = await tenant.device('person')
      const { body } = await call(world.service, '/license/create', { token, json: signedRequest(device) })
      former = body.receipt
      erasedNow = body.id
      const path = `/api/latest/provider/${tenant.provider.providerId}/user?id=person`
      await call(world.service, path, { token: await tenant.adminToken(), method: 'DELETE' })
      await world.storage.query(
        `WITH copies AS (
           INSERT INTO licet.licenses (id, provider_id, registration, erased_terms_hash, suite, request, terms_at, signature, created, receipt)
           SELECT gen_random_uuid(), provider_id, registration, erased_terms_hash, suite, request, terms_at, '', created, $2
           FROM licet.licenses, generate_series(1, ${MANY}) WHERE id = $1 RETURNING id, provider_id, registration, created
         ), ends AS (
           INSERT INTO licet.license_transitions (provider_id, registration, license_id, step, status, at)
           SELECT provider_id, registration, id, 1, 'erased', created FROM copies
         )
         INSERT INTO licet.receipts_to_sign (license_id, erased) SELECT id, created FROM copies`,
        [body.id, former],
      )
    })

    const readReceipts = async () =>
      world.storage.query<{ id: string; receipt: string; created: number }>(
        'SELECT id, receipt, created FROM licet.licenses WHERE provider_id = $1',
        [tenant.provider.providerId],
      )
    const countFormer = async () => (await readReceipts()).filter(({ receipt }) => receipt === former).length

    /** A service, and how many receipts it has stored. */
    const countingService = async (onStored?: (service: Service) => void) => {
      let stored = 0
      const service: Service = await world.another({
        storage: watchStorage(world.storage, {
          after: (text, rows) => {
            if (!text.includes('UPDATE licet.licenses')) return
            stored += rows.length
            onStored?.(service)
          },
        }),
      })
      return { service, stored: () => stored }
    }

    test('are signed again without the hash of the request, with the time of the erasure', async () => {
      expect(decodeJwt(former).req).toBeDefined()
      expect(await countFormer()).toBe(MANY)
      await world.service.signErasedReceipts()
      const keys = (await call(world.service, '/.well-known/jwks.json')).body
      for (const { id, receipt, created } of await readReceipts()) {
        const claims = await verifyReceipt(receipt, keys)
        expect(claims).toMatchObject({ lic: id, sub: '', status: 'erased', terms: decodeJwt(former).terms })
        expect(claims).not.toHaveProperty('req')
        if (id !== erasedNow) expect(claims.iat).toBe(Math.floor(created / 1000))
      }
      expect(await world.storage.query('SELECT 1 FROM licet.receipts_to_sign')).toEqual([])
    })

    test('are each stored once when two processes sign them at once', async () => {
      const [one, other] = [await countingService(), await countingService()]
      await Promise.race([one.service.signErasedReceipts(), other.service.signErasedReceipts()])
      expect(await countFormer()).toBe(0)
      expect(one.stored() + other.stored()).toBe(MANY)
      await Promise.all([one.service.close(), other.service.close()])
    })

    test('are signed in small steps, which stop when the service is closed and continue later', async () => {
      const { service, stored } = await countingService((running) => running.close())
      await service.signErasedReceipts()
      expect(stored()).toBe(20)
      expect(await countFormer()).toBe(MANY - 20)
      await world.service.signErasedReceipts()
      expect(await countFormer()).toBe(0)
    })

    test('are signed by a service that starts, while it responds', async () => {
      const running = await serve({ port: 0, storage: world.storage })
      await expect.poll(countFormer).toBe(0)
      expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
      await running.close()
    })
  },
  { everyDatabase: true },
)
