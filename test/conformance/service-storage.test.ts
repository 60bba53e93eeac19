import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createService, openPgliteStorage, type Storage, StorageError } from '../../src/service/index.ts'
import { openPostgresStorage, serve } from '../../src/service/node.ts'
import { MIGRATIONS } from '../../src/service/storage/migrations.ts'
import { call, createTenant, TOKEN } from '../fixtures/caller.ts'
import { openEmbeddedDatabase, openEmbeddedStorage } from '../fixtures/databases.ts'
import { signedRequest } from '../fixtures/device.ts'
import { createProxy } from '../fixtures/proxy.ts'
import { describeWorlds } from '../fixtures/worlds.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'

describeWorlds(
  'storage',
  (world) => {
    test('both drivers parse int8, counts, bytes, times and booleans in the same way', async () => {
      const [row] = await world.storage.query(
        `SELECT 9007199254740991::int8 AS big, count(*) AS n, $1::bytea AS bytes, true AS yes, NULL AS nothing, 7::int4 AS small,
         '2026-03-29 01:59:59.123+00'::timestamptz AS at, 'ü💙'::text AS text FROM (VALUES (1), (2)) AS v`,
        [new Uint8Array([0, 255, 92, 120])],
      )
      expect({ ...row, bytes: undefined }).toEqual({
        big: 9007199254740991,
        n: 2,
        yes: true,
        nothing: null,
        small: 7,
        at: Date.UTC(2026, 2, 29, 1, 59, 59, 123),
        text: 'ü💙',
        bytes: undefined,
      })
      expect(row?.bytes).toBeInstanceOf(Uint8Array)
      expect(Array.from(row?.bytes as Uint8Array)).toEqual([0, 255, 92, 120])
    })

    // Regression: under jsdom every license was refused with `unavailable`, because `TextEncoder` returns a `Uint8Array` of another realm.
    test('bytes of another realm are accepted as a parameter', async () => {
      const bytes: Uint8Array = runInNewContext('new Uint8Array([9, 0, 255, 9]).subarray(1, 3)')
      expect(bytes instanceof Uint8Array).toBe(false)
      expect(await world.storage.query("SELECT encode($1::bytea, 'hex') AS hex", [bytes])).toEqual([{ hex: '00ff' }])
    })

    test('F9: times are right in every time zone of the session', async () => {
      for (const zone of ['Asia/Kathmandu', 'America/St_Johns', 'Pacific/Kiritimati', 'UTC']) {
        const rows = await world.storage.transaction(async (sql) => {
          await sql.query(`SET LOCAL TimeZone = '${zone}'`)
          return sql.query<{ at: number }>('SELECT $1::timestamptz AS at', ['2026-01-31T23:30:00.250Z'])
        })
        expect(rows).toEqual([{ at: Date.UTC(2026, 0, 31, 23, 30, 0, 250) }])
      }
    })

    test('F2: the error of a refused statement contains the SQLSTATE and no parameters', async () => {
      const failure = await world.storage.query('SELECT $1::uuid', ['canary-secret']).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(StorageError)
      expect((failure as StorageError).state).toBe('22P02')
      expect(JSON.stringify(failure) + String(failure) + (failure as Error).stack).not.toContain('canary')
      expect((failure as Error).cause).toBeUndefined()
    })

    test('a failed transaction stores nothing, and its connection stays usable', async () => {
      const attempt = world.storage.transaction(async (sql) => {
        await sql.query("INSERT INTO licet.terms (hash, text) VALUES ($1, 'x')", ['T'.repeat(43)])
        await sql.query('SELECT 1/0 AS boom WHERE $1', [true])
      })
      await expect(attempt).rejects.toMatchObject({ state: '22012' })
      expect(await world.storage.query('SELECT 1 FROM licet.terms WHERE hash = $1', ['T'.repeat(43)])).toEqual([])
    })

    test('an error of the work of a transaction is rethrown unchanged', async () => {
      const own = new TypeError('a fault in Licet')
      const attempt = world.storage.transaction(async (sql) => {
        await sql.query("INSERT INTO licet.terms (hash, text) VALUES ($1, 'x')", ['U'.repeat(43)])
        throw own
      })
      await expect(attempt).rejects.toBe(own)
      expect(await world.storage.query('SELECT 1 FROM licet.terms WHERE hash = $1', ['U'.repeat(43)])).toEqual([])
    })

    test('E2: 40001 and 40P01 are retried a bounded number of times', async () => {
      for (const state of ['40001', '40P01']) {
        let runs = 0
        const result = await world.storage.transaction(async (sql) => {
          runs++
          if (runs < 3) await sql.query(`DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${state}'; END $$`)
          return runs
        })
        expect(result).toBe(3)
        let tries = 0
        const hopeless = world.storage.transaction(async (sql) => {
          tries++
          await sql.query(`DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${state}'; END $$`)
        })
        await expect(hopeless).rejects.toMatchObject({ code: 'unavailable' })
        expect(tries).toBe(5)
      }
    })

    test('the constraints of the schema enforce the invariants of the service', async () => {
      const tenant = await createTenant(world.service)
      const { device, token } = await tenant.device()
      const { body } = await call(world.service, '/license/create', { token, json: signedRequest(device) })
      const again = world.storage.query(
        `INSERT INTO licet.licenses (id, provider_id, registration, address, ptr, request_hash, terms_hash, suite, request, terms_at, uses,
           signature, created, receipt)
       SELECT gen_random_uuid(), provider_id, registration, address, ptr, request_hash, terms_hash, suite, request, terms_at, uses,
         signature, created, receipt
       FROM licet.licenses WHERE id = $1`,
        [body.id],
      )
      await expect(again).rejects.toMatchObject({ state: '23505' })
      const twice = world.storage.query(
        `INSERT INTO licet.license_transitions (provider_id, registration, license_id, step, status, at)
         SELECT provider_id, registration, id, 1, 'revoked', now() FROM licet.licenses WHERE id = $1`,
        [body.id],
      )
      await expect(twice).rejects.toMatchObject({ state: '23505' })
      const secondKey = world.storage.query(
        "INSERT INTO licet.signing_keys (kid, public_jwk, created, signs_from) VALUES ($1, '{}', now(), now())",
        ['other'],
      )
      await expect(secondKey).rejects.toMatchObject({ state: '23505' })
      const copyApiKey = (hash: string) =>
        world.storage.query(
          `INSERT INTO licet.api_keys (id, user_id, name, prefix, hash, created)
         SELECT gen_random_uuid(), user_id, name, prefix, ${hash}, created FROM licet.api_keys WHERE user_id = $1`,
          [tenant.userId],
        )
      await expect(copyApiKey('hash')).rejects.toMatchObject({ state: '23505' })
      await expect(copyApiKey("'\\x00'::bytea")).rejects.toMatchObject({ state: '23514' })
    })
  },
  { everyDatabase: true },
)

describe('migrations', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  test('E8: ten processes that start at the same time migrate once', async () => {
    const storages = Array.from({ length: 10 }, () => openPostgresStorage(postgres.url, { maxConnections: 2 }))
    try {
      await Promise.all(storages.map((storage) => storage.ready()))
      const [storage] = storages
      expect(await storage?.query('SELECT version FROM licet.migrations')).toEqual(MIGRATIONS.map((_, at) => ({ version: at + 1 })))
      const services = await Promise.all(storages.map((each) => createService({ authUrl: 'https://a.example', storage: each })))
      const sets = await Promise.all(
        services.map(async (service) => JSON.stringify((await call(service, '/.well-known/jwks.json')).body)),
      )
      expect(new Set(sets).size).toBe(1)
    } finally {
      await Promise.all(storages.map((storage) => storage.close()))
    }
  })

  test('E8: an older program refuses a newer schema, on both drivers', async () => {
    const makeNewer = (storage: Storage) => storage.query("INSERT INTO licet.migrations (version, name) VALUES (99, 'newer')")
    const database = await openEmbeddedDatabase()
    await makeNewer(await openPgliteStorage({ database }))
    await expect(openPgliteStorage({ database })).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringContaining('99'),
    })
    await database.close()

    const first = openPostgresStorage(postgres.url)
    await makeNewer(first)
    const second = openPostgresStorage(postgres.url)
    await expect(second.ready()).rejects.toMatchObject({ code: 'storage_unavailable' })
    await Promise.all([first.close(), second.close()])
  })
})

describe('the checks of a PostgreSQL database', () => {
  let postgres: TestPostgres
  let admin: pg.Client
  beforeAll(async () => {
    postgres = await startPostgres()
    admin = new pg.Client({ connectionString: postgres.url })
    await admin.connect()
  })
  afterAll(async () => {
    await admin.end()
    await postgres.stop()
  })
  const at = (change: Partial<URL>) => Object.assign(new URL(postgres.url), change).href
  const readyAt = async (url: string) => {
    const storage = openPostgresStorage(url)
    return storage
      .ready()
      .catch((error: unknown) => error)
      .finally(() => storage.close())
  }

  // Regression: CREATE SCHEMA IF NOT EXISTS requires the right to create, even when the schema exists.
  test('a role without the right to create is enough for an existing schema, and gets a clear error before that', async () => {
    await admin.query('CREATE DATABASE shared')
    await admin.query('CREATE ROLE humble LOGIN')
    const url = at({ username: 'humble', pathname: '/shared' })
    expect(await readyAt(url)).toMatchObject({ code: 'storage_unavailable', message: expect.stringContaining('CREATE') })
    expect(await readyAt(at({ pathname: '/shared' }))).toBeUndefined()
    const owner = new pg.Client({ connectionString: at({ pathname: '/shared' }) })
    await owner.connect()
    await owner.query('GRANT USAGE ON SCHEMA licet TO humble')
    await owner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA licet TO humble')
    await owner.end()
    const storage = openPostgresStorage(url)
    const service = await createService({ authUrl: 'https://a.example', storage })
    expect((await call(service, '/readyz')).status).toBe(200)
    const tenant = await createTenant(service)
    const { device, token } = await tenant.device()
    expect((await call(service, '/license/create', { token, json: signedRequest(device) })).status).toBe(201)
    await storage.close()
  })

  test('an empty schema that an administrator created is migrated', async () => {
    await admin.query('CREATE ROLE tenant LOGIN')
    await admin.query('CREATE DATABASE prepared')
    const owner = new pg.Client({ connectionString: at({ pathname: '/prepared' }) })
    await owner.connect()
    await owner.query('CREATE SCHEMA licet AUTHORIZATION tenant')
    await owner.end()
    expect(await readyAt(at({ username: 'tenant', pathname: '/prepared' }))).toBeUndefined()
  })

  // Regression: the service started, and responded with 500 to the first terms in another script.
  test('a database with another encoding than UTF8 is refused at the start', async () => {
    await admin.query("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    expect(await readyAt(at({ pathname: '/latin' }))).toMatchObject({
      code: 'invalid_configuration',
      message: expect.stringContaining('LATIN1'),
    })
  })

  // Regression: two processes used twenty connections, and no option of serve lowered this. On a server that permits fewer, requests
  // were 503 at random.
  test('serve opens no more connections than `maxConnections`', async () => {
    await admin.query('CREATE DATABASE narrow')
    const running = await serve({ port: 0, databaseUrl: at({ pathname: '/narrow' }), maxConnections: 2, maxWaitMs: 60_000 })
    try {
      const form = () => ({ grant_type: 'client_credentials', client_id: `user:${randomUUID()}`, client_secret: 'wrong' })
      const responses = await Promise.all(Array.from({ length: 20 }, () => call(running.service, TOKEN, { form: form() })))
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401]))
      // Autovacuum has separate connections.
      const { rows } = await admin.query(
        "SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = 'narrow' AND backend_type = 'client backend'",
      )
      // One is enough when it is free again before the next request needs it.
      expect([1, 2]).toContain(rows[0]?.open)
    } finally {
      await running.close()
    }
  })

  // Regression: every failed connection had the same message.
  test('E1: a refused connection, an unknown host and a server without TLS have different messages', async () => {
    const { port } = new URL(postgres.url)
    expect(await readyAt('postgres://licet@127.0.0.1:1/x')).toMatchObject({ cause: { state: '', fault: 'refused' } })
    expect(await readyAt('postgres://licet@nowhere.invalid/x')).toMatchObject({ cause: { state: '', fault: 'unknown_host' } })
    const tls = await readyAt(`postgres://licet@127.0.0.1:${port}/postgres?sslmode=verify-full`)
    expect(tls).toMatchObject({ code: 'unavailable', cause: { fault: 'tls', message: expect.stringContaining('TLS') } })
    // Regression: the driver throws this error synchronously, so it was not converted, and was 500 when the file was deleted later.
    const noFile = await readyAt(`postgres://licet@127.0.0.1:${port}/postgres?sslmode=verify-full&sslrootcert=/nowhere/ca.crt`)
    expect(noFile).toMatchObject({ code: 'unavailable', cause: { fault: 'tls', message: expect.stringContaining('file') } })
  })

  // Regression: EPIPE has five letters and was read as a SQLSTATE, so the response was 500.
  test('E1: a connection that breaks during a write is 503', async () => {
    const { createPostgresStorage } = await import('../../src/service/index.ts')
    const broken = () => Promise.reject(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
    const storage = createPostgresStorage(
      { query: broken, connect: broken, end: async () => undefined, on: () => undefined },
      () => String,
    )
    await expect(storage.query('SELECT 1')).rejects.toMatchObject({ code: 'unavailable', cause: { state: '' } })
  })

  // Regression: readiness ran only SELECT 1.
  test('E1: the service is not ready after the schema was dropped or restored without its key', async () => {
    await admin.query('CREATE DATABASE dropped')
    const storage = openPostgresStorage(at({ pathname: '/dropped' }))
    const service = await createService({ authUrl: 'https://a.example', storage })
    expect((await call(service, '/readyz')).status).toBe(200)
    await service.rotateSigningKey({ delayMs: 0 })
    const [key] = await storage.query<{ kid: string }>('SELECT kid FROM licet.signing_keys WHERE retired IS NULL')
    await storage.query('UPDATE licet.signing_keys SET kid = $1 WHERE kid = $2', ['another', key?.kid ?? ''])
    const foreign = await call(service, '/readyz')
    expect([foreign.status, foreign.body.code]).toEqual([503, 'unavailable'])
    await storage.query('DROP SCHEMA licet CASCADE')
    const dropped = await call(service, '/readyz')
    expect([dropped.status, dropped.body.code, dropped.headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
    await storage.close()
  })
})

describe('E1: the database', () => {
  test('E1: a value that the embedded driver refuses is an error of the statement, not an unavailable database', async () => {
    const storage = await openEmbeddedStorage()
    try {
      await expect(storage.query('SELECT $1::bytea', [5])).rejects.toThrow(new StorageError('22023'))
      expect(await storage.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    } finally {
      await storage.close()
    }
  })

  test('E1: an unavailable database is 503 with Retry-After, at the start and later, and recovers automatically', async () => {
    const first = await startPostgres()
    const port = Number(new URL(first.url).port)
    let service: Awaited<ReturnType<typeof createService>>
    const proxy = await createProxy(port)
    const storage = openPostgresStorage(first.url.replace(String(port), String(proxy.port)))
    try {
      proxy.cut()
      const events: unknown[] = []
      service = await createService({ authUrl: 'https://a.example', storage, onEvent: (event) => events.push(event) })
      const unavailable = await call(service, '/readyz')
      expect([unavailable.status, unavailable.body.code, unavailable.headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
      expect((await call(service, '/healthz')).status).toBe(200)
      const token = await call(service, TOKEN, {
        form: { grant_type: 'client_credentials', client_id: `user:${ID}`, client_secret: 'x' },
      })
      expect([token.status, token.body.error]).toEqual([503, 'unavailable'])
      expect(events).toContainEqual({
        type: 'unavailable',
        method: 'GET',
        route: '/readyz',
        reason: expect.stringContaining('connection'),
      })

      proxy.restore()
      expect((await call(service, '/readyz')).status).toBe(200)
      const tenant = await createTenant(service)
      const { device, token: bearer } = await tenant.device()
      const json = signedRequest(device)
      proxy.cut()
      expect((await call(service, '/license/create', { token: bearer, json })).status).toBe(503)
      proxy.restore()
      expect((await call(service, '/license/create', { token: bearer, json })).status).toBe(201)
    } finally {
      await storage.close()
      await proxy.close()
      await first.stop()
    }
  })

  test('E1: a database that refuses the password, the role or the database name is 503', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'licet-hba-'))
    chmodSync(folder, 0o755)
    const rules = join(folder, 'pg_hba.conf')
    writeFileSync(rules, 'host all licet 127.0.0.1/32 trust\nhost all guest 127.0.0.1/32 scram-sha-256\n')
    const postgres = await startPostgres({ settings: [`hba_file=${rules}`] })
    const admin = new pg.Client({ connectionString: postgres.url })
    const types: string[] = []
    try {
      await admin.connect()
      await admin.query("CREATE ROLE guest LOGIN PASSWORD 'right'")
      const wrong: [Partial<URL>, string][] = [
        [{ username: 'guest', password: 'wrong' }, '28P01'],
        [{ username: 'stranger' }, '28000'],
        [{ pathname: '/nowhere' }, '3D000'],
      ]
      for (const [change, state] of wrong) {
        const storage = openPostgresStorage(Object.assign(new URL(postgres.url), change).href)
        const service = await createService({ authUrl: 'https://a.example', storage, onEvent: ({ type }) => types.push(type) })
        const response = await call(service, '/readyz')
        expect([response.status, response.body.code, response.headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
        expect(JSON.stringify(response.body)).not.toContain(state)
        await expect(storage.ready()).rejects.toMatchObject({ code: 'unavailable', cause: { state } })
        await storage.close()
      }
      expect(types).toEqual(['unavailable', 'unavailable', 'unavailable'])
    } finally {
      await admin.end()
      await postgres.stop()
      rmSync(folder, { recursive: true })
    }
  })

  // Regression: the service was ready, and the event for the operator lacked the reason.
  test('E1: a read-only database is 503 and not ready, stores nothing partially, and the operator gets the reason', async () => {
    const postgres = await startPostgres()
    const storage = openPostgresStorage(postgres.url)
    const admin = new pg.Client({ connectionString: postgres.url })
    try {
      await admin.connect()
      const events: unknown[] = []
      const service = await createService({ authUrl: 'https://a.example', storage, onEvent: (event) => events.push(event) })
      const tenant = await createTenant(service)
      const { device, token } = await tenant.device()
      expect((await call(service, '/readyz')).status).toBe(200)
      await admin.query('ALTER SYSTEM SET default_transaction_read_only = on')
      await admin.query('SELECT pg_reload_conf()')
      // New each time: what is stored already is answered without a write.
      const create = (ptr: string) => call(service, '/license/create', { token, json: signedRequest(device, { ptr }) })
      await expect.poll(async () => (await create(randomUUID())).status).toBe(503)
      const reason = expect.stringMatching(/SQLSTATE 25006: the database is read-only/)
      expect(events).toContainEqual({ type: 'unavailable', method: 'POST', route: '/license/create', reason })
      await expect.poll(async () => (await call(service, '/readyz')).status).toBe(503)
      const [row] = await storage.query<{ n: number }>('SELECT count(*) AS n FROM licet.licenses')
      expect((await call(service, '/license', { token })).body.licenses).toHaveLength(row?.n ?? -1)
    } finally {
      await admin.end()
      await storage.close()
      await postgres.stop()
    }
  })
})

const ID = '00000000-0000-7000-8000-000000000000'
