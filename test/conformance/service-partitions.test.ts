import { execFileSync } from 'node:child_process'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { createService, type Service, type Storage } from '../../src/service/index.ts'
import { createNodeCrypto, openPostgresStorage } from '../../src/service/node.ts'
import { buildIndex } from '../../src/service/storage/build-index.ts'
import { partitionTables } from '../../src/service/storage/partition-tables.ts'
import { DEVICE_TABLES, listPartitions } from '../../src/service/storage/partitions.ts'
import { call, createTenant } from '../fixtures/caller.ts'
import { createPostgresDatabase, partitionDatabase } from '../fixtures/databases.ts'
import { signedRequest } from '../fixtures/device.ts'
import { liveThrough, openService } from '../fixtures/device-life.ts'
import { fillLicenses } from '../fixtures/fill-licenses.ts'
import { NEXT_MIGRATIONS, openNextStorage } from '../fixtures/next-version.ts'
import type { TestDatabase } from '../support/postgres.ts'

const PARTITIONS = 8
/** Enough that copying them takes a while. */
const FILLED = 5000

describe('partitioned tables', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createPostgresDatabase()
  })
  afterEach(() => database.stop())

  /** Everything that defines the tables, without their partitions. */
  const readDefinitions = async (client: pg.Client) => {
    const texts = await client.query(
      `WITH t AS (SELECT oid, relname FROM pg_class WHERE relnamespace = 'licet'::regnamespace AND relname = ANY ($1))
       SELECT replace(pg_get_indexdef(i.indexrelid), ' ONLY ', ' ') AS text FROM pg_index i WHERE i.indrelid IN (SELECT oid FROM t)
       UNION ALL SELECT format('%s.%s %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) FROM pg_constraint c
         WHERE (c.conrelid IN (SELECT oid FROM t) OR c.confrelid IN (SELECT oid FROM t)) AND c.conparentid = 0
       UNION ALL SELECT pg_get_triggerdef(g.oid) FROM pg_trigger g WHERE g.tgrelid IN (SELECT oid FROM t) AND NOT g.tgisinternal
       UNION ALL SELECT format('%s.%s %s %s %s %s', t.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
           a.attstattarget, a.attidentity) FROM pg_attribute a JOIN t ON t.oid = a.attrelid WHERE a.attnum > 0
       UNION ALL SELECT format('%s %s %s', t.relname, a.grantee::regrole, a.privilege_type)
         FROM pg_class c JOIN t ON t.oid = c.oid CROSS JOIN LATERAL aclexplode(c.relacl) a
       ORDER BY 1`,
      [DEVICE_TABLES],
    )
    return texts.rows.map(({ text }) => text as string)
  }

  const connect = async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    return client
  }
  const rowsOf = async (client: pg.Client) => {
    const all: Record<string, unknown> = {}
    for (const table of DEVICE_TABLES)
      all[table] = (await client.query(`SELECT t::text AS row FROM licet.${table} t ORDER BY 1`)).rows.map(({ row }) => row)
    return all
  }

  test('keep every row, key, index, trigger, privilege and setting, and their number can be changed', async () => {
    const first = await openService(new pg.Pool({ connectionString: database.url }))
    const tenant = await createTenant(first.service)
    const { device, token } = await tenant.device('person')
    const ids: string[] = []
    const agree = async (service: Service, members = {}) => {
      const { body } = await call(service, '/license/create', { token, json: signedRequest(device, members) })
      ids.unshift(body.id)
      return body
    }
    for (let n = 0; n < 3; n++) await agree(first.service, { description: `Number ${n}` })
    await first.storage.close()
    const before = await connect()
    await before.query('CREATE ROLE licet_reader')
    await before.query('GRANT SELECT ON licet.licenses TO licet_reader')
    const [definitions, rows] = [await readDefinitions(before), await rowsOf(before)]
    await before.end()
    try {
      for (const count of [PARTITIONS, 3]) {
        const tables = await partitionDatabase(database.url, count)
        expect(tables.map(({ table }) => table)).toEqual([...DEVICE_TABLES])
        expect(tables.find(({ table }) => table === 'licenses')).toEqual({ table: 'licenses', rows: 3 })
        const client = await connect()
        for (const table of DEVICE_TABLES) expect(await listPartitions(createQuery(client), table)).toHaveLength(count)
        expect(await readDefinitions(client)).toEqual(definitions)
        expect(await rowsOf(client)).toEqual(rows)
        await client.end()
      }
      const second = await openService(new pg.Pool({ connectionString: database.url }))
      // The position continues after the last one.
      await agree(second.service, { description: 'The last one' })
      const { body } = await call(second.service, '/license', { token })
      expect(body.licenses.map(({ id }: { id: string }) => id)).toEqual(ids)
      expect((await call(second.service, '/license/verify', { token, json: {} })).body).toMatchObject({ reason: 'licensed' })
      await second.storage.close()
    } finally {
      const client = await connect()
      await client.query('DROP OWNED BY licet_reader')
      await client.query('DROP ROLE licet_reader')
      await client.end()
    }
  })

  const createQuery =
    (client: pg.Client): Storage['query'] =>
    async (text, values) =>
      (await client.query(text, values === undefined ? undefined : [...values])).rows

  test('are refused while another connection uses the database, which changes nothing', async () => {
    const other = new pg.Client({ connectionString: database.url, application_name: 'reporting' })
    await other.connect()
    const attempt = partitionDatabase(database.url, PARTITIONS)
    await expect(attempt).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('1 other connection') })
    await expect(attempt).rejects.toMatchObject({ message: expect.stringContaining('(reporting)') })
    expect(await listPartitions(createQuery(other), 'licenses')).toEqual([])
    await other.end()
  })

  test('are rolled back as a whole when one step fails', async () => {
    const client = await connect()
    await client.query('CREATE VIEW public.my_report AS SELECT id FROM licet.signed_bytes JOIN licet.licenses ON id = license_id')
    const before = await readDefinitions(client)
    await client.end()
    await expect(partitionDatabase(database.url, PARTITIONS)).rejects.toMatchObject({ state: '2BP01' })
    const after = await connect()
    expect(await readDefinitions(after)).toEqual(before)
    expect(await listPartitions(createQuery(after), 'licenses')).toEqual([])
    await after.end()
  })

  // Regression: the limit that PgBouncer needs at the role ended the copy of a large table.
  test('are copied without the time limit of the role', async () => {
    const client = await connect()
    await client.query(`ALTER DATABASE "${new URL(database.url).pathname.slice(1)}" SET statement_timeout = '60s'`)
    await client.end()
    const storage = openPostgresStorage(database.url, { maxConnections: 1, hasTimeLimits: false })
    const limits = new Set<unknown>()
    const transaction: Storage['transaction'] = (run) =>
      storage.transaction((sql) =>
        run({
          query: async (text, values) => {
            if (text.startsWith('INSERT')) limits.add((await sql.query('SHOW statement_timeout'))[0]?.statement_timeout)
            return sql.query(text, values)
          },
        }),
      )
    await partitionTables({ ...storage, transaction }, PARTITIONS)
    expect([...limits]).toEqual(['0'])
    await storage.close()
  })

  test('lose nothing when the process is killed halfway, and the next call partitions them', async () => {
    const first = await openService(new pg.Pool({ connectionString: database.url }))
    const tenant = await createTenant(first.service)
    const { device, token } = await tenant.device('person')
    await call(first.service, '/license/create', { token, json: signedRequest(device) })
    await first.storage.close()
    await fillLicenses(database.url, tenant.provider.providerId, FILLED)
    const attempt = partitionDatabase(database.url, PARTITIONS).catch((error: unknown) => error)
    // From another database, because no other connection may use this one.
    const elsewhere = new pg.Client({ connectionString: inject('postgresUrl') })
    await elsewhere.connect()
    const name = new URL(database.url).pathname.slice(1)
    const copying = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = $1 AND state = 'active' AND query ~ '^(CREATE|INSERT|ALTER|ANALYZE)'`
    await expect.poll(async () => (await elsewhere.query(copying, [name])).rowCount, { interval: 1 }).toBe(1)
    await elsewhere.end()
    expect(await attempt).toMatchObject({ code: 'unavailable' })
    const client = await connect()
    expect(await listPartitions(createQuery(client), 'licenses')).toEqual([])
    await client.end()
    const [licenses] = await partitionDatabase(database.url, PARTITIONS)
    expect(licenses).toEqual({ table: 'licenses', rows: FILLED + 1 })
  })

  test('are in a backup, and restored with their rows', async () => {
    await partitionDatabase(database.url, PARTITIONS)
    const { storage, service } = await openService(new pg.Pool({ connectionString: database.url }))
    const { device, token } = await (await createTenant(service)).device()
    for (const description of ['First', 'Second'])
      await call(service, '/license/create', { token, json: signedRequest(device, { description }) })
    await storage.close()
    const restored = await createPostgresDatabase({ empty: true })
    const dump = execFileSync('pg_dump', ['--format=custom', '--schema=licet', database.url], { maxBuffer: 100_000_000 })
    execFileSync('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${restored.url}`], { input: dump })
    const clients = [database, restored].map(({ url }) => new pg.Client({ connectionString: url }))
    const [former, now] = clients as [pg.Client, pg.Client]
    await Promise.all(clients.map((client) => client.connect()))
    try {
      expect(await rowsOf(now)).toEqual(await rowsOf(former))
      expect(await readDefinitions(now)).toEqual(await readDefinitions(former))
      expect(await listPartitions(createQuery(now), 'licenses')).toHaveLength(PARTITIONS)
    } finally {
      await Promise.all(clients.map((client) => client.end()))
      await restored.stop()
    }
  })

  test('get an index while other processes write, even after an interrupted build', async () => {
    await partitionDatabase(database.url, PARTITIONS)
    const pool = new pg.Pool({ connectionString: database.url })
    const query: Storage['query'] = async (text) => (await pool.query(text)).rows
    const { storage } = await openService(pool)
    let builds = 0
    const outsideTransaction: Storage['query'] = (text) => {
      if (text.startsWith('CREATE') && ++builds === 3) throw new Error('killed')
      return query(text)
    }
    const statement = "CREATE INDEX licenses_by_suite ON licet.licenses (suite, created) WHERE address <> ''"
    const migrator = { transaction: storage.transaction, outsideTransaction }
    await expect(buildIndex(migrator, statement)).rejects.toThrow('killed')
    const isValid = async () => (await query<{ valid: boolean }>(VALID)).map(({ valid }) => valid)
    expect(await isValid()).toEqual([false])
    await buildIndex(migrator, statement)
    expect(await isValid()).toEqual([true])
    await storage.close()
  })
  const VALID = "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'licet.licenses_by_suite'::regclass"

  test('are migrated to a later version, in steps, with their rows', async () => {
    const previous = await openService(new pg.Pool({ connectionString: database.url }))
    await liveThrough(previous.service)
    await previous.storage.close()
    await partitionDatabase(database.url, PARTITIONS)
    const storage = openNextStorage({ connectionString: database.url })
    try {
      await storage.ready()
      expect(await storage.query('SELECT max(version) AS version FROM licet.migrations')).toEqual([
        { version: NEXT_MIGRATIONS.length },
      ])
      expect(await listPartitions(storage.query, 'open_licenses')).toHaveLength(PARTITIONS)
      expect(await storage.query('SELECT DISTINCT note FROM licet.licenses')).toEqual([{ note: 'none' }])
      const invalid = await storage.query(
        `SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
         WHERE c.relnamespace = 'licet'::regnamespace AND NOT i.indisvalid`,
      )
      expect(invalid).toEqual([])
      await liveThrough(await createService({ authUrl: 'https://auth.example.com', storage, crypto: createNodeCrypto() }))
    } finally {
      await storage.close()
    }
  })
})
