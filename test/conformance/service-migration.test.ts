import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createService, type Storage } from '../../src/service/index.ts'
import { openPostgresStorage } from '../../src/service/node.ts'
import { MIGRATION_LOCK, withMigrations } from '../../src/service/storage/run-migrations.ts'
import { call, createTenant } from '../fixtures/caller.ts'
import { createPostgresDatabase, openEmbeddedStorage } from '../fixtures/databases.ts'
import { signedRequest } from '../fixtures/device.ts'
import { liveThrough } from '../fixtures/device-life.ts'
import { NEXT_MIGRATIONS, openNextStorage } from '../fixtures/next-version.ts'
import type { TestDatabase } from '../support/postgres.ts'

const AUTH_URL = 'https://auth.example.com'

let postgres: TestDatabase
let first: pg.Client
let second: pg.Client
beforeEach(async () => {
  postgres = await createPostgresDatabase()
  first = new pg.Client({ connectionString: postgres.url })
  second = new pg.Client({ connectionString: postgres.url })
  await Promise.all([first.connect(), second.connect()])
})
afterEach(async () => {
  await Promise.all([first.end(), second.end()])
  await postgres.stop()
})

/** Stores licenses with the storage of this version. */
async function fill(storage: Storage): Promise<void> {
  const service = await createService({ authUrl: AUTH_URL, storage })
  await liveThrough(service)
  await service.close()
}

/** Checks that the migrations of the next version are complete, and that a service works on the database. */
async function expectMigrated(storage: Storage): Promise<void> {
  const versions = await storage.query('SELECT version, name FROM licet.migrations ORDER BY version')
  expect(versions).toEqual(NEXT_MIGRATIONS.map(({ name }, at) => ({ version: at + 1, name })))
  const licenses = await storage.query<{ note: string }>('SELECT note FROM licet.licenses')
  expect(licenses.length).toBeGreaterThan(0)
  expect(new Set(licenses.map(({ note }) => note))).toEqual(new Set(['none']))
  const indexes = await storage.query(
    `SELECT c.relname AS name, i.indisvalid AS valid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE c.relname IN ('licenses_by_note', 'licenses_note_once') OR NOT i.indisvalid ORDER BY 1`,
  )
  expect(indexes).toEqual([
    { name: 'licenses_by_note', valid: true },
    { name: 'licenses_note_once', valid: true },
  ])
  await fill(storage)
}

test('E8: a database of the previous version is migrated with its data, on PGlite', async () => {
  const storage = await openEmbeddedStorage()
  await fill(storage)
  const next = withMigrations(storage, { migrations: NEXT_MIGRATIONS })
  await next.ready()
  await expectMigrated(next)
  await next.close()
})

test('E8: a database of the previous version is migrated with its data while a service of that version stores licenses', async () => {
  const previous = openPostgresStorage(postgres.url)
  const next = openNextStorage({ connectionString: postgres.url })
  try {
    await fill(previous)
    const service = await createService({ authUrl: AUTH_URL, storage: previous, maxLicensesPerHour: 0 })
    const tenant = await createTenant(service)
    const { device, token } = await tenant.device('person')
    let stored = 0
    const storeOne = async () => {
      const json = signedRequest(device, { description: `Number ${stored++}` })
      expect(await call(service, '/license/create', { token, json })).toMatchObject({ status: 201 })
    }
    // Enough rows that the work in steps takes many of them.
    while (stored < 200) await storeOne()
    let isMigrating = true
    const migration = next.ready().finally(() => {
      isMigrating = false
    })
    while (isMigrating) await storeOne()
    await migration
    // It runs until it is replaced.
    await storeOne()
    const [row] = await next.query<{ count: number }>('SELECT count(*) AS count FROM licet.licenses WHERE provider_id = $1', [
      tenant.provider.providerId,
    ])
    expect(row?.count).toBe(stored)
    await expectMigrated(next)
  } finally {
    await Promise.all([previous.close(), next.close()])
  }
})

const waitsFor = (type: string) => async () =>
  (
    await first.query(
      `SELECT 1 FROM pg_locks JOIN pg_database d ON d.oid = database AND d.datname = current_database()
       WHERE NOT granted AND locktype = $1`,
      [type],
    )
  ).rowCount

// Regression: the timeouts of requests applied to migrations, so that a large database could not be migrated.
test('E8: completes although another process and a lock delay it longer than a request may take', async () => {
  const limits = { connectionString: postgres.url, statement_timeout: 500, query_timeout: 1000 }
  const pool = new pg.Pool(limits)
  const storage = openNextStorage(limits)
  /** Resolves after statements that started later have timed out. */
  const outlastLimits = async () => {
    for (let n = 0; n < 3; n++) await expect(pool.query('SELECT pg_advisory_lock(1)')).rejects.toThrow(/timeout/)
  }
  try {
    await first.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await second.query('SELECT pg_advisory_lock(1)')
    await second.query('BEGIN')
    await second.query('LOCK TABLE licet.licenses IN ROW EXCLUSIVE MODE')
    const outcome = storage.ready().then(
      () => 'ready',
      (error: unknown) => error,
    )
    await expect.poll(waitsFor('advisory')).toBe(1)
    await outlastLimits()
    await first.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK])
    await expect.poll(waitsFor('relation')).toBe(1)
    await outlastLimits()
    await second.query('COMMIT')
    expect(await outcome).toBe('ready')
    expect(await storage.query("SELECT current_setting('statement_timeout') AS limit")).toEqual([{ limit: '500ms' }])
  } finally {
    await Promise.all([storage.close(), pool.end()])
  }
})

// Regression: a step waited for a second, which is longer than a request may take. A backup can hold a table for hours.
test('E8: while a migration waits for a table that a backup reads, requests to this table wait less than a second', async () => {
  const storage = openNextStorage({ connectionString: postgres.url })
  try {
    await second.query('BEGIN')
    await second.query('LOCK TABLE licet.licenses IN ACCESS SHARE MODE')
    const ready = storage.ready()
    const waits: number[] = []
    for (let round = 0; round < 3; round++) {
      await expect.poll(waitsFor('relation'), { interval: 5, timeout: 20_000 }).toBe(1)
      const begun = performance.now()
      await first.query('SELECT FROM licet.licenses LIMIT 1')
      waits.push(performance.now() - begun)
    }
    // The least of them: a busy machine makes single ones longer.
    expect(Math.min(...waits)).toBeLessThan(700)
    await second.query('COMMIT')
    await ready
  } finally {
    await storage.close()
  }
})

test('E8: an interrupted migration reports its step, is rolled back, and completes at the next start', async () => {
  const storage = openNextStorage({ connectionString: postgres.url })
  try {
    await second.query('BEGIN')
    await second.query('LOCK TABLE licet.licenses IN ROW EXCLUSIVE MODE')
    let hasEnded = false
    const outcome = storage
      .ready()
      .catch((error: unknown) => error)
      .finally(() => {
        hasEnded = true
      })
    const cancelWaiting =
      "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    // A step that stops waiting at this moment is not canceled, and waits again.
    await expect.poll(() => first.query(cancelWaiting).then(() => hasEnded)).toBe(true)
    const message = expect.stringContaining('interrupted at step 2 (notes of licenses)')
    expect(await outcome).toMatchObject({ code: 'unavailable', message, cause: { state: '57014' } })
    await second.query('COMMIT')
    await storage.ready()
    expect(await storage.query('SELECT max(version) AS version FROM licet.migrations')).toEqual([
      { version: NEXT_MIGRATIONS.length },
    ])
  } finally {
    await storage.close()
  }
})

test('E8: a migration whose connection is killed while it builds an index completes at the next start', async () => {
  const previous = openPostgresStorage(postgres.url)
  await fill(previous)
  await previous.close()
  const killed = openNextStorage({ connectionString: postgres.url })
  const storage = openNextStorage({ connectionString: postgres.url })
  try {
    const beforeIndexes = openNextStorage({ connectionString: postgres.url }, { migrations: NEXT_MIGRATIONS.slice(0, 2) })
    await beforeIndexes.ready()
    await beforeIndexes.close()
    // The build waits for this transaction.
    await second.query('BEGIN')
    await second.query('LOCK TABLE licet.licenses IN ROW EXCLUSIVE MODE')
    const outcome = killed.ready().catch((error: unknown) => error)
    const kill =
      'SELECT pg_terminate_backend(a.pid) FROM pg_stat_progress_create_index p JOIN pg_stat_activity a ON a.pid = p.pid AND a.datname = current_database()'
    await expect.poll(async () => (await first.query(kill)).rowCount).toBe(1)
    await killed.close()
    await outcome
    expect(await first.query('SELECT FROM licet.migrations')).toMatchObject({ rowCount: 2 })
    await second.query('COMMIT')
    await storage.ready()
    await expectMigrated(storage)
  } finally {
    await storage.close()
  }
})
