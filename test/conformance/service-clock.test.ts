import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createAdmin, createService, type Service, type ServiceEvent, type Storage } from '../../src/service/index.ts'
import { createMetrics } from '../../src/service/node/metrics/create-metrics.ts'
import { createNodeCrypto, openPostgresStorage } from '../../src/service/node.ts'
import { call, createTenant, type Tenant, TOKEN } from '../fixtures/caller.ts'
import { createPostgresDatabase } from '../fixtures/databases.ts'
import { type Device, signedRequest } from '../fixtures/device.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import type { TestDatabase } from '../support/postgres.ts'

const HOUR_MS = 3_600_000
const realNow = Date.now

let postgres: TestDatabase
let storage: Storage
/** A process whose clock is right. */
let service: Service
let tenant: Tenant
let device: Device
let token: string
const opened: Service[] = []

beforeAll(async () => {
  postgres = await createPostgresDatabase()
  // On a busy machine, a request waits longer for its turn and for the database than the service allows by default.
  storage = openPostgresStorage(postgres.url, { hasTimeLimits: false })
  service = await createService({ authUrl: 'https://auth.example.com', storage, crypto: createNodeCrypto() })
  tenant = await createTenant(service)
  ;({ device, token } = await tenant.device())
})
afterEach(async () => {
  Date.now = realNow
  for (const each of opened.splice(0)) await each.close()
})
afterAll(async () => {
  await service.close()
  await storage.close()
  await postgres.stop()
})

/** Sets the clock for what starts after it. PostgreSQL keeps its own. Returns a function that sets it again. */
function setClock(differenceMs: number): (differenceMs: number) => void {
  let difference = differenceMs
  Date.now = () => realNow() + difference
  return (changed) => {
    difference = changed
  }
}

/** Starts a process on the database whose clock differs. */
async function startWithClock(differenceMs: number) {
  const set = setClock(differenceMs)
  const events: ServiceEvent[] = []
  const started = await createService({
    authUrl: 'https://auth.example.com',
    storage,
    crypto: createNodeCrypto(),
    maxWaitMs: PATIENCE_MS,
    onEvent: (event) => events.push(event),
  })
  opened.push(started)
  return { started, events, set }
}

const credential = () => ({
  grant_type: 'client_credentials',
  client_id: `address:${tenant.provider.providerId}:${device.address}`,
  client_secret: device.sign(device.address),
})

// Regression: with a clock that was two hours off, 174 receipts had a wrong time, and nothing reported it.
test.each([-2 * HOUR_MS, 2 * HOUR_MS, 61_000 + 2_000])(
  'a process whose clock differs by %i ms from the database is not ready and signs nothing',
  async (differenceMs) => {
    const { started, events } = await startWithClock(differenceMs)
    const ready = await call(started, '/readyz')
    expect([ready.status, ready.body.code]).toEqual([503, 'unavailable'])
    expect(ready.body.detail).toContain(
      differenceMs > 0 ? 'ahead of the clock of the database' : 'behind the clock of the database',
    )
    expect(ready.headers.get('retry-after')).toBe('10')
    const before = await storage.query('SELECT id FROM licet.licenses')
    for (const answer of [
      await call(started, TOKEN, { form: credential() }),
      // A refusal by its code, such as license_expired or invalid_token, would be final.
      await call(started, '/license/create', { token, json: signedRequest(device, { description: `Off by ${differenceMs}` }) }),
      await call(started, '/license/verify', { token, json: {} }),
    ])
      expect(answer.status).toBe(503)
    expect(await storage.query('SELECT id FROM licet.licenses')).toEqual(before)
    await expect(started.cleanUp()).rejects.toMatchObject({ code: 'unavailable' })
    expect(await call(started, '/healthz')).toMatchObject({ status: 200 })
    expect(events).toEqual([
      { type: 'clock_differs', differenceMs: expect.toSatisfy((ms) => Math.abs(ms - differenceMs) < 2000), isUsable: false },
    ])
  },
)

test('the command line signs no revocation while the clock of its machine is wrong', async () => {
  const created = await call(service, '/license/create', { token, json: signedRequest(device, { description: 'To be revoked' }) })
  expect(created.status).toBe(201)
  setClock(2 * HOUR_MS)
  const admin = createAdmin({ storage, crypto: createNodeCrypto(), now: Date.now })
  await expect(admin.revokeLicense(created.body.id, { requestedBy: 'person', channel: 'letter' })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('Synchronize both clocks'),
  })
})

test('a clock that is set while the process runs stops its signatures immediately, and setting it right brings them back', async () => {
  const { started, events, set } = await startWithClock(0)
  expect((await call(started, TOKEN, { form: credential() })).status).toBe(200)
  set(HOUR_MS)
  expect((await call(started, TOKEN, { form: credential() })).status).toBe(503)
  expect(events.map(({ type }) => type)).toEqual(['clock_differs'])
  expect((await call(started, '/readyz')).status).toBe(503)
  set(0)
  await expect.poll(async () => (await call(started, '/readyz')).status).toBe(200)
  expect((await call(started, TOKEN, { form: credential() })).status).toBe(200)
  // The process reads the clock of the database at most once a second.
  const typesAfterRead = async () => (await call(started, '/readyz')) && events.map(({ type }) => type)
  await expect.poll(typesAfterRead).toEqual(['clock_differs', 'clock_agrees'])
})

test('a clock that differs by more than two seconds is reported once, counted, and still signs', async () => {
  const { started, events } = await startWithClock(-30_000)
  const metrics = await createMetrics({ ofProcess: false })
  metrics.watch({ server: (await import('node:http')).createServer(), storage: () => storage })
  expect((await call(started, '/readyz')).status).toBe(200)
  expect((await call(started, TOKEN, { form: credential() })).status).toBe(200)
  expect(events).toMatchObject([{ type: 'clock_differs', isUsable: true }])
  const [, value] = /^licet_clock_difference_seconds (.*)$/m.exec(await metrics.registry.metrics()) ?? []
  expect(Number(value)).toBeGreaterThan(-32)
  expect(Number(value)).toBeLessThan(-28)
})

// Regression: 20 licenses were older than those they superseded.
test('a license is never dated before the one that it supersedes, with clocks of two processes that differ', async () => {
  const create = (on: Service, description: string) =>
    call(on, '/license/create', { token, json: signedRequest(device, { description }) })
  const { started: ahead } = await startWithClock(40_000)
  const first = await create(ahead, 'By the process that is ahead')
  const { started: behind } = await startWithClock(-10_000)
  const second = await create(behind, 'By the process that is behind')
  // Found while it is stored: another process stores a license between the two statements of this one.
  const answers = await Promise.all([1, 2, 3, 4].map((n) => create(n % 2 === 0 ? ahead : behind, `At the same time, ${n}`)))
  expect([first, second, ...answers].map(({ status }) => status)).toEqual(Array(6).fill(201))
  expect(second.body).toMatchObject({ supersedes: first.body.id, timestamp: first.body.timestamp })
  const iatOf = (receipt: string) => JSON.parse(Buffer.from(receipt.split('.')[1] ?? '', 'base64url').toString()).iat
  expect(iatOf(second.body.receipt)).toBe(iatOf(first.body.receipt))
  const wrong = await storage.query(
    `SELECT l.id FROM licet.licenses l JOIN licet.licenses s ON s.id = l.supersedes
     JOIN licet.license_transitions e ON e.license_id = s.id AND e.step = 2
     WHERE l.created < s.created OR e.at < s.created`,
  )
  expect(wrong).toEqual([])
})
