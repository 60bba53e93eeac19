import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { MIGRATIONS } from '../../../src/service/storage/migrations.ts'
import { MIGRATION_LOCK } from '../../../src/service/storage/run-migrations.ts'
import { VERSION } from '../../../src/service/version.ts'
import { createPostgresDatabase } from '../../fixtures/databases.ts'
import { licet, runLicet, startServe } from '../../fixtures/run-licet.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { freePort, type TestDatabase } from '../../support/postgres.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createPostgresDatabase({ empty: true })
})
afterAll(() => database.stop())

async function query(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

test('the version that is written into databases is the version of the package', () => {
  expect(VERSION).toBe(manifest.version)
})

test('check does not start on an older schema, and never waits until `licet migrate` has run', async () => {
  const url = ['--database-url', database.url] as const
  const refused = await licet('serve', '--port', '0', ...url, '--migrate', 'check')
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('The database has no schema') })
  expect(refused.err).toContain('Run `licet migrate`')

  const waiting = await startServe([...url, '--migrate', 'never'])
  expect(await waiting.nextEvent()).toMatchObject({
    type: 'database_unavailable',
    reason: expect.stringContaining('licet migrate'),
  })
  expect((await fetch(`${waiting.url}/readyz`)).status).toBe(503)
  expect(await licet('health', '--url', waiting.url)).toMatchObject({ code: 1, err: expect.stringContaining('503') })
  expect(await licet('health', '--url', waiting.url, '--live')).toMatchObject({ code: 0 })

  const migrated = await licet('migrate', ...url, '--json')
  expect(JSON.parse(migrated.out)).toEqual({ from: 0, to: MIGRATIONS.length })
  expect((await licet('migrate', ...url)).out).toBe(`The schema has version ${MIGRATIONS.length} already. Nothing was changed.\n`)
  while ((await waiting.nextEvent()).type !== 'database_available');
  expect(await licet('health', '--url', waiting.url)).toMatchObject({ code: 0, out: `${waiting.url}/readyz responded with 200.\n` })
  expect(await waiting.stop()).toBe(0)

  const checked = await startServe([...url, '--migrate', 'check'])
  expect((await fetch(`${checked.url}/readyz`)).status).toBe(200)
  expect(await checked.stop()).toBe(0)
})

// Regression: these commands of a newer version upgraded the database before the planned step.
test('only `licet migrate` changes an existing schema, and only `licet provider create` creates one', async () => {
  const own = await createPostgresDatabase({ empty: true })
  const env = { DATABASE_URL: own.url }
  const commands = [
    ['audit', 'verify'],
    ['audit', 'export'],
    ['audit', 'follow'],
    ['api-key', 'list', '--email', 'you@example.com'],
    ['api-key', 'create', '--email', 'you@example.com'],
    ['key', 'rotate'],
    ['provider', 'update', '01a20737-6cce-7f0f-98ca-ef01ca0b23ec', '--create-status', '200'],
    ['identity-key', 'list', '--provider', '01a20737-6cce-7f0f-98ca-ef01ca0b23ec'],
  ]
  const create = ['provider', 'create', '--name', 'My shop', '--email', 'you@example.com']
  const client = new pg.Client({ connectionString: own.url })
  const countTables = async () =>
    (await client.query("SELECT count(*)::int AS n FROM pg_catalog.pg_tables WHERE schemaname = 'licet'")).rows[0].n
  try {
    await client.connect()
    for (const command of commands)
      expect(await runLicet(command, { env }), command.join(' ')).toMatchObject({
        code: 2,
        err: expect.stringContaining('The database has no schema'),
      })
    for (const LICET_MIGRATE of ['check', 'never']) {
      const refused = await runLicet(create, { env: { ...env, LICET_MIGRATE } })
      expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('Nothing was changed. Run `licet migrate`') })
    }
    expect(await runLicet(create, { env: { ...env, LICET_MIGRATE: 'sometimes' } })).toMatchObject({ code: 2 })
    expect(await countTables()).toBe(0)

    expect(await runLicet(create, { env })).toMatchObject({ code: 0 })
    expect(await runLicet(create, { env: { ...env, LICET_MIGRATE: 'check' } })).toMatchObject({ code: 0 })
    await client.query(`DELETE FROM licet.migrations WHERE version = ${MIGRATIONS.length}`)
    for (const command of commands)
      expect(await runLicet(command, { env }), command.join(' ')).toMatchObject({
        code: 2,
        err: expect.stringContaining(`The database has schema version ${MIGRATIONS.length - 1}`),
      })
  } finally {
    await client.end()
    await own.stop()
  }
})

// Regression: both printed that they had migrated.
test('of two migrations at the same time, the one that waited reports that another process migrated', async () => {
  const own = await createPostgresDatabase({ empty: true })
  const client = new pg.Client({ connectionString: own.url })
  await client.connect()
  try {
    // Both read the version before they wait for the lock.
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const both = ['migrate', 'migrate'].map((command) => licet(command, '--database-url', own.url))
    const waiting =
      "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    await expect.poll(async () => (await client.query(waiting)).rowCount, { timeout: PATIENCE_MS }).toBe(2)
    await client.query('COMMIT')
    const to = MIGRATIONS.length
    expect((await Promise.all(both)).map(({ out }) => out).sort()).toEqual([
      `Another process migrated the schema from version 0 to version ${to} meanwhile. This one changed nothing.\n`,
      `The schema was migrated from version 0 to version ${to}.\n`,
    ])
  } finally {
    await client.end()
    await own.stop()
  }
})

test('--partition partitions the tables after a confirmation, and refuses invalid numbers and the embedded database', async () => {
  const own = await createPostgresDatabase()
  const url = ['--database-url', own.url] as const
  try {
    const silent = await licet('migrate', '--partition', '4', ...url)
    expect(silent).toMatchObject({ code: 2, err: expect.stringContaining('Nothing was changed. Make a backup, and add --yes.') })
    const questions: string[] = []
    const answer = (yes: boolean) =>
      runLicet(['migrate', '--partition', '4', ...url], {
        confirm: async (question) => {
          questions.push(question)
          return yes
        },
      })
    expect(await answer(false)).toMatchObject({ code: 1, out: 'Nothing was changed.\n' })
    expect(questions[0]).toMatch(/^Copy licenses, .* \(\d.* [kM]B\) into 4 partitions each\?/)
    expect(await answer(true)).toMatchObject({ code: 0, out: expect.stringContaining('licenses: 0 rows in 4 partitions\n') })
    expect((await licet('migrate', '--partition', '4', '--yes', ...url)).out).toContain(
      'have 4 partitions already. Nothing was changed.',
    )
    const changed = await licet('migrate', '--partition', '2', '--yes', '--json', ...url)
    expect(JSON.parse(changed.out)).toMatchObject({ partitions: 2, tables: [{ table: 'licenses', rows: 0 }, {}, {}, {}, {}] })

    const running = await startServe(url)
    const refused = await licet('migrate', '--partition', '8', '--yes', ...url)
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('(licet). Nothing was changed.') })
    expect(await running.stop()).toBe(0)
    for (const count of ['1', '129', 'many', '-4'])
      expect(await licet('migrate', `--partition=${count}`, '--yes', ...url)).toMatchObject({
        code: 2,
        err: expect.stringContaining('Use a whole number from 2 to 128'),
      })
    const embedded = await licet('migrate', '--partition', '4', '--yes', '--data-dir', 'no-such-folder')
    expect(embedded).toMatchObject({ code: 2, err: expect.stringContaining('The embedded database cannot be partitioned') })
  } finally {
    await own.stop()
  }
})

test('names the version that runs a newer schema', async () => {
  await query(
    `INSERT INTO licet.migrations (version, name) VALUES (${MIGRATIONS.length + 1}, 'of the future');
     COMMENT ON TABLE licet.migrations IS 'licet 9.8.7'`,
  )
  for (const command of [['serve', '--port', '0'], ['serve', '--port', '0', '--migrate', 'never'], ['migrate']]) {
    const { code, err } = await licet(...command, '--database-url', database.url)
    expect([code, err]).toEqual([2, expect.stringContaining('which licet 9.8.7 wrote, and this is')])
    expect(err).toContain('Run licet 9.8.7 or a later one')
  }
  await query("COMMENT ON TABLE licet.migrations IS 'Robert''); DROP TABLE'")
  expect((await licet('migrate', '--database-url', database.url)).err).toContain('which a newer version of licet wrote')
})

test('health is 1 without a service, with a wrong response and without one, and reads the port of `licet serve`', async () => {
  const port = await freePort()
  const unreachable = await runLicet(['health'], { env: { LICET_PORT: String(port), LICET_HOST: '0.0.0.0' } })
  expect(unreachable).toMatchObject({
    code: 1,
    err: expect.stringContaining(`http://127.0.0.1:${port}/readyz could not be reached`),
  })
  const silent = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port: silentPort } = silent.address() as AddressInfo
  expect(await licet('health', '--port', String(silentPort))).toMatchObject({
    code: 1,
    err: expect.stringContaining('within 3 seconds'),
  })
  silent.closeAllConnections()
  silent.close()
  // Regression: it reported that the service could not be reached.
  for (const url of ['notaurl', 'localhost:8787', 'http://'])
    expect(await licet('health', '--url', url)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`--url is "${url}", which is not an address. Nothing was checked.`),
    })
  const { url, stop } = await startServe(['--memory'])
  const healthy = await runLicet(['health', '--json'], { env: { LICET_PORT: new URL(url).port } })
  expect([healthy.code, JSON.parse(healthy.out)]).toEqual([0, { url: `${url}/readyz`, isHealthy: true }])
  expect(await stop()).toBe(0)
})

test('--distribute refuses a database without the extension citus, and changes nothing', async () => {
  const database = await createPostgresDatabase()
  try {
    const url = ['--database-url', database.url]
    const refused = await licet('migrate', '--distribute', '8', '--yes', ...url)
    expect([refused.code, refused.err]).toEqual([
      expect.toSatisfy((code) => code !== 0),
      expect.stringContaining('no extension citus'),
    ])
    expect((await licet('migrate', '--distribute', '0', '--yes', ...url)).err).toContain('from 1 to 1024')
  } finally {
    await database.stop()
  }
})
