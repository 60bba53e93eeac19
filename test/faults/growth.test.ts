import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createService, type Service, type Sql, type SqlValue, type Storage } from '../../src/service/index.ts'
import { createNodeCrypto, openPostgresStorage } from '../../src/service/node.ts'
import { call, createTenant, grant, type Tenant, TOKEN } from '../fixtures/caller.ts'
import type { Device } from '../fixtures/device.ts'
import { signedRequest } from '../fixtures/device.ts'
import { fillLicenses } from '../fixtures/fill-licenses.ts'
import { watchStorage } from '../fixtures/watched-storage.ts'
import { countOf, inTitle } from '../support/counts.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { printTable } from '../support/print-table.ts'

const SMALL = 10_000
const LARGE = countOf(300_000, 50_000)
const NEW_PROVIDER = 20_000
/** Processor time may grow by 1.3, which `npm run bench` measures. Each level of an index is a page more, which costs little. */
const MAX_GROWTH = 1.5

let postgres: TestPostgres
let admin: pg.Client
let unwatched: Storage
let storage: Storage
let service: Service
/** The pages of 8 kB that the statements of the current operation read, from memory or from disk. */
let pages = 0
let isCounting = false
beforeAll(async () => {
  postgres = await startPostgres()
  admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  unwatched = openPostgresStorage(postgres.url)
  await unwatched.ready()
  storage = watchStorage(unwatched, { before: countPages })
  service = await createService({ authUrl: 'https://a.example', storage, crypto: createNodeCrypto(), maxLicensesPerHour: 0 })
})
afterAll(async () => {
  await storage.close()
  await admin.end()
  await postgres.stop()
})

/**
 * Returns the pages that the transaction has read. It counts from the last report of its connection, so only differences mean something.
 */
async function countRead(sql: Sql): Promise<number> {
  const [read] = await sql.query<{ pages: number }>(
    `SELECT sum(pg_stat_get_xact_blocks_fetched(c.oid))::integer AS pages FROM pg_class c
     WHERE c.relnamespace = 'licet'::regnamespace OR c.oid IN (
       SELECT t.reltoastrelid FROM pg_class t WHERE t.relnamespace = 'licet'::regnamespace)`,
  )
  return read?.pages ?? Number.NaN
}

/** Runs a statement as the service does, counts, and takes it back, before the service runs it. */
async function countPages(text: string, values: readonly SqlValue[]): Promise<void> {
  if (!isCounting) return
  const takenBack = new Error('Taken back.')
  const counting = unwatched.transaction(async (sql) => {
    const before = await countRead(sql)
    await sql.query(text, values)
    pages += (await countRead(sql)) - before
    throw takenBack
  })
  await counting.catch((error: unknown) => {
    if (error !== takenBack) throw error
  })
}

interface Owner {
  readonly tenant: Tenant
  readonly device: Device
  readonly token: string
  readonly licenseId: string
}

let signed = 0
const create = ({ device, token }: Pick<Owner, 'device' | 'token'>, ptr: string) =>
  call(service, '/license/create', { token, json: signedRequest(device, { ptr, description: `Number ${signed++}` }) })

async function createOwner(): Promise<Owner> {
  const tenant = await createTenant(service)
  const { device, token } = await tenant.device()
  const { body } = await create({ device, token }, 'user-1')
  for (let n = 0; n < 10; n++) await create({ device, token }, 'user-1')
  return { tenant, device, token, licenseId: body.id }
}

/** Every operation whose cost must not grow. */
const OPERATIONS: Readonly<Record<string, (owner: Owner) => Promise<unknown>>> = {
  'new license': (owner) => create(owner, `new-${signed}`),
  verify: ({ token }) =>
    call(service, '/license/verify', { token, json: { usecase: 'analytics', destination: 'basket.example.com' } }),
  get: ({ token, licenseId }) => call(service, `/license/${licenseId}`, { token }),
  'list of a device': ({ token }) => call(service, '/license?limit=10', { token }),
  'list of an organization': async ({ tenant }) => call(service, '/license?limit=10', { token: await tenant.adminToken() }),
  'token for a device': ({ tenant, device }) => tenant.addressToken(device),
  refresh: async ({ tenant, device }) => {
    const client = {
      client_id: `address:${tenant.provider.providerId}:${device.address}`,
      client_secret: device.sign(device.address),
    }
    const { refresh_token = '' } = await grant(service, client)
    return call(service, TOKEN, { form: { grant_type: 'refresh_token', refresh_token } })
  },
}

/** Returns the pages that each operation reads. The first run of each prepares its caches and does not count. */
async function measure(owner: Owner): Promise<Readonly<Record<string, number>>> {
  const counted: Record<string, number> = {}
  for (const [name, run] of Object.entries(OPERATIONS)) {
    await run(owner)
    pages = 0
    isCounting = true
    await run(owner).finally(() => {
      isCounting = false
    })
    counted[name] = pages
  }
  return counted
}

function compare(
  title: string,
  head: readonly [string, string],
  before: Record<string, number>,
  after: Record<string, number>,
): void {
  const rows = Object.entries(before).map(([name, few]) => {
    const many = after[name] ?? Number.NaN
    return [name, few, many, (many / few).toFixed(2)]
  })
  printTable(title, ['', ...head, 'ratio'], rows)
  const grown = rows.filter(([name, few]) => (after[String(name)] ?? 0) > Number(few) * MAX_GROWTH + 2)
  expect(grown).toEqual([])
}

test(`the pages that a request reads grow by at most ${MAX_GROWTH} × from ${inTitle(SMALL)} to ${inTitle(LARGE)} licenses`, async () => {
  const owner = await createOwner()
  const { providerId } = owner.tenant.provider
  await fillLicenses(postgres.url, providerId, SMALL)
  await admin.query('VACUUM ANALYZE')
  const few = await measure(owner)
  await fillLicenses(postgres.url, providerId, LARGE - SMALL)
  await admin.query('VACUUM ANALYZE')
  const many = await measure(owner)
  compare('Pages of 8 kB that a request reads, by licenses of its provider', [inTitle(SMALL), inTitle(LARGE)], few, many)
})

// Regression: the planner estimated one row for a provider that it had no statistics of, and read all of its rows instead of the rows of
// the device.
test(`a provider whose ${inTitle(NEW_PROVIDER)} licenses are newer than the statistics of the planner costs as much as an analyzed one`, async () => {
  const owner = await createOwner()
  await admin.query('VACUUM ANALYZE')
  const others = await createOwner()
  await fillLicenses(postgres.url, others.tenant.provider.providerId, NEW_PROVIDER)
  const fresh = await measure(others)
  await admin.query('VACUUM ANALYZE')
  const analyzed = await measure(others)
  expect(owner.licenseId).not.toBe(others.licenseId)
  compare('Pages of 8 kB that a request reads, by the statistics of the planner', ['analyzed', 'not analyzed'], analyzed, fresh)
})
