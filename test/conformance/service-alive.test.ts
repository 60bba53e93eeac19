import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LicenseRequest } from '../../src/core/license.ts'
import { createService } from '../../src/service/index.ts'
import { openPostgresStorage } from '../../src/service/node.ts'
import { createTenant, type Tenant } from '../fixtures/caller.ts'
import { createPostgresDatabase } from '../fixtures/databases.ts'
import { signedRequest } from '../fixtures/device.ts'
import { type LicetProcess, startLicet } from '../fixtures/licet-process.ts'
import { countOf } from '../support/counts.ts'
import { startPostgres, type TestDatabase } from '../support/postgres.ts'

const AUTH_URL = 'https://auth.example.com'
const AT_ONCE = 32
const SECONDS = countOf(20, 2)
const END_EVERY_MS = 400
const STILL_MS = countOf(10_000, 3000, 2000)
// In the other tiers, other tests use the processors too. The regression below took 10 s.
const ANSWER_MS = countOf(3000, 8000)

let postgres: TestDatabase
let admin: pg.Client
const devices: Awaited<ReturnType<Tenant['device']>>[] = []
beforeAll(async () => {
  postgres = await createPostgresDatabase()
  admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  const storage = openPostgresStorage(postgres.url)
  const tenant = await createTenant(await createService({ authUrl: AUTH_URL, storage }))
  for (let n = 0; n < AT_ONCE; n++) devices.push(await tenant.device())
  await storage.close()
})
afterAll(async () => {
  await admin.end()
  await postgres.stop()
})

const start = () =>
  startLicet('--database-url', postgres.url, '--auth-url', AUTH_URL, '--max-licenses-per-hour', '0', '--max-terms-per-day', '0')

const END_ALL = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`

/** Ends all connections of the service to the database regularly, each fourth time while its process is stopped. */
async function endConnections(service: LicetProcess, signal: AbortSignal): Promise<void> {
  for (let n = 0; !signal.aborted; n++) {
    const stopped = n % 4 === 3
    if (stopped) process.kill(service.pid, 'SIGSTOP')
    await admin.query(END_ALL)
    await pause(END_EVERY_MS / 2)
    if (stopped) process.kill(service.pid, 'SIGCONT')
    await pause(END_EVERY_MS / 2)
    if (!service.isAlive()) return
  }
}

interface Load {
  /** The requests that were answered with 201, by the id of the license. */
  readonly created: Map<string, LicenseRequest>
  readonly statuses: Map<number, number>
}

/** Stores and verifies licenses, each device one after another. */
async function load({ url, isAlive }: LicetProcess, signal: AbortSignal): Promise<Load> {
  const created = new Map<string, LicenseRequest>()
  const statuses = new Map<number, number>()
  const send = async (path: string, token: string, json: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(json) })
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    if (response.status === 503) expect(response.headers.get('retry-after')).toBe('1')
    return { status: response.status, body: await response.json() }
  }
  const work = async ({ device, token }: (typeof devices)[number], at: number) => {
    for (let n = 0; !signal.aborted && isAlive(); n++) {
      const request = signedRequest(device, { description: `Device ${at}, number ${n}` })
      const { status, body } = await send('/license/create', token, request)
      if (status === 201) created.set(body.id, request)
      await send('/license/verify', token, { usecase: 'analytics', destination: 'basket.example.com' })
    }
  }
  await Promise.all(devices.map(work))
  return { created, statuses }
}

// Regression: a connection had no error listener between `connect()` of the pool and the first statement. When its last answer and its
// end arrived together, the process ended.
test(`E1: the process lives and loses nothing while all of its connections end every ${END_EVERY_MS} ms for ${SECONDS} s`, {
  timeout: SECONDS * 1000 + 60_000,
}, async () => {
  const service = await start()
  try {
    const ends = AbortSignal.timeout(SECONDS * 1000)
    const [{ created, statuses }] = await Promise.all([load(service, ends), endConnections(service, ends)])
    expect(service.isAlive()).toBe(true)
    expect([...statuses.keys()].sort()).toEqual([200, 201, 503])
    const { rows } = await admin.query('SELECT id FROM licet.licenses')
    const stored = new Set(rows.map((row: { id: string }) => row.id))
    expect([...created.keys()].filter((id) => !stored.has(id))).toEqual([])
    expect(created.size).toBeGreaterThan(0)
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
  } finally {
    await service.stop()
  }
})

test('E1: a process whose connections end while it starts serves as soon as they stay', async () => {
  let isStarting = true
  const end = async () => {
    while (isStarting) await admin.query(END_ALL)
  }
  const starting = Promise.all([start(), start()]).finally(() => {
    isStarting = false
  })
  const [services] = await Promise.all([starting, end()])
  try {
    for (const { url } of services) await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
  } finally {
    await Promise.all(services.map((service) => service.stop()))
  }
})

/** Stops every process of a PostgreSQL server, as a full disk or a frozen virtual machine does. Returns a function that continues them. */
async function freeze({ url }: TestDatabase): Promise<() => void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()')
  const [own] = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows
  const parent = Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(own?.pid)], { encoding: 'utf8' }))
  await client.end()
  const pids = [parent, ...rows.map(({ pid }) => pid)]
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
}

// Regression: the process waited for PostgreSQL to close its connections, and never ended.
test('E4: SIGTERM ends the process while PostgreSQL stands still', async () => {
  const frozen = await startPostgres()
  const service = await startLicet('--database-url', frozen.url)
  try {
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(200)
    const melt = await freeze(frozen)
    expect(await service.terminate().finally(melt)).toBe(0)
  } finally {
    await service.stop()
    await frozen.stop()
  }
})

// Regression: creating a license responded after 10 s, because ROLLBACK waited for its own timeout after the timeout of the statement.
test(`E1: while PostgreSQL stands still, every request gets 503 within ${ANSWER_MS} ms, and afterwards everything works`, async () => {
  const frozen = await startPostgres()
  const storage = openPostgresStorage(frozen.url)
  const tenant = await createTenant(await createService({ authUrl: AUTH_URL, storage }))
  const service = await startLicet('--database-url', frozen.url, '--auth-url', AUTH_URL, '--max-licenses-per-hour', '0')
  try {
    const { device, token } = await tenant.device()
    const user = { grant_type: 'client_credentials', client_id: `user:${tenant.userId}`, client_secret: tenant.apiKey }
    const bearer = { authorization: `Bearer ${token}` }
    const post = (body: object) => ({
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...bearer, 'content-type': 'application/json' },
    })
    let signed = 0
    const requests: [string, () => RequestInit][] = [
      ['/license/create', () => post(signedRequest(device, { description: `Number ${signed++}` }))],
      ['/license/verify', () => post({})],
      ['/license', () => ({ headers: bearer })],
      ['/api/latest/auth/token', () => ({ method: 'POST', body: new URLSearchParams(user) })],
      ['/readyz', () => ({})],
    ]
    const ask = async ([path, init]: (typeof requests)[number]) => {
      const begun = performance.now()
      const response = await fetch(service.url + path, init())
      await response.text()
      return { path, status: response.status, retryAfter: response.headers.get('retry-after'), ms: performance.now() - begun }
    }
    const all = Array.from({ length: 6 }, () => requests).flat()
    // Opens all connections of the pool. On a busy machine, some of the first requests wait too long for their turn.
    await expect.poll(async () => (await Promise.all(all.map(ask))).filter(({ status }) => status >= 400)).toEqual([])

    const melt = await freeze(frozen)
    const ends = AbortSignal.timeout(STILL_MS)
    const answers = await Promise.all(
      all.map(async (request) => {
        const own = []
        while (!ends.aborted) {
          own.push(await ask(request))
          // Most of them are refused immediately.
          await pause(20)
        }
        return own
      }),
    ).finally(melt)
    expect(answers.flat().filter(({ status, retryAfter }) => status !== 503 || retryAfter !== '1')).toEqual([])
    expect(answers.flat().filter(({ ms }) => ms > ANSWER_MS)).toEqual([])
    await expect.poll(async () => (await ask(['/readyz', () => ({})])).status).toBe(200)
    // The other connections are opened again by the first requests that need them.
    await expect.poll(async () => (await Promise.all(requests.map(ask))).filter(({ status }) => status >= 400)).toEqual([])
  } finally {
    await service.stop()
    await storage.close()
    await frozen.stop()
  }
})
