import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createService } from '../../src/service/index.ts'
import { openPostgresStorage, serve } from '../../src/service/node.ts'
import { call, createTenant } from '../fixtures/caller.ts'
import { signedRequest } from '../fixtures/device.ts'
import { promote, startCluster, type TestCluster } from '../support/cluster.ts'
import { childrenOf } from '../support/processes.ts'

const AUTH_URL = 'https://a.example'
/** A request gives up after 3 s, and the search for another primary takes at most one. */
const RECOVERY_MS = 20_000

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function openCluster(options: Parameters<typeof startCluster>[0] = {}): Promise<TestCluster> {
  const cluster = await startCluster(options)
  opened.push(cluster.stop)
  return cluster
}

function open(databaseUrl: string) {
  const storage = openPostgresStorage(databaseUrl)
  opened.push(() => storage.close())
  return storage
}

const portOf = async (storage: ReturnType<typeof open>) =>
  (await storage.query<{ port: string }>("SELECT current_setting('port') AS port"))[0]?.port

async function execute(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement)
  await client.end()
}

test('of several hosts, the service uses the writable one, in any order', async () => {
  const { primary, standby, urlOf } = await openCluster()
  for (const order of [
    [primary, standby],
    [standby, primary],
  ] as const) {
    const storage = open(urlOf(...order))
    await expect.poll(() => portOf(storage).catch(() => ''), { timeout: RECOVERY_MS }).toBe(new URL(primary.url).port)
    expect(await storage.transaction((sql) => sql.query("SELECT current_setting('transaction_read_only') AS setting"))).toEqual([
      { setting: 'off' },
    ])
  }
})

test('after a failover, the same service stores licenses on the promoted server', async () => {
  const { primary, standby, urlOf } = await openCluster({ durable: true, isSynchronous: true })
  const service = await createService({ authUrl: AUTH_URL, storage: open(urlOf(primary, standby)) })
  const { device, token } = await (await createTenant(service)).device()
  const create = (description: string) => call(service, '/license/create', { token, json: signedRequest(device, { description }) })
  expect((await create('Before')).status).toBe(201)
  await primary.kill('SIGQUIT')
  const lost = await create('Meanwhile')
  expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, '1'])
  await promote(standby)
  await expect.poll(async () => (await create('After')).status, { timeout: RECOVERY_MS }).toBe(201)
  expect((await call(service, '/license', { token })).body.licenses).toHaveLength(2)
})

test('after a failover, the service leaves a primary that does not respond', async () => {
  const { primary, standby, urlOf } = await openCluster()
  const storage = open(urlOf(primary, standby))
  await expect.poll(() => portOf(storage).catch(() => ''), { timeout: RECOVERY_MS }).toBe(new URL(primary.url).port)
  const pids = [primary.pid(), ...childrenOf(primary.pid()).map(({ pid }) => pid)]
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    await promote(standby)
    await expect.poll(() => portOf(storage).catch(() => ''), { timeout: RECOVERY_MS }).toBe(new URL(standby.url).port)
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
})

// Two servers can be written when nothing keeps the previous primary from starting again.
test('of two writable servers, the service uses the one that was promoted last', async () => {
  const { primary, standby, urlOf } = await openCluster()
  await primary.kill('SIGQUIT')
  await promote(standby)
  await primary.start()
  for (const order of [
    [primary, standby],
    [standby, primary],
  ] as const) {
    // A storage keeps its choice for a while, so each attempt opens another one.
    const chosen = () => portOf(open(urlOf(...order))).catch(() => '')
    await expect.poll(chosen, { timeout: RECOVERY_MS }).toBe(new URL(standby.url).port)
  }
})

test('without a writable server, requests get 503 with the cause for the operator, and succeed after a promotion', async () => {
  const { primary, standby, urlOf } = await openCluster()
  const storage = open(urlOf(standby, primary))
  await storage.ready()
  await primary.kill('SIGQUIT')
  await expect
    .poll(() => storage.query('SELECT 1').catch(({ code, cause }) => [code, cause.message]), { timeout: RECOVERY_MS })
    .toEqual(['unavailable', expect.stringContaining('25006: the database is read-only')])
  await promote(standby)
  await expect.poll(() => portOf(storage).catch(() => ''), { timeout: RECOVERY_MS }).toBe(new URL(standby.url).port)
})

test('the service starts while only a standby runs, and works after its promotion', async () => {
  const { primary, standby, urlOf } = await openCluster()
  await primary.kill('SIGQUIT')
  const events: unknown[] = []
  const running = await serve({ port: 0, databaseUrl: urlOf(primary, standby), onEvent: (event) => events.push(event) })
  opened.push(() => running.close())
  expect((await fetch(`${running.url}/readyz`)).status).toBe(503)
  const reported = { type: 'database_unavailable', reason: expect.stringContaining('25006: the database is read-only') }
  await expect.poll(() => events, { timeout: RECOVERY_MS }).toContainEqual(reported)
  await promote(standby)
  await expect.poll(async () => (await fetch(`${running.url}/readyz`)).status, { timeout: 2 * RECOVERY_MS }).toBe(200)
  // The service tries the database every 10 s at the latest, so a request can find it before.
  await expect.poll(() => events, { timeout: RECOVERY_MS }).toContainEqual({ type: 'database_available' })
})

// Regression: a connection to a server that a failover had made a standby stayed in the pool, and every write on it failed.
test('a connection to a server that became read-only is closed after the first write that fails', async () => {
  const { primary } = await openCluster()
  const storage = open(primary.url)
  const service = await createService({ authUrl: AUTH_URL, storage })
  const tenant = await createTenant(service)
  const pidOf = async () => (await storage.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid
  const before = await pidOf()
  await execute(primary.url, 'ALTER SYSTEM SET default_transaction_read_only = on')
  await execute(primary.url, 'SELECT pg_reload_conf()')
  const write = () =>
    storage.transaction((sql) => sql.query('UPDATE licet.providers SET name = name WHERE id = $1', [tenant.provider.providerId]))
  await expect.poll(() => write().catch((error) => error.cause?.state)).toBe('25006')
  expect(await pidOf()).not.toBe(before)
})
