import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createService, type Service, type ServiceEvent, type Storage } from '../../src/service/index.ts'
import { openPostgresStorage } from '../../src/service/node.ts'
import { call, createTenant, type Tenant } from '../fixtures/caller.ts'
import { type Device, signedRequest } from '../fixtures/device.ts'
import { watchStorage } from '../fixtures/watched-storage.ts'
import { startCluster, type TestCluster } from '../support/cluster.ts'

let cluster: TestCluster
let standby: pg.Client
let storage: Storage
let replica: Storage
let service: Service
let tenant: Tenant
let device: Device
let token = ''
/** The clock of the service moves only when a test moves it, so a busy machine does not make the replica late. */
let timeMs = 0
const events: ServiceEvent[] = []
/** The statements that were sent to the replica. */
const statements: string[] = []

beforeAll(async () => {
  cluster = await startCluster()
  storage = openPostgresStorage(cluster.primary.url)
  replica = watchStorage(openPostgresStorage(cluster.standby.url, { mayMigrate: false }), {
    before: (text) => {
      statements.push(text)
    },
  })
  const options = { storage, replica, monotonic: () => timeMs, maxLicensesPerHour: 0, maxTermsPerDay: 0 }
  service = await createService({ authUrl: 'https://a.example', ...options, onEvent: (event) => events.push(event) })
  tenant = await createTenant(service)
  const registered = await tenant.device('person-1')
  device = registered.device
  token = registered.token
})
beforeEach(async () => {
  standby = new pg.Client({ connectionString: cluster.standby.url })
  standby.on('error', () => undefined)
  await standby.connect()
  return () => standby.end()
})
afterAll(async () => {
  await replica?.close()
  await storage?.close()
  await cluster?.stop()
})

let number = 0
async function create(): Promise<string> {
  const json = signedRequest(device, { description: `Number ${number++}`, ptr: 'person-1' })
  const { status, body } = await call(service, '/license/create', { token, json })
  expect(status).toBe(201)
  return body.id
}

/** Lists licenses with an API key, or as the device with its token. Returns their ids. */
async function list(
  query = '',
  options: { readonly token?: string; readonly headers?: Record<string, string> } = {},
): Promise<string[]> {
  const { status, body } = await call(service, `/license${query}`, {
    token: options.token ?? (await tenant.adminToken()),
    ...options,
  })
  expect(status).toBe(200)
  return body.licenses.map(({ id }: { id: string }) => id)
}

const UNTIL_USED_EVERY_MS = 100

/** Waits until lists come from the replica. */
async function untilUsed(): Promise<void> {
  await expect
    .poll(
      async () => {
        timeMs += UNTIL_USED_EVERY_MS
        const before = statements.length
        await list()
        return statements.slice(before).some((text) => text.includes('licet.licenses'))
      },
      { timeout: 30_000, interval: UNTIL_USED_EVERY_MS },
    )
    .toBe(true)
}

async function withPausedReplay(work: () => Promise<void>): Promise<void> {
  await standby.query('SELECT pg_wal_replay_pause()')
  try {
    await work()
  } finally {
    await standby.query('SELECT pg_wal_replay_resume()')
  }
}

test('lists of an organization come from the replica, and lists of a person show what was just stored', async () => {
  await create()
  await untilUsed()
  await withPausedReplay(async () => {
    const id = await create()
    expect(await list()).not.toContain(id)
    expect(await list('', { token })).toContain(id)
    expect(await list('?ptr=person-1')).toContain(id)
    expect(await list(`?address=${device.address}`)).toContain(id)
    expect(await list('', { headers: { 'cache-control': 'no-cache' } })).toContain(id)
    const shown = await call(service, `/license/${id}`, { token: await tenant.adminToken() })
    expect(shown.body.id).toBe(id)
  })
})

test('the next page of a list has a cursor that the replica does not know yet', async () => {
  await untilUsed()
  await withPausedReplay(async () => {
    const id = await create()
    expect(await list(`?cursor=${id}`)).not.toContain(id)
  })
})

test('a replica that is more than 5 s behind is not read, until it has caught up', async () => {
  await untilUsed()
  await withPausedReplay(async () => {
    const id = await create()
    timeMs += 2000
    expect(await list()).not.toContain(id)
    timeMs += 5000
    expect(await list()).toContain(id)
    // It is reported when it lasts.
    await expect
      .poll(async () => {
        timeMs += 1000
        await list()
        return events.map(({ type }) => type)
      })
      .toContain('replica_unavailable')
  })
  await untilUsed()
  expect(events.map(({ type }) => type)).toEqual(['replica_unavailable', 'replica_available'])
})

test('while the replica is unavailable, lists come from the primary, and later from the replica again', async () => {
  await untilUsed()
  events.length = 0
  await cluster.standby.kill('SIGQUIT')
  const id = await create()
  expect(await list()).toContain(id)
  await expect.poll(async () => (await list()) && events.map(({ type }) => type)).toEqual(['replica_unavailable'])
  await cluster.standby.start()
  await untilUsed()
  expect(events.map(({ type }) => type)).toEqual(['replica_unavailable', 'replica_available'])
})

test('only lists read the replica: not tokens, verifications, permissions, devices, single licenses and revocations', async () => {
  await untilUsed()
  statements.length = 0
  const id = await create()
  const admin = await tenant.adminToken()
  const json = { usecase: 'analytics', destination: 'a.example' }
  const requests = [
    ['/license/verify', { token, json }],
    ['/license/permit', { token: admin, json: { ...json, ptr: 'person-1', providerId: tenant.provider.providerId } }],
    [`/license/${id}`, { token }],
    [`/license/${id}`, { token: admin }],
    ['/license', { token }],
    [`/api/latest/provider/${tenant.provider.providerId}/user?id=person-1`, { token: await tenant.providerToken() }],
    ['/api/latest/user/profile', { token: admin }],
    [`/license/${id}/revoke`, { token: admin, json: { requestedBy: 'person', channel: 'letter' } }],
    ['/readyz', {}],
  ] as const
  for (const [path, options] of requests) await call(service, path, options)
  await tenant.addressToken(device)
  expect(statements).toEqual([])
})
