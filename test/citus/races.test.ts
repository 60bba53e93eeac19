import { afterAll, beforeAll, expect, test } from 'vitest'
import { createService, type Service, type Storage } from '../../src/service/index.ts'
import { createNodeCrypto, openPostgresStorage } from '../../src/service/node.ts'
import { AUTH_URL } from '../fixtures/auth-url.ts'
import { call, createTenant, type Tenant } from '../fixtures/caller.ts'
import { createPostgresDatabase } from '../fixtures/databases.ts'
import { type Device, pooledDevice, signedRequest } from '../fixtures/device.ts'
import { findContradictions } from '../fixtures/find-contradictions.ts'
import { addIdentityKey, type Backend, createBackend, registerWith } from '../fixtures/identity.ts'
import { countOf } from '../support/counts.ts'
import type { TestDatabase } from '../support/postgres.ts'

/** Rounds of two requests at the same moment. */
const ROUNDS = countOf(200, 40)

let database: TestDatabase
let storage: Storage
let service: Service
let tenant: Tenant
let backend: Backend
beforeAll(async () => {
  database = await createPostgresDatabase()
  storage = openPostgresStorage(database.url, { maxConnections: 20 })
  // Without limits, which a slow machine would reach.
  const limits = { maxLicensesPerHour: 0, maxTermsPerDay: 0, maxWaitMs: 60_000 }
  service = await createService({ authUrl: AUTH_URL, storage, crypto: createNodeCrypto(), ...limits })
  tenant = await createTenant(service)
  backend = createBackend(tenant.provider.providerId)
  await addIdentityKey(service, tenant, backend)
})
afterAll(async () => {
  await storage.close()
  await database.stop()
})

let devices = 0
const register = async (ptr: string) => {
  const device = pooledDevice(devices++ % 64)
  await registerWith(service, tenant, device, ptr, backend.token(ptr))
  return { device, token: await tenant.addressToken(device) }
}
const send = ({ device, token }: { device: Device; token: string }, ptr: string, members: object) =>
  call(service, '/license/create', { token, json: signedRequest(device, { ptr, ...members }) })

// Regression: requests of a device waited for a row on another server than its licenses. One that was erased meanwhile kept a license, and a
// permit said yes after a withdrawal.
test('a license that a device stores while it is erased, withdrawn or superseded leaves no contradiction', async () => {
  const admin = await tenant.adminToken()
  for (let round = 0; round < ROUNDS; round++) {
    const ptr = `person-${round}`
    const [phone, tablet] = [await register(ptr), await register(ptr)]
    const letter = { requestedBy: 'person', channel: 'letter' }
    const first = await send(phone, ptr, { description: 'First' })
    const second = send(phone, ptr, { description: 'Second' })
    const others = [
      send(phone, ptr, { description: 'Third' }),
      call(service, `/license/${first.body.id}/revoke`, { token: admin, json: letter }),
      send(tablet, ptr, { uses: [] }),
    ]
    const statuses = (await Promise.all([second, ...others])).map(({ status }) => status)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    const path = `/api/latest/provider/${tenant.provider.providerId}/user?address=${phone.device.address}`
    const storing = send(phone, ptr, { description: 'Fourth' })
    const [, erased] = await Promise.all([storing, call(service, path, { method: 'DELETE', token: admin })])
    expect(erased.status).toBe(204)
    const gone = `/api/latest/provider/${tenant.provider.providerId}/user?address=${tablet.device.address}`
    await call(service, gone, { method: 'DELETE', token: admin })
  }
  expect(await findContradictions(storage)).toEqual([])
  expect(await storage.query("SELECT id FROM licet.licenses WHERE address <> ''")).toEqual([])
}, 300_000)
