import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createPostgresStorage, createService, type Storage } from '../../src/service/index.ts'
import { createNodeCrypto } from '../../src/service/node.ts'
import { findPermits } from '../../src/service/storage/find-permits.ts'
import { findCoverage } from '../../src/service/storage/open-licenses.ts'
import { partitionTables } from '../../src/service/storage/partition-tables.ts'
import { findSubmission, storeLicense } from '../../src/service/storage/store-license.ts'
import { call, createTenant } from '../fixtures/caller.ts'
import { sha3, signedRequest } from '../fixtures/device.ts'
import { fillLicenses } from '../fixtures/fill-licenses.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { median, printTable } from '../support/print-table.ts'
import { processSeconds } from '../support/processor-time.ts'

const LICENSES = 100_000
const REQUESTS = 500
const COUNTS = [0, 8, 16, 64]
const SETTINGS = ['autovacuum=off', 'checkpoint_timeout=1h', 'max_wal_size=8GB', 'shared_buffers=256MB']

/** One connection without time limits. It uses processor time only for the statements. */
const openStorage = (connectionString: string): Storage =>
  createPostgresStorage(new pg.Pool({ connectionString, max: 1 }), (oid) => pg.types.getTypeParser(oid))

interface Filled {
  readonly orgId: string
  readonly providerId: string
}

/**
 * Measures the bytes of a license in PostgreSQL, and the processor time of PostgreSQL for frequent statements with several numbers of
 * partitions. The databases take turns in each round.
 */
export async function measurePartitions(runs: number): Promise<void> {
  const postgres = await startPostgres({ settings: SETTINGS })
  try {
    const filled = await fill(databaseUrl(postgres, 'filled'), postgres)
    await printBytes(databaseUrl(postgres, 'filled'))
    const seconds = new Map<number, number>()
    for (const count of COUNTS) {
      await administrate(postgres, `CREATE DATABASE parts_${count} TEMPLATE filled`)
      if (count === 0) continue
      const storage = openStorage(databaseUrl(postgres, `parts_${count}`))
      const start = performance.now()
      await partitionTables(storage, count)
      seconds.set(count, (performance.now() - start) / 1000)
      await storage.close()
    }
    const samples = new Map<string, number[]>()
    for (let run = 0; run < runs; run++)
      for (const count of COUNTS)
        for (const [name, time] of await measure(databaseUrl(postgres, `parts_${count}`), filled, run))
          samples.set(`${name} ${count}`, [...(samples.get(`${name} ${count}`) ?? []), time])
    printTable(
      `Partitions: µs of processor time of PostgreSQL, ${LICENSES.toLocaleString('en')} licenses, median of ${runs} rounds`,
      ['partitions', ...OPERATIONS.map(([name]) => name), 'seconds to divide'],
      COUNTS.map((count) => [
        count === 0 ? 'none' : count,
        ...OPERATIONS.map(([name]) => Math.round(median(samples.get(`${name} ${count}`) ?? []))),
        seconds.get(count)?.toFixed(0) ?? '–',
      ]),
    )
  } finally {
    await postgres.stop()
  }
}

const databaseUrl = (postgres: TestPostgres, name: string) => Object.assign(new URL(postgres.url), { pathname: name }).href

async function administrate(postgres: TestPostgres, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function fill(url: string, postgres: TestPostgres): Promise<Filled> {
  await administrate(postgres, 'CREATE DATABASE filled')
  const storage = openStorage(url)
  const service = await createService({ authUrl: 'https://auth.example.com', storage, crypto: createNodeCrypto() })
  const tenant = await createTenant(service)
  const { device, token } = await tenant.device()
  await call(service, '/license/create', { token, json: signedRequest(device) })
  await fillLicenses(url, tenant.provider.providerId, LICENSES)
  await storage.query('VACUUM ANALYZE')
  await storage.close()
  return { orgId: tenant.orgId, providerId: tenant.provider.providerId }
}

const SIZES = `SELECT c.relname AS name, pg_table_size(c.oid) AS rows, pg_indexes_size(c.oid) AS indexes FROM pg_class c
  WHERE c.relnamespace = 'licet'::regnamespace AND c.relkind = 'r' AND c.relname = ANY ($1) ORDER BY pg_total_relation_size(c.oid) DESC`

async function printBytes(url: string): Promise<void> {
  const storage = openStorage(url)
  const sizes = await storage.query<{ name: string; rows: number; indexes: number }>(SIZES, [
    ['licenses', 'license_transitions', 'open_licenses', 'addresses', 'devices', 'terms'],
  ])
  const [request] = await storage.query<{ request: number; receipt: number }>(
    `SELECT avg(octet_length(request) + octet_length(signature))::integer AS request, avg(octet_length(receipt))::integer AS receipt
     FROM licet.licenses`,
  )
  await storage.close()
  const perLicense = (bytes: number) => Math.round(bytes / LICENSES)
  const rows = sizes.map(
    ({ name, rows, indexes }) => [name, perLicense(rows), perLicense(indexes), perLicense(rows + indexes)] as const,
  )
  const sum = (column: 1 | 2 | 3) => rows.reduce((total, row) => total + row[column], 0)
  printTable(
    `Bytes of a license: ${LICENSES.toLocaleString('en')} licenses of ${LICENSES / 10} devices, ${request?.request} bytes of request and signature, ${request?.receipt} of receipt`,
    ['table', 'rows', 'indexes', 'both'],
    [...rows, ['all', sum(1), sum(2), sum(3)]],
  )
}

interface Device {
  readonly providerId: string
  readonly address: string
  readonly registration: string
  readonly ptr: string
}

const OPERATIONS: readonly (readonly [string, (storage: Storage, device: Device, filled: Filled) => Promise<void>])[] = [
  ['create', (storage, device) => create(storage, device)],
  [
    'verify',
    async (storage, device) => {
      await findCoverage(storage, { ...device, now: Date.now() }, { usecase: 'analytics', destination: 'basket.example.com' })
    },
  ],
  [
    'permit of a person',
    async (storage, { ptr }, { orgId }) => {
      await findPermits(storage, { orgId, providerId: null, now: Date.now(), restored: undefined }, [{ ptr, usecase: 'analytics' }])
    },
  ],
]

async function create(storage: Storage, { providerId, address, registration, ptr }: Device): Promise<void> {
  const [termsHash = '', id] = [TERMS_HASH, randomUUID()]
  const request = {
    ...{ id, providerId, address, registration, ptr, termsHash, now: Date.now() },
    requestHash: sha3(Buffer.from(id)).toString('base64url'),
    signatureHash: sha3(Buffer.from(id)),
  }
  const found = await findSubmission(storage, request)
  const { outcome } = await storeLicense(
    storage,
    {
      ...request,
      ...{
        terms: '',
        suite: 'licet-1',
        request: REQUEST,
        termsAt: 9,
        signature: 'A'.repeat(342),
        expiry: null,
        receipt: RECEIPT,
      },
      ...{
        status: 'active',
        uses: USES,
        vouched: false,
        deviceOnly: false,
        signedBytes: null,
        supersedes: found?.supersedes ?? null,
      },
    },
    { maxActive: 100, maxLicensesPerHour: 100, maxTermsPerDay: 100, withTerms: true },
  )
  if (outcome !== 'created') throw new Error(`The license was not stored: ${outcome}`)
}

const USES = [{ usecases: ['analytics'], destinations: ['basket.example.com'] }]
const REQUEST = Buffer.from(JSON.stringify({ description: 'x'.repeat(200), terms: '', uses: USES }))
const RECEIPT = 'x'.repeat(700)
/** The hash of the empty text. */
const TERMS_HASH = sha3(Buffer.from('')).toString('base64url')

/** Returns the processor time of each operation, in microseconds for each request. */
async function measure(url: string, filled: Filled, run: number): Promise<[string, number][]> {
  const storage = openStorage(url)
  const devices = await storage.query<Device>(
    `SELECT provider_id AS "providerId", address, registration, ptr FROM licet.addresses ORDER BY address OFFSET $1 LIMIT $2`,
    [run * REQUESTS, REQUESTS],
  )
  const [backend] = await storage.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const times: [string, number][] = []
  for (const [name, operation] of OPERATIONS) {
    const before = processSeconds(backend?.pid ?? 0)
    for (const device of devices) await operation(storage, device, filled)
    times.push([name, ((processSeconds(backend?.pid ?? 0) - before) * 1_000_000) / devices.length])
  }
  await storage.close()
  return times
}
