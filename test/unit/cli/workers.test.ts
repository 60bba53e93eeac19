import { once } from 'node:events'
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openPostgresStorage } from '../../../src/service/node.ts'
import { MIGRATIONS } from '../../../src/service/storage/migrations.ts'
import { MIGRATION_LOCK } from '../../../src/service/storage/run-migrations.ts'
import { createPostgresDatabase } from '../../fixtures/databases.ts'
import { type LicetProcess, startLicet } from '../../fixtures/licet-process.ts'
import { runLicet } from '../../fixtures/run-licet.ts'
import { freePort, startPostgres, type TestDatabase } from '../../support/postgres.ts'
import { childrenOf, isRunning } from '../../support/processes.ts'

const WAIT = { timeout: 30_000, interval: 50 }

let database: TestDatabase
const started: LicetProcess[] = []
beforeAll(async () => {
  database = await createPostgresDatabase()
})
afterEach(async () => {
  for (const process of started.splice(0)) await process.stop()
})
afterAll(() => database.stop())

/** On a busy machine, a request waits longer than the default. */
const patient = () => ['--database-url', database.url, '--max-wait', '60000']

async function startWorkers(count: number, ...options: string[]): Promise<LicetProcess> {
  const process = await startLicet('--workers', String(count), ...patient(), ...options)
  started.push(process)
  return process
}

const workersOf = ({ pid }: LicetProcess): number[] => childrenOf(pid).map((child) => child.pid)

/** Sends a request over a separate connection, as each worker gets the next connection. */
const get = (url: string) => fetch(url, { headers: { connection: 'close' } })

/** Returns the sum of a metric over its labels. */
async function readMetric(service: LicetProcess, name: string): Promise<number> {
  const text = await (await get(String(service.address.metricsUrl))).text()
  const lines = text.split('\n').filter((line) => line.match(/^\w+/)?.[0] === name)
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

describe('a service with two workers', () => {
  let service: LicetProcess
  beforeAll(async () => {
    service = await startLicet('--workers', '2', ...patient(), '--log-level', 'debug')
  })
  afterAll(() => service.stop())

  test('one address is served by several processes, which print one start message and log with their own pid', async () => {
    expect(service.address).toMatchObject({ workers: 2, database: 'postgresql', authUrl: service.url })
    expect(service.address.configuration).toMatchObject({ workers: { value: 2, source: '--workers' } })
    expect(workersOf(service)).toHaveLength(2)
    for (let n = 0; n < 6; n++) expect((await get(`${service.url}/readyz`)).status).toBe(200)
    const pids = new Set(
      service.log().flatMap((line) => (typeof line === 'object' && line !== null && 'pid' in line ? [line.pid] : [])),
    )
    expect([...pids].sort()).toEqual(workersOf(service).sort())
    expect(service.output()).toBe('')
  })

  test('a start on a taken port, or on the embedded database, changes nothing and names the option', async () => {
    const { port } = new URL(service.url)
    await expect(startWorkers(2, '--port', port)).rejects.toThrow(`port ${port}`)
    for (const embedded of [['--memory'], ['--data-dir', 'never-created']])
      expect(await runLicet(['serve', '--workers', '2', ...embedded])).toMatchObject({
        code: 2,
        err: expect.stringMatching(/workers is 2.*Set DATABASE_URL/),
      })
  })

  test('a worker that ends by a signal to stop is replaced, and the others serve meanwhile', async () => {
    const [first = 0, second = 0] = workersOf(service)
    process.kill(first, 'SIGTERM')
    await expect.poll(() => workersOf(service).filter((pid) => pid !== first && pid !== second), WAIT).toHaveLength(1)
    expect(workersOf(service)).toContain(second)
    for (let n = 0; n < 6; n++) expect((await get(`${service.url}/healthz`)).status).toBe(200)
    expect(service.log()).toContainEqual(expect.objectContaining({ type: 'worker_ended', reason: 'exit code 0' }))
  })

  // Ends the service.
  test('no worker outlives the primary process', async () => {
    const pids = workersOf(service)
    await service.stop()
    await expect.poll(() => pids.filter(isRunning), WAIT).toEqual([])
  })
})

test('the metrics of all workers are summed, and never decrease when a worker ends', async () => {
  const service = await startWorkers(2, '--metrics-port', '0')
  for (let n = 0; n < 20; n++) await get(`${service.url}/healthz`)
  const count = () => readMetric(service, 'licet_request_duration_seconds_count')
  expect(await count()).toBe(20)
  expect(await readMetric(service, 'licet_workers')).toBe(2)
  expect(await readMetric(service, 'process_resident_memory_bytes')).toBeGreaterThan(100_000_000)
  // Every process reads the same age from the database, so it is not summed.
  expect(await readMetric(service, 'licet_webhook_outbox_age_seconds')).toBe(0)
  const [first = 0] = workersOf(service)
  process.kill(first, 'SIGKILL')
  await expect
    .poll(() => service.log(), WAIT)
    .toContainEqual(expect.objectContaining({ type: 'worker_ended', workerPid: first, reason: 'SIGKILL' }))
  expect(await count()).toBe(20)
  await expect.poll(() => readMetric(service, 'licet_workers'), WAIT).toBe(2)
  await expect.poll(async () => (await get(`${service.url}/readyz`)).status, WAIT).toBe(200)
  for (let n = 0; n < 10; n++) await get(`${service.url}/healthz`)
  expect(await count()).toBeGreaterThanOrEqual(30)
  expect(await readMetric(service, 'licet_events_total')).toBe(1)
})

test('E2: SIGTERM lets the requests in progress of every worker finish, and leaves no process', async () => {
  const service = await startWorkers(2)
  const pids = workersOf(service)
  const body = 'grant_type=client_credentials'
  const { port } = new URL(service.url)
  const sockets = await Promise.all(
    [0, 1, 2, 3].map(async () => {
      const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8')
      await once(socket, 'connect')
      socket.write(
        `POST /api/latest/auth/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
      )
      // A worker has the request.
      expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 100 /)
      return socket
    }),
  )
  const ended = service.terminate()
  const isOpen = async () => {
    const socket = connect(Number(port), '127.0.0.1')
    const connected = once(socket, 'connect').then(
      () => true,
      () => false,
    )
    return connected.finally(() => socket.destroy())
  }
  await expect.poll(isOpen, WAIT).toBe(false)
  const responses = sockets.map(async (socket) => {
    socket.write(body)
    const [text] = await once(socket, 'data')
    return String(text).split('\r\n', 1)[0]
  })
  expect(await Promise.all(responses)).toEqual(Array(4).fill('HTTP/1.1 401 Unauthorized'))
  expect(await ended).toBe(0)
  expect(pids.filter(isRunning)).toEqual([])
  await expect(get(`${service.url}/healthz`)).rejects.toThrow()
})

test('E2: SIGTERM to every process at the same time, as systemd and a terminal send it, ends them with 0', async () => {
  const service = await startWorkers(2)
  const pids = workersOf(service)
  for (const pid of pids) process.kill(pid, 'SIGTERM')
  expect(await service.terminate()).toBe(0)
  expect(pids.filter(isRunning)).toEqual([])
  expect(service.log()).toEqual([])
})

test('the primary process migrates an empty database, and every worker is ready then', async () => {
  const empty = await createPostgresDatabase({ empty: true })
  const storage = openPostgresStorage(empty.url)
  try {
    const service = await startWorkers(2, '--database-url', empty.url)
    for (let n = 0; n < 6; n++) expect((await get(`${service.url}/readyz`)).status).toBe(200)
    expect(await storage.query('SELECT count(*) AS count FROM licet.migrations')).toEqual([{ count: MIGRATIONS.length }])
    await service.stop()
    await storage.query('DELETE FROM licet.migrations WHERE version = $1', [MIGRATIONS.length])
    await expect(startWorkers(2, '--database-url', empty.url, '--migrate', 'check')).rejects.toThrow(/ended with 2.*licet migrate/s)
  } finally {
    await storage.close()
    await empty.stop()
  }
})

// Regression: its attempts to connect went on after SIGTERM, so the process never ended.
test('SIGTERM ends it while it waits for the migration of another process, whose end PostgreSQL then refuses', async () => {
  const empty = await createPostgresDatabase({ empty: true })
  const other = new pg.Client({ connectionString: empty.url })
  await other.connect()
  try {
    await other.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    const service = await startLicet('--workers', '2', '--database-url', empty.url)
    started.push(service)
    const ended = service.terminate()
    await expect.poll(() => workersOf(service), WAIT).toEqual([])
    await other.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
    expect(await ended).toBe(0)
  } finally {
    await other.end()
    await empty.stop()
  }
})

test('while PostgreSQL is unavailable at the start, the workers respond with 503, and recover without a restart', async () => {
  const port = await freePort()
  const service = await startWorkers(2, '--database-url', `postgres://licet@127.0.0.1:${port}/postgres`)
  const pids = workersOf(service)
  expect([(await get(`${service.url}/healthz`)).status, (await get(`${service.url}/readyz`)).status]).toEqual([200, 503])
  const postgres = await startPostgres({ port })
  try {
    for (let n = 0; n < 4; n++) await expect.poll(async () => (await get(`${service.url}/readyz`)).status, WAIT).toBe(200)
    expect(workersOf(service).sort()).toEqual(pids.sort())
  } finally {
    await service.stop()
    await postgres.stop()
  }
})

test('a start fails with one error when a worker ends at its start', async () => {
  const wrong = new URL(database.url)
  wrong.pathname = '/missing'
  const failure = await startWorkers(2, '--database-url', wrong.href, '--migrate', 'never').catch((error: Error) => error.message)
  expect(failure).toContain('ended with 2')
  expect(failure).toContain('A worker exited at startup (exit code 2).')
  expect(String(failure).match(/no database has this name/g)).toHaveLength(1)
})

test('a worker that is killed at its start, as when memory is short, is replaced, and the start goes on', async () => {
  const others = childrenOf(process.pid).map(({ pid }) => pid)
  const starting = startWorkers(2)
  const firstWorker = () => {
    const primary = childrenOf(process.pid).find(({ pid }) => !others.includes(pid))
    return primary && childrenOf(primary.pid)[0]?.pid
  }
  await expect.poll(firstWorker, { timeout: 90_000, interval: 1 }).toBeDefined()
  const killed = firstWorker() ?? 0
  process.kill(killed, 'SIGKILL')
  const service = await starting
  expect(service.log()).toEqual([expect.objectContaining({ type: 'worker_ended', workerPid: killed, reason: 'SIGKILL' })])
  expect(workersOf(service)).toHaveLength(2)
  for (let n = 0; n < 4; n++) expect((await get(`${service.url}/readyz`)).status).toBe(200)
})

test('`licet doctor` warns when the workers open more connections than PostgreSQL accepts', async () => {
  const examine = async (...args: string[]) => (await runLicet(['doctor', '--database-url', database.url, ...args])).out
  expect(await examine('--workers', '2')).toMatch(
    /^ok {7}database: The service opens up to 20 connections, and PostgreSQL accepts \d+\.$/m,
  )
  expect(await examine('--workers', '200')).toMatch(
    /^warning {2}database: The service opens up to 2000 connections.*\n.*--max-connections/m,
  )
})
