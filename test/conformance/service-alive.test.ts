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
import type { TestPostgres } from '../support/postgres.ts'

const AUTH_URL = 'https://auth.example.com'
const AT_ONCE = 32
const SECONDS = countOf(20, 5, 2)
const END_EVERY_MS = 400

let postgres: TestPostgres
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
