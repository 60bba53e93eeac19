import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createPostgresStorage } from '../../../src/service/index.ts'
import { MIGRATIONS } from '../../../src/service/storage/migrations.ts'
import { createPostgresDatabase } from '../../fixtures/databases.ts'
import { NEXT_MIGRATIONS, openNextStorage } from '../../fixtures/next-version.ts'
import { runLicet } from '../../fixtures/run-licet.ts'
import type { TestDatabase } from '../../support/postgres.ts'

/** The limit of a statement, which the role has because PgBouncer does not pass on the limit of a connection. */
const LIMIT_MS = 900
/** Longer than the limit: how long the build of an index waits for a transaction of somebody else. */
const WAIT_MS = 2500
/** Connections to PostgreSQL that PgBouncer may open for the database. */
const SERVER_CONNECTIONS = 20
/** The migrations before the one that builds indexes. */
const BEFORE_INDEXES = NEXT_MIGRATIONS.slice(0, -1)

let database: TestDatabase
let direct: pg.Client
let directUrl = ''
beforeEach(async () => {
  database = await createPostgresDatabase({ empty: true })
  directUrl = Object.assign(new URL(inject('postgresUrl')), { pathname: new URL(database.url).pathname }).href
  direct = new pg.Client({ connectionString: directUrl })
  await direct.connect()
  const name = new URL(database.url).pathname.slice(1)
  await direct.query(`ALTER DATABASE ${name} SET statement_timeout = ${LIMIT_MS}`)
})
afterEach(async () => {
  await direct.end()
  await database.stop()
})

/** Returns the limits of all connections of PgBouncer to the database: each transaction occupies one. */
async function limitsOfServerConnections(): Promise<Set<string>> {
  const clients = Array.from({ length: SERVER_CONNECTIONS }, () => new pg.Client({ connectionString: database.url }))
  await Promise.all(clients.map((client) => client.connect()))
  await Promise.all(clients.map((client) => client.query('BEGIN')))
  const answers = await Promise.all(clients.map((client) => client.query("SELECT current_setting('statement_timeout') AS limit")))
  await Promise.all(clients.map((client) => client.end()))
  return new Set(answers.map(({ rows }) => rows[0]?.limit))
}

test('a new database is created through PgBouncer, and by `licet migrate` with DATABASE_PREPARED=off', async () => {
  const migrated = await runLicet(['migrate'], { env: { DATABASE_URL: database.url, DATABASE_PREPARED: 'off' } })
  expect(migrated).toMatchObject({ code: 0, out: expect.stringContaining(`to version ${MIGRATIONS.length}`) })
})

// Regression: the limit was lifted on another connection to PostgreSQL than the one that built the index, and stayed lifted there.
test('the build of an index may take longer than the limit of statements, while others use the connections of PgBouncer', async () => {
  const previous = openNextStorage({ connectionString: directUrl }, { migrations: BEFORE_INDEXES })
  await previous.ready()
  await previous.close()
  const storage = openNextStorage({ connectionString: database.url }, { preparedStatements: false })
  const other = new pg.Client({ connectionString: directUrl })
  await other.connect()
  let isDone = false
  // Keeps all connections of PgBouncer moving between clients.
  const pool = new pg.Pool({ connectionString: database.url, max: 10 })
  const use = async () => {
    while (!isDone) await pool.query('SELECT pg_sleep(0.005)').catch(() => undefined)
  }
  const using = Array.from({ length: 10 }, use)
  try {
    // A build waits for transactions that can see the table as it was.
    await other.query('BEGIN; LOCK TABLE licet.licenses IN ROW EXCLUSIVE MODE')
    const migrating = storage.ready()
    await expect.poll(buildsIndex, { timeout: 20_000 }).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    expect(await buildsIndex()).toBe(true)
    await other.query('ROLLBACK')
    await migrating
  } finally {
    isDone = true
    await Promise.allSettled(using)
    await pool.end()
    await storage.close()
    await other.end()
  }
  const { rows } = await direct.query('SELECT max(version) AS version FROM licet.migrations')
  expect(rows).toEqual([{ version: NEXT_MIGRATIONS.length }])
  expect(await limitsOfServerConnections()).toEqual(new Set([`${LIMIT_MS}ms`]))
})

async function buildsIndex(): Promise<boolean> {
  const { rowCount } = await direct.query('SELECT FROM pg_stat_progress_create_index')
  return (rowCount ?? 0) > 0
}

test('statements without a name work on any connection of PgBouncer', async () => {
  // Without a limit of the time until a connection is open.
  const pool = new pg.Pool({ connectionString: database.url, max: SERVER_CONNECTIONS })
  const storage = createPostgresStorage(pool, (oid) => pg.types.getTypeParser(oid), { preparedStatements: false })
  try {
    await storage.ready()
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => storage.query<{ n: number }>('SELECT $1::int AS n', [n])),
    )
    expect(answers.map(([row]) => row?.n)).toEqual(answers.map((_, n) => n))
  } finally {
    await storage.close()
  }
})
