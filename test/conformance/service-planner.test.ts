import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createService, type Service, type Sql, type SqlValue, type Storage } from '../../src/service/index.ts'
import { createNodeCrypto, openPostgresStorage } from '../../src/service/node.ts'
import { call, createTenant, type Tenant, TOKEN } from '../fixtures/caller.ts'
import { createPostgresDatabase } from '../fixtures/databases.ts'
import { type Device, pooledDevice, signedRequest } from '../fixtures/device.ts'
import { addIdentityKey, createBackend, registerWith } from '../fixtures/identity.ts'
import { OPEN_LICENSES } from '../fixtures/open-licenses.ts'
import { countOf, inTitle } from '../support/counts.ts'
import type { TestDatabase } from '../support/postgres.ts'

const LICENSES = countOf(20_000, 5_000)
const TABLES = [
  'addresses',
  'devices',
  'vouched_devices',
  'licenses',
  'license_transitions',
  'open_licenses',
  'permitted_uses',
  'refresh_chains',
  'terms',
  'providers',
]

let postgres: TestDatabase
let admin: pg.Client
let storage: Storage
let service: Service
/** The most pages that each statement read, by its text. */
const costs = new Map<string, number>()
beforeAll(async () => {
  postgres = await createPostgresDatabase()
  admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  storage = openPostgresStorage(postgres.url)
  // The test decides when tables are analysed.
  for (const table of TABLES) await admin.query(`ALTER TABLE licet.${table} SET (autovacuum_enabled = false)`)
  service = await createService({ authUrl: 'https://auth.example.com', storage: explained(storage), crypto: createNodeCrypto() })
})
afterAll(async () => {
  await admin.end()
  await storage.close()
  await postgres.stop()
})

/** Adds to `costs` how many pages each statement reads, before it runs. */
function explained(actual: Storage): Storage {
  const explain = async (sql: Sql, text: string, values: readonly SqlValue[] | undefined) => {
    if (!/^(?:SELECT|INSERT|UPDATE|DELETE|WITH)/.test(text)) return
    await sql.query('SAVEPOINT before')
    const [row] = await sql.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`,
      values,
    )
    await sql.query('ROLLBACK TO before')
    const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } = row?.['QUERY PLAN'][0].Plan ?? {}
    costs.set(text, Math.max(hit + read, costs.get(text) ?? 0))
  }
  return {
    ...actual,
    query: async (text, values) => {
      await actual.transaction((sql) => explain(sql, text, values))
      return actual.query(text, values)
    },
    transaction: (run) =>
      actual.transaction((sql) =>
        run({
          query: async (text, values) => {
            await explain(sql, text, values)
            return sql.query(text, values)
          },
        }),
      ),
  }
}

/** Stores devices of a provider, with a license and a chain of refresh tokens each. */
async function fill({ provider: { providerId } }: Tenant): Promise<void> {
  const address = "rpad(md5(n || $1::uuid::text), 43, 'A')"
  await admin.query(
    `INSERT INTO licet.addresses (provider_id, address, ptr, spki, created)
     SELECT $1::uuid, ${address}, 'ptr-' || n, decode(repeat('00', 294), 'hex'), now() FROM generate_series(1, ${LICENSES}) AS n`,
    [providerId],
  )
  await admin.query(
    `INSERT INTO licet.devices (registration, provider_id, ptr, vouched, spki, created)
     SELECT registration, provider_id, ptr, vouched, spki, created FROM licet.addresses WHERE provider_id = $1::uuid`,
    [providerId],
  )
  await admin.query("INSERT INTO licet.terms (hash, text) VALUES (rpad('T', 43, 'T'), 'Terms') ON CONFLICT DO NOTHING")
  await admin.query(
    `WITH stored AS (
       INSERT INTO licet.licenses (id, provider_id, registration, address, ptr, request_hash, terms_hash, suite, request, terms_at, uses, signature,
         created, receipt)
       SELECT gen_random_uuid(), provider_id, registration, address, ptr, address, rpad('T', 43, 'T'), 'licet-1', '{"terms":""}', 9, '[]', 'x',
         now(), 'x'
       FROM licet.addresses WHERE provider_id = $1::uuid AND spki = decode(repeat('00', 294), 'hex') RETURNING id
     ) SELECT count(*) FROM stored`,
    [providerId],
  )
  await admin.query(
    `INSERT INTO licet.license_transitions (provider_id, registration, license_id, step, status, at)
     SELECT provider_id, registration, id, 1, 'active', created FROM licet.licenses WHERE provider_id = $1::uuid AND request = '{"terms":""}'`,
    [providerId],
  )
  await admin.query(OPEN_LICENSES, [providerId])
  await admin.query(
    `INSERT INTO licet.refresh_chains (id, jti, client_id, provider_id, holder, scope, lifetime, created, expires)
     SELECT gen_random_uuid(), 'x', 'x', $1::uuid, ${address}, '', 600, now(), now() + interval '1 day'
     FROM generate_series(1, ${LICENSES}) AS n`,
    [providerId],
  )
}

/** Runs every frequent operation of a device, and returns the pages that their statements read. */
async function measure(tenant: Tenant, device: Device): Promise<ReadonlyMap<string, number>> {
  costs.clear()
  const ok = async (answer: ReturnType<typeof call>) => {
    const { status, body } = await answer
    expect([status, body.code ?? body.error]).toEqual([expect.toSatisfy((code) => code < 300), undefined])
    return body
  }
  await ok(tenant.register(device))
  const token = await tenant.addressToken(device)
  const granted = await ok(
    call(service, TOKEN, {
      form: {
        grant_type: 'client_credentials',
        client_id: `address:${tenant.provider.providerId}:${device.address}`,
        client_secret: device.sign(device.address),
      },
    }),
  )
  const refresh = (text: string) => ok(call(service, TOKEN, { form: { grant_type: 'refresh_token', refresh_token: text } }))
  await refresh((await refresh(granted.refresh_token)).refresh_token)
  for (const description of ['One', 'One', 'Two']) {
    await ok(call(service, '/license/create', { token, json: signedRequest(device, { description }) }))
  }
  await ok(call(service, '/license/create', { token, json: signedRequest(device, { uses: [] }) }))
  const { id } = await ok(call(service, '/license/create', { token, json: signedRequest(device, { description: 'Three' }) }))
  await ok(call(service, '/license/verify', { token, json: {} }))
  await ok(call(service, '/license/verify', { token, json: { usecase: 'analytics', destination: 'basket.example.com' } }))
  await ok(call(service, `/license/${id}`, { token }))
  await ok(call(service, '/license?limit=1', { token }))
  const admin = await tenant.adminToken()
  await ok(call(service, `/license/${id}`, { token: admin }))
  await ok(call(service, `/license?limit=10&cursor=${id}`, { token: admin }))
  for (const filter of ['ptr=ptr-7', `address=${device.address}`, 'ptr=ptr-7&status=active', 'status=active&limit=10'])
    await ok(call(service, `/license?${filter}`, { token: admin }))
  for (const subject of [{ ptr: 'ptr-7' }, { ptr: 'nobody' }, { address: device.address }])
    for (const destination of [undefined, 'basket.example.com'])
      await ok(call(service, '/license/permit', { token: admin, json: { ...subject, usecase: 'analytics', destination } }))
  const backend = createBackend(tenant.provider.providerId)
  await ok(addIdentityKey(service, tenant, backend))
  const own = [pooledDevice(1), pooledDevice(2)]
  for (const each of own) {
    await ok(registerWith(service, tenant, each, 'ptr-8', backend.token('ptr-8')))
    const token = await tenant.addressToken(each)
    await ok(call(service, '/license/create', { token, json: signedRequest(each, { ptr: 'ptr-8' }) }))
  }
  const [first = device] = own
  const withdrawal = { token: await tenant.addressToken(first), json: signedRequest(first, { ptr: 'ptr-8', uses: [] }) }
  await ok(call(service, '/license/create', withdrawal))
  await ok(
    call(service, `/api/latest/provider/${tenant.provider.providerId}/user?address=${device.address}`, {
      token: await tenant.providerToken(),
    }),
  )
  return new Map(costs)
}

// Regression: the planner took a provider that is newer than the statistics for one without rows, and read all of its rows.
test(`E9: a provider with ${inTitle(LICENSES)} licenses that is newer than the statistics costs as much as an analysed one`, async () => {
  const [old, fresh] = [await createTenant(service), await createTenant(service)]
  await fill(old)
  const { device } = await old.device()
  await admin.query(`ANALYZE ${TABLES.map((table) => `licet.${table}`).join()}`)
  const before = await measure(old, device)
  await fill(fresh)
  const after = await measure(fresh, device)
  const worse = [...after].flatMap(([text, pages]) => {
    const known = before.get(text) ?? pages
    return pages > 2 * known + 10 ? [{ text, pages, known }] : []
  })
  expect(worse).toEqual([])
  // The filters and questions of servers read an index, and not the licenses of the provider.
  const asked = [...before, ...after].filter(([text]) => /newest_licenses|permit_/.test(text) && !text.includes('examined'))
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter(([, pages]) => pages > 200)).toEqual([])
}, 240_000)

// With statistics, the planner assumes that a newer provider has no rows, and reads all of them.
test('E9: ANALYZE collects no statistics of providers', async () => {
  await admin.query('ANALYZE licet.licenses')
  const known = await admin.query("SELECT attname FROM pg_stats WHERE schemaname = 'licet' AND tablename = 'licenses'")
  const columns = known.rows.map(({ attname }) => attname)
  expect(columns).toContain('terms_hash')
  expect(columns).not.toContain('provider_id')
})
