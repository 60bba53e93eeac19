import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifyReceipt } from '../../src/client/index.ts'
import { createPostgresStorage, createService, openPgliteStorage, type Storage } from '../../src/service/index.ts'
import { openPostgresStorage } from '../../src/service/node.ts'
import { MIGRATION_LOCK } from '../../src/service/storage/migrate.ts'
import { MIGRATIONS } from '../../src/service/storage/migrations.ts'
import { call, grant } from '../fixtures/caller.ts'
import { createPostgresDatabase, openEmbeddedDatabase } from '../fixtures/databases.ts'
import { pooledDevice } from '../fixtures/device.ts'
import { formerSchema } from '../fixtures/former-schema.ts'
import { casesOf } from '../support/counts.ts'
import type { TestDatabase } from '../support/postgres.ts'

const ORG = '00000000-0000-7000-8000-000000000001'
const PROVIDER = '00000000-0000-7000-8000-000000000002'
const LICENSE = '00000000-0000-7000-8000-000000000003'
const device = pooledDevice(0)
const HASH = 'H'.repeat(43)
const ERASED = '00000000-0000-7000-8000-000000000004'
const ERASED_AT = '2026-01-31T12:00:00.500Z'
const ERASED_HASH = 'E'.repeat(43)
const REQUEST = JSON.stringify({
  description: 'Receipts',
  origin: 'com.example.basket',
  ptr: 'user-1',
  tags: ['purchase_history'],
  terms: '',
  uses: [{ destinations: ['a.example'], usecases: ['analytics'] }],
})

const FORMER = MIGRATIONS.slice(1).map((_, at) => at + 1)
/**
 * The version from which a migration that was interrupted leaves a database between two versions. PGlite applies all of them in one
 * transaction.
 */
const IN_STEPS = 9

/** What an erasure also does since version 5. */
const ERASED_SINCE_5 = `
UPDATE licet.licenses SET erased_terms_hash = terms_hash, terms_hash = NULL, request_hash = NULL WHERE address IS NULL;
DELETE FROM licet.terms WHERE hash = '${ERASED_HASH}';`

/** What the migration to version 8 leaves for the service to sign. */
const TO_SIGN_SINCE_8 = `
INSERT INTO licet.receipts_to_sign SELECT license_id, at FROM licet.license_transitions WHERE license_id = '${ERASED}' AND status = 'erased';`

/** The SQL of a database of an earlier version, with two devices and a license. */
const leftBy = (version: number) => `
${formerSchema(version)}
INSERT INTO licet.organizations VALUES ('${ORG}', 'Fresh Basket', now());
INSERT INTO licet.providers VALUES ('${PROVIDER}', '${ORG}', 'Basket app', '', now(), now());
INSERT INTO licet.addresses VALUES ('${PROVIDER}', '${device.address}', 'user-1', '\\x${device.spki.toString('hex')}', now());
INSERT INTO licet.addresses SELECT provider_id, rpad('A', 43, 'A'), 'user-2', spki, now() FROM licet.addresses;
INSERT INTO licet.terms VALUES ('${HASH}', 'Terms');
INSERT INTO licet.licenses (id, provider_id, address, ptr, request_hash, terms_hash, suite, request, signature, created, receipt)
VALUES ('${LICENSE}', '${PROVIDER}', '${device.address}', 'user-1', '${HASH}', '${HASH}', 'licet-1', '${REQUEST}', 'AAAA', now(), 'a.b.c');
INSERT INTO licet.license_transitions VALUES ('${LICENSE}', 1, 'active', now());
INSERT INTO licet.terms VALUES ('${ERASED_HASH}', 'Terms of an erased license');
INSERT INTO licet.licenses (id, provider_id, request_hash, terms_hash, suite, request, signature, created, receipt)
VALUES ('${ERASED}', '${PROVIDER}', '${HASH}', '${ERASED_HASH}', 'licet-1', '${REQUEST}', '', now(), 'a.b.c');
INSERT INTO licet.license_transitions VALUES ('${ERASED}', 1, 'active', now()), ('${ERASED}', 2, 'erased', '${ERASED_AT}');
${version < 5 ? '' : ERASED_SINCE_5}
${version < 8 ? '' : TO_SIGN_SINCE_8}
`

async function expectMigrated(storage: Storage): Promise<void> {
  const versions = await storage.query('SELECT version FROM licet.migrations ORDER BY version')
  expect(versions).toEqual(MIGRATIONS.map((_, at) => ({ version: at + 1 })))
  const registrations = await storage.query<{ registration: string }>('SELECT registration FROM licet.addresses')
  expect(new Set(registrations.map((row) => row.registration)).size).toBe(2)
  const service = await createService({ authUrl: 'https://a.example', storage })
  const client = { client_id: `address:${PROVIDER}:${device.address}`, client_secret: device.sign(device.address) }
  const token = (await grant(service, client)).access_token
  const verify = async (destination: string) =>
    (await call(service, '/license/verify', { token, json: { usecase: 'analytics', destination } })).body.reason
  expect([await verify('a.example'), await verify('b.example')]).toEqual(['licensed', 'not_covered'])
  expect((await call(service, '/license', { token })).body.licenses).toMatchObject([{ id: LICENSE, terms: 'Terms' }])
  // Erased licenses keep the hash of their terms, and nothing that confirms a guessed request.
  const erased = await storage.query('SELECT erased_terms_hash, terms_hash, request_hash FROM licet.licenses WHERE address IS NULL')
  expect(erased).toEqual([{ erased_terms_hash: ERASED_HASH, terms_hash: null, request_hash: null }])
  expect(await storage.query('SELECT text FROM licet.terms')).toEqual([{ text: 'Terms' }])
  await service.signErasedReceipts()
  const [row] = await storage.query<{ receipt: string }>('SELECT receipt FROM licet.licenses WHERE address IS NULL')
  const claims = await verifyReceipt(row?.receipt ?? '', (await call(service, '/.well-known/jwks.json')).body)
  const iat = Math.floor(Date.parse(ERASED_AT) / 1000)
  const added = { prv: expect.any(String), vch: false }
  expect(claims).toEqual({ iss: 'https://a.example', sub: '', iat, lic: ERASED, ...added, terms: ERASED_HASH, status: 'erased' })
  // An earlier process still runs while it is replaced: what it stores counts, and what it ends does not.
  const open = () => storage.query('SELECT license_id, ptr, vouched FROM licet.open_licenses')
  expect(await open()).toEqual([{ license_id: LICENSE, ptr: 'user-1', vouched: false }])
  await storage.query("INSERT INTO licet.license_transitions VALUES ($1, 2, 'superseded', now())", [LICENSE])
  expect([await open(), await verify('a.example')]).toEqual([[], 'no_active_license'])
}

const ON_PGLITE = casesOf(FORMER.slice(0, IN_STEPS), (version) => version === 1 || version === IN_STEPS)

test.each(ON_PGLITE)('E8: a database of version %i is migrated with its data, on PGlite', async (version) => {
  const database = await openEmbeddedDatabase()
  await database.exec('DROP SCHEMA licet CASCADE')
  await database.exec(leftBy(version))
  const storage = await openPgliteStorage({ database })
  await expectMigrated(storage)
  await storage.close()
})

const ON_POSTGRES = casesOf(FORMER, (version) => version === 1 || version % 4 === 0 || version === FORMER.length)

test.each(ON_POSTGRES)('E8: a database of version %i is migrated with its data, on PostgreSQL', async (version) => {
  const postgres = await createPostgresDatabase({ empty: true })
  const client = new pg.Client({ connectionString: postgres.url })
  const storage = openPostgresStorage(postgres.url)
  try {
    await client.connect()
    await client.query(leftBy(version))
    await storage.ready()
    await expectMigrated(storage)
  } finally {
    await storage.close()
    await client.end()
    await postgres.stop()
  }
})

describe('a migration that waits for a lock', () => {
  /** A version whose next migration locks the table of the licenses. */
  const CHANGES_LICENSES = 6
  let postgres: TestDatabase
  let first: pg.Client
  let second: pg.Client
  beforeEach(async () => {
    postgres = await createPostgresDatabase({ empty: true })
    first = new pg.Client({ connectionString: postgres.url })
    second = new pg.Client({ connectionString: postgres.url })
    await Promise.all([first.connect(), second.connect()])
    await first.query(leftBy(CHANGES_LICENSES))
  })
  afterEach(async () => {
    await Promise.all([first.end(), second.end()])
    await postgres.stop()
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
    const pool = new pg.Pool({ connectionString: postgres.url, statement_timeout: 500, query_timeout: 1000 })
    const storage = createPostgresStorage(pool, (oid) => pg.types.getTypeParser(oid))
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
      await storage.close()
    }
  })

  // Regression: a step waited for a second, which is longer than a request may take. A backup can hold a table for hours.
  test('E8: while a migration waits for a table that a backup reads, requests to this table wait less than a second', async () => {
    const storage = openPostgresStorage(postgres.url)
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
    const storage = openPostgresStorage(postgres.url)
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
      const message = expect.stringContaining(`interrupted at step ${CHANGES_LICENSES + 1} (${MIGRATIONS[CHANGES_LICENSES]?.name})`)
      expect(await outcome).toMatchObject({ code: 'unavailable', message, cause: { state: '57014' } })
      await second.query('COMMIT')
      await storage.ready()
      expect(await storage.query('SELECT max(version) AS version FROM licet.migrations')).toEqual([{ version: MIGRATIONS.length }])
    } finally {
      await storage.close()
    }
  })
})
