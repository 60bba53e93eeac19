import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { LicenseRequest } from '../../src/core/license.ts'
import { createService, type Storage } from '../../src/service/index.ts'
import { verifyLog } from '../../src/service/log/verify-log.ts'
import { createNodeCrypto, openDiskStorage, openPostgresStorage } from '../../src/service/node.ts'
import { call, createTenant } from '../fixtures/caller.ts'
import { createPostgresDatabase, writeDatabaseFiles } from '../fixtures/databases.ts'
import { signedRequest } from '../fixtures/device.ts'
import { startLicet } from '../fixtures/licet-process.ts'
import { countOf, inTitle } from '../support/counts.ts'

const AUTH_URL = 'https://auth.example.com'
const REQUESTS = countOf(1000, 50)
const KILLED_AFTER = REQUESTS * 0.4
const AT_ONCE = 8
const POINTERS = 5

/** Sends requests to a service in a separate process, and kills it meanwhile. Returns the ids in the responses, by request. */
async function createUntilKilled(
  options: readonly string[],
  token: string,
  requests: readonly LicenseRequest[],
): Promise<Map<number, string>> {
  const limits = ['--max-licenses-per-hour', '0', '--max-wait', '60000', '--log-interval', '1']
  const service = await startLicet(...options, '--auth-url', AUTH_URL, ...limits)
  try {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const received = new Map<number, string>()
    let killed: Promise<void> | undefined
    const ends = await forEach(requests, async (request, at) => {
      const response = await fetch(`${service.url}/license/create`, { method: 'POST', headers, body: JSON.stringify(request) })
      const record = await response.json()
      expect([response.status, record.code]).toEqual([201, undefined])
      received.set(at, record.id)
      if (received.size === KILLED_AFTER) killed = service.stop()
    })
    await killed
    // Requests without a response failed with the connection. None was refused.
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(TypeError)
    return received
  } finally {
    await service.stop()
  }
}

/** Runs a function for each item, several at the same time. A worker stops at its first failure. */
function forEach<T>(items: readonly T[], run: (item: T, at: number) => Promise<void>): Promise<PromiseSettledResult<void>[]> {
  const queue = items.entries()
  const work = async () => {
    for (const [at, item] of queue) await run(item, at)
  }
  return Promise.allSettled(Array.from({ length: AT_ONCE }, work))
}

async function expectNothingLost(open: () => Promise<Storage>, options: readonly string[]): Promise<void> {
  let storage = await open()
  const serviceOf = () =>
    createService({ authUrl: AUTH_URL, storage, crypto: createNodeCrypto(), maxLicensesPerHour: 0, maxWaitMs: 60_000 })
  const { device, token } = await (await createTenant(await serviceOf())).device()
  await storage.close()
  const requests = Array.from({ length: REQUESTS }, (_, n) =>
    signedRequest(device, { ptr: `ptr-${n % POINTERS}`, description: `Number ${n}` }),
  )
  const received = await createUntilKilled(options, token, requests)
  expect(received.size).toBeGreaterThanOrEqual(KILLED_AFTER)
  expect(received.size).toBeLessThan(REQUESTS)

  storage = await open()
  try {
    await expect.poll(() => countEarlierSessions(storage), { timeout: 30_000 }).toBe(0)
    const rows = await storage.query<{ id: string; request_hash: string; steps: number; ptr: string; open: boolean }>(
      `SELECT l.id, l.request_hash, l.ptr, count(t.step) AS steps, bool_and(t.status = 'active') AS open
       FROM licet.licenses l LEFT JOIN licet.license_transitions t ON t.license_id = l.id
       GROUP BY l.id, l.provider_id, l.registration`,
    )
    const ids = new Set(rows.map((row) => row.id))
    expect([...received.values()].filter((id) => !ids.has(id))).toEqual([])
    expect(new Set(rows.map((row) => row.request_hash)).size).toBe(rows.length)
    // Nothing is partially stored: each license has its first transition, and each except one per ptr has an end.
    expect(rows.every((row) => row.steps === (row.open ? 1 : 2))).toBe(true)
    expect(
      rows
        .filter((row) => row.open)
        .map((row) => row.ptr)
        .sort(),
    ).toEqual(Array.from({ length: POINTERS }, (_, n) => `ptr-${n}`))
    // Requests without a response can be repeated. Requests with a response return the same record.
    const service = await serviceOf()
    const statuses: number[] = []
    const ends = await forEach(requests, async (json, at) => {
      const { status, body } = await call(service, '/license/create', { token, json })
      statuses.push(status)
      // All except the last license of each ptr are replaced, and their bytes return the record with 409.
      const { id } = status === 409 ? body.license : body
      expect(id).toBe(received.get(at) ?? id)
    })
    expect(ends.filter((end) => end.status === 'rejected')).toEqual([])
    expect(statuses.filter((status) => status === 200 || status === 409)).toHaveLength(rows.length)
    expect(statuses.filter((status) => status === 201)).toHaveLength(REQUESTS - rows.length)
    // The killed process was writing the public log too. It has each license once, and only what is stored.
    await service.appendLog()
    const log = await verifyLog({ storage, crypto: createNodeCrypto() })
    expect([log.treeFaults, log.gaps, log.pending]).toEqual([[], [], 0])
    expect(log.epochs).toMatchObject([{ entries: REQUESTS }])
  } finally {
    await storage.close()
  }
}

/** Counts the sessions of the killed process. PostgreSQL completes a statement that it has received, even when the client is gone. */
async function countEarlierSessions(storage: Storage): Promise<number | undefined> {
  const [row] = await storage.query<{ sessions: number }>(
    `SELECT count(*) AS sessions FROM pg_stat_activity AS other
     JOIN pg_stat_activity AS own ON own.pid = pg_backend_pid() AND own.datid = other.datid
     WHERE other.backend_start < own.backend_start`,
  )
  return row?.sessions
}

test(`E3: the embedded database has every confirmed row once after a kill during ${inTitle(REQUESTS)} creates`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'licet-killed-'))
  try {
    await writeDatabaseFiles(folder)
    await expectNothingLost(() => openDiskStorage({ folder }), ['--data-dir', folder])
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 300_000)

test(`E3: PostgreSQL has every confirmed row once after a kill during ${inTitle(REQUESTS)} creates`, async () => {
  const postgres = await createPostgresDatabase()
  try {
    await expectNothingLost(async () => openPostgresStorage(postgres.url), ['--database-url', postgres.url])
  } finally {
    await postgres.stop()
  }
}, 300_000)
