import { decodeJwt } from 'jose'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createService, type Service, type Storage } from '../../src/service/index.ts'
import { openPostgresStorage } from '../../src/service/node.ts'
import { call, createTenant, grant, type Tenant, TOKEN } from '../fixtures/caller.ts'
import { signedRequest } from '../fixtures/device.ts'
import { createProxy } from '../fixtures/proxy.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'

let postgres: TestPostgres
let admin: pg.Client
let storage: Storage
let service: Service
let tenant: Tenant
beforeAll(async () => {
  postgres = await startPostgres()
  admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  // Statements wait for locks on purpose.
  storage = openPostgresStorage(postgres.url, { hasTimeLimits: false })
  service = await createService({ authUrl: 'https://a.example', storage })
  tenant = await createTenant(service)
})
afterEach(() => admin.query('ROLLBACK'))
afterAll(async () => {
  await storage.close()
  await admin.end()
  await postgres.stop()
})

/** Waits until a statement of the service waits for a lock of `admin`, and ends its server process. */
async function terminateWaiting(): Promise<void> {
  const text = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'licet' AND wait_event_type = 'Lock'`
  await expect.poll(async () => (await admin.query(text)).rowCount).toBe(1)
}

const refresh = (of: Service, token: string) => call(of, TOKEN, { form: { grant_type: 'refresh_token', refresh_token: token } })
const begin = async (of: Service) =>
  (await grant(of, { client_id: `provider:${tenant.provider.providerId}`, client_secret: tenant.provider.pubKey })).refresh_token ??
  ''

// Regression: the pool has no error listener on a connection in use, so a closed connection ended the process.
test('E1: a connection that closes during a statement of a transaction fails this request with 503, and the next succeeds', async () => {
  const { device, token } = await tenant.device()
  const json = signedRequest(device)
  await admin.query('BEGIN')
  await admin.query('SELECT 1 FROM licet.devices FOR UPDATE')
  const pending = call(service, '/license/create', { token, json })
  await terminateWaiting()
  const lost = await pending
  expect([lost.status, lost.body.code, lost.headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
  await admin.query('ROLLBACK')
  expect((await call(service, '/license', { token })).body.licenses).toEqual([])
  expect((await call(service, '/license/create', { token, json })).status).toBe(201)
})

test('E1: a connection that closes between two statements of a transaction fails the transaction, and the pool keeps working', async () => {
  const lost = storage.transaction(async (sql) => {
    const [row] = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const pid = row?.pid ?? 0
    await admin.query('SELECT pg_terminate_backend($1)', [pid])
    await expect.poll(async () => (await admin.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [pid])).rowCount).toBe(0)
    return sql.query('SELECT 1 AS one')
  })
  await expect(lost).rejects.toMatchObject({ code: 'unavailable' })
  expect(await storage.transaction((sql) => sql.query('SELECT 1 AS one'))).toEqual([{ one: 1 }])
})

test.each([
  // The first use stores the chain, which refers to the provider.
  ['the first', 'providers', begin],
  ['a later', 'refresh_chains', async (of: Service) => (await refresh(of, await begin(of))).body.refresh_token as string],
])(
  'C8: a refresh with %s token whose connection closes before its statement completes does not spend it',
  async (_, table, get) => {
    const token = await get(service)
    await admin.query('BEGIN')
    await admin.query(`SELECT 1 FROM licet.${table} FOR UPDATE`)
    const pending = refresh(service, token)
    await terminateWaiting()
    expect((await pending).status).toBe(503)
    await admin.query('ROLLBACK')
    const again = await refresh(service, token)
    expect(again.status).toBe(200)
    expect((await refresh(service, again.body.refresh_token)).status).toBe(200)
  },
)

test('C8: a refresh whose connection closes after its statement spends the token, and the same refresh again continues the chain', async () => {
  const port = new URL(postgres.url).port
  const proxy = await createProxy(Number(port))
  const far = openPostgresStorage(postgres.url.replace(port, String(proxy.port)))
  try {
    const behind = await createService({ authUrl: 'https://a.example', storage: far, monotonic: () => 0 })
    const token = await begin(behind)
    const links = async () => (await admin.query('SELECT jti FROM licet.refresh_chains ORDER BY id')).rows
    const before = await links()
    proxy.mute()
    const pending = refresh(behind, token)
    await expect.poll(links).not.toEqual(before)
    proxy.cut()
    expect((await pending).status).toBe(503)
    proxy.restore()
    const again = await refresh(behind, token)
    expect(again.status).toBe(200)
    expect(await links()).toContainEqual({ jti: decodeJwt(again.body.refresh_token).jti })
    expect((await refresh(behind, again.body.refresh_token)).status).toBe(200)
  } finally {
    await far.close()
    await proxy.close()
  }
})

// Regression: transactions used the default isolation of the database, and 21 of these 40 failed after all retries.
test('D7: concurrent requests of one device are all stored when the default isolation of the database is serializable', async () => {
  const strict = await startPostgres({ settings: ['default_transaction_isolation=serializable'] })
  const theirs = openPostgresStorage(strict.url)
  try {
    // On a busy machine, forty requests of one device wait longer than the default.
    const there = await createService({ authUrl: 'https://a.example', storage: theirs, maxWaitMs: 60_000 })
    const { device, token } = await (await createTenant(there)).device()
    const requests = Array.from({ length: 40 }, (_, n) => signedRequest(device, { description: `Version ${n}` }))
    const responses = await Promise.all(requests.map((json) => call(there, '/license/create', { token, json })))
    expect(responses.map((response) => response.status)).toEqual(requests.map(() => 201))
  } finally {
    await theirs.close()
    await strict.stop()
  }
})
