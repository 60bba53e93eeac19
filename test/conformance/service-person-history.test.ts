import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createService, type Service, type Storage } from '../../src/service/index.ts'
import { createNodeCrypto, openPostgresStorage } from '../../src/service/node.ts'
import { EXAMINED_AT_ONCE } from '../../src/service/storage/list-licenses.ts'
import { call, createTenant, type Tenant } from '../fixtures/caller.ts'
import { createPostgresDatabase } from '../fixtures/databases.ts'
import { type Device, pooledDevice, signedRequest } from '../fixtures/device.ts'
import { addIdentityKey, createBackend, registerWith } from '../fixtures/identity.ts'
import { OPEN_LICENSES } from '../fixtures/open-licenses.ts'
import { watchStorage } from '../fixtures/watched-storage.ts'
import { countOf, inTitle } from '../support/counts.ts'
import type { TestDatabase } from '../support/postgres.ts'

/** Licenses of a person that have ended. */
const ENDED = countOf(100_000, 12_000)
const PERSON = 'person-1'
/** More than a question reads, and far fewer than the licenses that have ended. */
const FEW_PAGES = 60
/** Licenses of strangers. */
const CLAIMED = 1000
/** Nine pages for each license that a list examines: one of its row, and four for each of its first and last transition. */
const EXAMINED_PAGES = 9 * EXAMINED_AT_ONCE + 1000

let database: TestDatabase
let admin: pg.Client
let storage: Storage
let service: Service
let tenant: Tenant
let device: Device
let token: string
/** The pages that the statements since the last reset read. */
let pages = 0
beforeAll(async () => {
  database = await createPostgresDatabase()
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  storage = openPostgresStorage(database.url)
  const watched = watchStorage(storage, {
    before: async (text, values) => {
      if (!/permit_|examined/.test(text) || !text.includes('$')) return
      // The first call of a function also reads the catalog, to plan its statements.
      await admin.query(text, [...values])
      const { rows } = await admin.query(`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`, [...values])
      const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = rows[0]['QUERY PLAN'][0].Plan
      pages += hit + read
    },
  })
  service = await createService({ authUrl: 'https://auth.example.com', storage: watched, crypto: createNodeCrypto() })
  tenant = await createTenant(service)
  const backend = createBackend(tenant.provider.providerId)
  await addIdentityKey(service, tenant, backend)
  device = pooledDevice(0)
  await registerWith(service, tenant, device, PERSON, backend.token(PERSON))
  const bearer = await tenant.addressToken(device)
  await call(service, '/license/create', { token: bearer, json: signedRequest(device, { ptr: PERSON }) })
  token = await tenant.adminToken()
})
afterAll(async () => {
  await admin.end()
  await storage.close()
  await database.stop()
})

/** Stores copies of the first license of the person that have ended. */
async function storeEnded(
  many: number,
  { status = 'superseded', providerId = tenant.provider.providerId } = {},
): Promise<string[]> {
  await admin.query('BEGIN')
  await admin.query("SET LOCAL session_replication_role = 'replica'")
  const { rows } = await admin.query(
    `WITH stored AS (
       INSERT INTO licet.licenses (id, provider_id, registration, address, ptr, request_hash, terms_hash, suite, request, terms_at, uses,
         signature, created, receipt, vouched)
       SELECT gen_random_uuid(), $1::uuid, l.registration, l.address, l.ptr, rpad(md5(random()::text), 43, 'A'), l.terms_hash, l.suite,
         l.request, l.terms_at, l.uses, l.signature, now(), l.receipt, true
       FROM (SELECT * FROM licet.licenses WHERE ptr = $2 ORDER BY position LIMIT 1) AS l, generate_series(1, $3)
       RETURNING provider_id, registration, id
     ), ended AS (
       INSERT INTO licet.license_transitions (provider_id, registration, license_id, step, status, at)
       SELECT s.provider_id, s.registration, s.id, e.step, e.status, now()
       FROM stored s CROSS JOIN (VALUES (1, 'active'), (2, $4)) AS e (step, status)
     ) SELECT id FROM stored`,
    [providerId, PERSON, many, status],
  )
  await admin.query('COMMIT')
  return rows.map(({ id }) => id)
}

/** Stores devices of strangers, each with an open license in the name of the person that nobody vouched for. */
async function storeOfStrangers(many: number): Promise<void> {
  await admin.query('BEGIN')
  await admin.query("SET LOCAL session_replication_role = 'replica'")
  await admin.query(
    `WITH devices AS (
       INSERT INTO licet.addresses (provider_id, address, ptr, spki, created)
       SELECT $1::uuid, rpad(md5(random()::text), 43, 'A'), $2, spki, now() FROM (SELECT * FROM licet.addresses WHERE ptr = $2 LIMIT 1) AS a,
         generate_series(1, $3)
       RETURNING provider_id, registration, address
     ), stored AS (
       INSERT INTO licet.licenses (id, provider_id, registration, address, ptr, request_hash, terms_hash, suite, request, terms_at, uses,
         signature, created, receipt)
       SELECT gen_random_uuid(), d.provider_id, d.registration, d.address, $2, rpad(md5(random()::text), 43, 'A'), l.terms_hash, l.suite,
         l.request, l.terms_at, l.uses, l.signature, now(), l.receipt
       FROM (SELECT * FROM licet.licenses WHERE ptr = $2 ORDER BY position LIMIT 1) AS l, devices d
       RETURNING provider_id, registration, id
     ) SELECT count(*) FROM stored`,
    [tenant.provider.providerId, PERSON, many],
  )
  await admin.query(OPEN_LICENSES, [tenant.provider.providerId])
  await admin.query('COMMIT')
  await admin.query('ANALYZE')
}

async function costOf(json: object): Promise<{ readonly body: object; readonly cost: number }> {
  pages = 0
  const { body } = await call(service, '/license/permit', { token, json })
  return { body, cost: pages }
}

test(`a permit reads as much for a person with ${inTitle(ENDED)} licenses that have ended as for one without`, async () => {
  const questions = [
    { ptr: PERSON, usecase: 'analytics' },
    { ptr: PERSON, usecase: 'ai_training', destination: 'nobody.example.com' },
    { ptr: 'nobody', usecase: 'analytics' },
    { address: device.address, usecase: 'analytics' },
  ]
  const ask = async () => {
    const answers = []
    for (const question of questions) answers.push(await costOf(question))
    return answers
  }
  const before = await ask()
  expect(before[0]?.body).toMatchObject({ permitted: true, vouched: true })
  await storeEnded(ENDED)
  const fresh = await ask()
  await admin.query('ANALYZE')
  const analyzed = await ask()
  for (const after of [fresh, analyzed]) {
    expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body))
    for (const { cost } of after) expect(cost).toBeGreaterThan(0)
    for (const { cost } of after) expect(cost).toBeLessThan(FEW_PAGES)
  }
}, 120_000)

// Regression: a question that no license covers read one license of each device that strangers had registered, so a batch with it failed.
test('a permit reads a bounded number of the licenses that strangers store in the name of a person', async () => {
  const uncovered = { ptr: PERSON, usecase: 'ai_training' }
  const withStrangers = { ...uncovered, allowUnvouched: true }
  await storeOfStrangers(CLAIMED)
  const { cost } = await costOf(withStrangers)
  await storeOfStrangers(2 * CLAIMED)
  const flooded = await costOf(withStrangers)
  expect(flooded.body).toMatchObject({ permitted: false, reason: 'unknown' })
  expect(flooded.cost).toBeLessThan(1.5 * cost)
  // A thousand questions about such people end in time.
  expect(flooded.cost).toBeLessThan(1000)
  const vouched = await costOf(uncovered)
  expect(vouched.body).toMatchObject({ permitted: false, reason: 'not_covered' })
  expect(vouched.cost).toBeLessThan(FEW_PAGES)
  expect((await costOf({ ptr: PERSON, usecase: 'analytics' })).body).toMatchObject({ permitted: true, vouched: true })
})

test(`a filter that selects 4 of ${inTitle(ENDED)} licenses finds them in pages of bounded work, of several providers`, async () => {
  const other = await service.admin.createProvider({ orgId: tenant.orgId, name: 'Another app' })
  const oldest = await storeEnded(1, { status: 'revoked', providerId: other.providerId })
  oldest.unshift(...(await storeEnded(1, { status: 'revoked' })))
  await storeEnded(ENDED / 2, { providerId: other.providerId })
  const middle = await storeEnded(1, { status: 'revoked' })
  await storeEnded(ENDED)
  const newest = await storeEnded(1, { status: 'revoked', providerId: other.providerId })
  const total = 2.5 * ENDED + 5

  const list = async (query: string) => {
    const found: string[] = []
    let cursor = ''
    let requests = 0
    for (let next: string | undefined = ''; next !== undefined; requests++) {
      pages = 0
      const { body } = await call(service, `/license?limit=3&${query}${cursor}`, { token })
      expect(pages).toBeLessThan(EXAMINED_PAGES)
      found.push(...body.licenses.map(({ id }: { id: string }) => id))
      next = body.next
      cursor = `&cursor=${next}`
    }
    return { found, requests }
  }
  for (const query of ['status=revoked', `ptr=${PERSON}&status=revoked`]) {
    const { found, requests } = await list(query)
    expect(found).toEqual([...newest, ...middle, ...oldest])
    expect(requests).toBeGreaterThan(2)
    // A page examines half of the limit for each of the two providers.
    expect(requests).toBeLessThan((2 * total) / EXAMINED_AT_ONCE + 4)
  }
  const own = await list(`provider_id=${tenant.provider.providerId}&status=revoked`)
  expect(own.found).toEqual([...middle, oldest[0]])
  const never = await list('created_after=2100-01-01T00:00:00Z')
  expect(never.found).toEqual([])
}, 240_000)
