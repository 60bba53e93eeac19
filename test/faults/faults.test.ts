import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOf } from '../support/counts.ts'
import { childrenOf } from '../support/processes.ts'
import { createFaultTable } from './fault-table.ts'
import { countViolations, expectNoViolation, type FaultWorld, openFaultWorld, pause, runFault } from './fault-world.ts'
import { startLoad } from './load-process.ts'
import { AUTH_URL } from './register-devices.ts'
import { startServiceProcess } from './service-process.ts'

const SERVICE_KILLS = countOf(20, 3)
const BACKEND_KILLS = countOf(10, 2)
const SERVER_STOPS = countOf(12, 2)
const ENDED_CONNECTIONS = countOf(40, 5)
const CLOCK_STEPS = countOf(12, 4)
const LONG_MS = countOf(10_000, 3000)
const HOUR_MS = 3_600_000

let world: FaultWorld
beforeAll(async () => {
  world = await openFaultWorld()
})
afterAll(() => world.close())

const addToTable = createFaultTable('Faults under load')

/** A fault, and the responses that it may cause beside positive ones. */
interface Fault {
  readonly title: string
  readonly run: (world: FaultWorld) => Promise<void>
  /** 0 is no response. */
  readonly permitted: readonly number[]
}

async function repeat(times: number, step: (n: number) => Promise<void>): Promise<void> {
  for (let n = 0; n < times; n++) await step(n)
}

async function onDatabase(statement: string, databaseUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: databaseUrl })
  // The connection may be among those that it ends.
  admin.on('error', () => undefined)
  await admin.connect()
  await admin.query(statement)
  await admin.end()
}

/** Returns the server process of a connection of the service. Waits while the server recovers from the one before. */
async function findBackend(connectionString: string): Promise<number> {
  for (;;) {
    const admin = new pg.Client({ connectionString })
    try {
      await admin.connect()
      const { rows } = await admin.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'licet' AND datname = current_database() LIMIT 1",
      )
      if (rows[0] !== undefined) return rows[0].pid
    } catch {
      // It recovers.
    } finally {
      await admin.end().catch(() => undefined)
    }
    await pause(100)
  }
}

/** Starts a stopped server again, after a time in which nothing listens on its port. */
async function stopServer({ postgres }: FaultWorld, signal: NodeJS.Signals, awayMs: number): Promise<void> {
  await postgres.kill(signal)
  await pause(awayMs)
  await postgres.start()
}

const FAULTS: readonly Fault[] = [
  {
    title: `the service ends with kill -9, ${SERVICE_KILLS} times`,
    // 503 while it starts.
    permitted: [0, 503],
    run: ({ service }) =>
      repeat(SERVICE_KILLS, async () => {
        await service.restart()
        await pause(400)
      }),
  },
  {
    title: `the server process of a connection ends with kill -9, ${BACKEND_KILLS} times`,
    permitted: [503],
    run: ({ databaseUrl }) =>
      repeat(BACKEND_KILLS, async () => {
        process.kill(await findBackend(databaseUrl), 'SIGKILL')
        await pause(500)
      }),
  },
  {
    title: `PostgreSQL ends with kill -9 and with immediate stops, ${SERVER_STOPS} times`,
    permitted: [503],
    run: (all) =>
      repeat(SERVER_STOPS, async (n) => {
        await stopServer(all, n % 2 === 0 ? 'SIGKILL' : 'SIGQUIT', 0)
        await pause(800)
      }),
  },
  {
    title: `all connections to PostgreSQL end, ${ENDED_CONNECTIONS} times`,
    permitted: [503],
    run: ({ databaseUrl }) =>
      repeat(ENDED_CONNECTIONS, async () => {
        await onDatabase(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
          databaseUrl,
        )
        await pause(200)
      }),
  },
  {
    title: `PostgreSQL is unavailable for ${LONG_MS / 1000} s`,
    permitted: [503],
    run: (all) => stopServer(all, 'SIGINT', LONG_MS),
  },
  {
    title: `PostgreSQL stands still for ${LONG_MS / 1000} s`,
    permitted: [503],
    run: async ({ postgres }) => {
      const pids = [postgres.pid(), ...childrenOf(postgres.pid()).map(({ pid }) => pid)]
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      await pause(LONG_MS)
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    },
  },
  {
    // The service takes its clock as an option. A step forward ends access tokens, a step back puts them in the future.
    title: `the clock of the service steps by an hour forward and back, ${CLOCK_STEPS} times`,
    permitted: [401],
    run: ({ service }) =>
      repeat(CLOCK_STEPS, async (n) => {
        service.setClock([HOUR_MS, 0, -HOUR_MS, 0][n % 4] ?? 0)
        await pause(500)
      }).finally(() => service.setClock(0)),
  },
]

// The batch waits for a lock, so the process is killed after it has moved the entries and before it has stored the new checkpoint.
test('a process that is killed in the middle of a batch of the public log leaves it to another one, with each entry once', async () => {
  if (!world.service.isRunning()) await world.service.restart()
  const blocker = new pg.Client({ connectionString: world.databaseUrl })
  await blocker.connect()
  const load = await startLoad(world.load)
  await blocker.query('BEGIN; LOCK TABLE licet.log_checkpoints IN SHARE MODE')
  const isWaiting = async () => {
    const { rows } = await blocker.query(
      "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'licet.log_checkpoints'::regclass",
    )
    return rows.length > 0
  }
  await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true)
  const other = await startServiceProcess({ authUrl: AUTH_URL, databaseUrl: world.databaseUrl, logIntervalSeconds: 1 })
  await world.service.stop()
  await blocker.query('ROLLBACK')
  const { ids } = await load.stop()
  const pending = async () => (await blocker.query('SELECT count(*)::int AS count FROM licet.log_pending')).rows[0].count
  await expect.poll(pending, { timeout: 20_000 }).toBe(0)
  const { rows } = await blocker.query(
    "SELECT count(*)::int AS entries, count(DISTINCT hash)::int AS hashes FROM licet.log_entries WHERE kind <> 'erasure'",
  )
  await blocker.end()
  await other.stop()
  expect(ids).not.toEqual([])
  expect(await countViolations(world.databaseUrl, ids)).toEqual({ lost: 0, twice: 0, partial: 0, unlogged: 0 })
  expect(rows[0].entries).toBe(rows[0].hashes)
})

for (const { title, run, permitted } of FAULTS) {
  test(`E1: ${title}: nothing acknowledged is lost or stored twice, and the process lives`, async () => {
    const outcome = await runFault(world, run)
    addToTable(title, outcome)
    expectNoViolation(outcome, permitted)
  })
}
