import { once } from 'node:events'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { MIGRATIONS } from '../../src/service/storage/migrations.ts'
import { fillLicenses } from '../fixtures/fill-licenses.ts'
import { countOf, inTitle } from '../support/counts.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { createFaultTable } from './fault-table.ts'
import { countViolations, expectNoViolation, type Outcome, pause, waitUntilReady } from './fault-world.ts'
import { type FormerVersion, openFormerVersion } from './former-version.ts'
import { type FaultLoad, type LoadReport, startLoad } from './load-process.ts'
import { AUTH_URL } from './register-devices.ts'
import { forkService, type ServiceProcess, startServiceProcess } from './service-process.ts'

const LICENSES = countOf(100_000, 5000)
const KILLS = countOf(5, 2)
const TOGETHER_MS = countOf(5000, 1500)
const POLL_MS = 5
const READY_MS = 5000

const addToTable = createFaultTable('An upgrade under load')

let former: FormerVersion
let postgres: TestPostgres
let admin: pg.Client
let devices: Pick<FaultLoad, 'providerId' | 'clients'>
let running: Awaited<ReturnType<FormerVersion['serve']>>

beforeAll(async () => {
  former = await openFormerVersion()
})
afterAll(() => former?.close())
beforeEach(async () => {
  postgres = await startPostgres()
  devices = await former.registerDevices(postgres.url)
  running = await former.serve(options())
  admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  // The first license is copied, so that the migration has many rows.
  const load = await startLoad({ url: running.url, ...devices })
  await pause(500)
  await load.stop()
  await fillLicenses(postgres.url, devices.providerId, LICENSES)
})
afterEach(async () => {
  await running?.stop()
  await admin?.end()
  await postgres?.stop()
})

const options = () => ({
  ...{ authUrl: AUTH_URL, databaseUrl: postgres.url, maxLicensesPerHour: 0, maxTermsPerDay: 0, refreshReuseGraceMs: 0 },
  // A busy machine must not look like a migration that fails requests.
  maxWaitMs: 10_000,
})

/** Starts the new version without waiting: it listens while it migrates. */
const beginMigration = () => forkService({ ...options(), port: 0 })

async function schemaVersion(): Promise<number> {
  const { rows } = await admin.query<{ version: number }>('SELECT max(version) AS version FROM licet.migrations')
  return rows[0]?.version ?? 0
}

/** Returns the outcome of loads that ran at the same time or after each other. */
async function outcomeOf(reports: readonly LoadReport[], recoveredMs: number, service: ServiceProcess): Promise<Outcome> {
  const ids = reports.flatMap((report) => report.ids)
  const { lost, twice, partial } = await countViolations(postgres.url, ids)
  const sum = (count: (report: LoadReport) => number) => reports.reduce((total, report) => total + count(report), 0)
  const max = (time: (report: LoadReport) => number) => Math.max(...reports.map(time))
  const statuses: Record<string, number> = {}
  for (const [status, count] of reports.flatMap((report) => Object.entries(report.statuses)))
    statuses[status] = (statuses[status] ?? 0) + count
  const [first] = reports
  if (first === undefined) throw new Error('There was no load.')
  return {
    report: {
      ...first,
      ...{ ids, statuses, examples: reports.flatMap(({ examples }) => examples) },
      withoutRetryAfter: sum((report) => report.withoutRetryAfter),
      ...{ p99: max(({ p99 }) => p99), slowestAnswer: max(({ slowestAnswer }) => slowestAnswer) },
    },
    ...{ lost, partial, twice: twice + sum((report) => report.twice) },
    tokensUsedTwice: sum((report) => report.tokensUsedTwice),
    ...{ ended: 0, recoveredMs, peakMemory: service.memory().peak },
  }
}

test(`two versions serve one database while ${inTitle(LICENSES)} licenses are migrated: no request fails, nothing is lost`, async () => {
  const onFormer = await startLoad({ url: running.url, ...devices })
  expect(await schemaVersion()).toBe(former.schema)
  const begun = performance.now()
  const service = await startServiceProcess(options())
  const migratedMs = performance.now() - begun
  try {
    expect(await waitUntilReady(service)).toBeLessThan(READY_MS)
    expect(await schemaVersion()).toBe(MIGRATIONS.length)
    const onNew = await startLoad({ url: service.url, ...devices, clients: devices.clients.slice(0, 8) })
    await pause(TOGETHER_MS)
    const reports = [await onFormer.stop()]
    await running.stop()
    await pause(TOGETHER_MS)
    reports.push(await onNew.stop())
    const outcome = await outcomeOf(reports, migratedMs, service)
    addToTable(`version ${former.schema} and ${MIGRATIONS.length} of the schema on one database`, outcome)
    expectNoViolation(outcome, [])
  } finally {
    await service.stop()
  }
})

test(`a migration ends with kill -9, ${KILLS} times at a later step: the previous version serves, and the next start completes it`, async () => {
  const onFormer = await startLoad({ url: running.url, ...devices })
  const reached: number[] = []
  for (let n = 0; n < KILLS; n++) {
    const from = await schemaVersion()
    const child = beginMigration()
    // During the build of an index, or right after a step.
    while ((await schemaVersion()) === from && !(await buildsIndex(n))) await pause(POLL_MS)
    child.kill('SIGKILL')
    await once(child, 'exit')
    reached.push(await schemaVersion())
  }
  expect(reached.at(-1)).toBeLessThan(MIGRATIONS.length)
  const begun = performance.now()
  const service = await startServiceProcess(options())
  const migratedMs = performance.now() - begun
  try {
    expect(await waitUntilReady(service)).toBeLessThan(READY_MS)
    expect(await schemaVersion()).toBe(MIGRATIONS.length)
    const { rows } = await admin.query('SELECT indexrelid::regclass AS name FROM pg_index WHERE NOT indisvalid')
    expect(rows).toEqual([])
    const outcome = await outcomeOf([await onFormer.stop()], migratedMs, service)
    addToTable(`a migration is killed at the versions ${reached.join(', ')} of the schema`, outcome)
    expectNoViolation(outcome, [])
  } finally {
    await service.stop()
  }
})

async function buildsIndex(n: number): Promise<boolean> {
  if (n % 2 === 0) return false
  const { rowCount } = await admin.query('SELECT FROM pg_stat_progress_create_index')
  return (rowCount ?? 0) > 0
}
