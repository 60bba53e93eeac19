import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AuthClient, createMemoryStorage, ServiceClient } from '../../src/client/index.ts'
import { createService, type Service, type ServiceOptions, type Storage } from '../../src/service/index.ts'
import { openPostgresStorage } from '../../src/service/node.ts'
import { call, createTenant, type Tenant } from '../fixtures/caller.ts'
import { agreement } from '../fixtures/client.ts'
import { createPostgresDatabase } from '../fixtures/databases.ts'
import { signedRequest } from '../fixtures/device.ts'
import { addIdentityKey, createBackend } from '../fixtures/identity.ts'
import { quickCrypto } from '../fixtures/quick-crypto.ts'
import { licet } from '../fixtures/run-licet.ts'
import { countOf, inTitle } from '../support/counts.ts'
import type { TestDatabase } from '../support/postgres.ts'

const AUTH_URL = 'https://auth.example.com'
const DAY_MS = 86_400_000
const DEVICES = countOf(1000, 1000, 70)
const AT_ONCE = 25
const changed = { ...agreement, compensation: '20 points for each receipt' }

let folder = ''
let database: TestDatabase
let empty: TestDatabase
let storages: Storage[] = []
/** The service that the devices reach. */
let service: Service

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'licet-restore-'))
  ;[database, empty] = await Promise.all([createPostgresDatabase(), createPostgresDatabase({ empty: true })])
  service = await serveOn(database)
})
afterEach(async () => {
  for (const storage of storages) await storage.close()
  storages = []
  await Promise.all([database.stop(), empty.stop()])
  rmSync(folder, { recursive: true, force: true })
})

async function serveOn({ url }: TestDatabase, options: Partial<ServiceOptions> = {}): Promise<Service> {
  const storage = openPostgresStorage(url)
  storages.push(storage)
  return createService({ authUrl: AUTH_URL, storage, maxTermsPerDay: 0, maxWaitMs: 60_000, ...options })
}

const path = (name: string) => join(folder, name)

async function run(...words: string[]): Promise<void> {
  const { code, err } = await licet(...words)
  expect([code, err]).toEqual([0, ''])
}

const backUp = () => run('backup', path('old.backup'), '--database-url', database.url)

/** Restores the backup into the other database, with the erasures since. The devices reach it from now on. */
async function restore(options: Partial<ServiceOptions> = {}): Promise<void> {
  await run('erasures', 'export', path('erasures.journal'), '--database-url', database.url)
  await run('restore', path('old.backup'), '--erasures', path('erasures.journal'), '--database-url', empty.url)
  service = await serveOn(empty, options)
}

function openDevices({ provider }: Tenant) {
  return Array.from({ length: DEVICES }, (_, n) => {
    const storage = createMemoryStorage()
    const open = (skewMs = 0, agreed = agreement) =>
      new ServiceClient({
        authUrl: AUTH_URL,
        provider: { id: provider.providerId, publicKey: provider.pubKey },
        fetch: async (input, init) => service.fetch(new Request(input, init)),
        origin: 'com.acme.receipts',
        userId: `user-${n}`,
        agreement: agreed,
        storage,
        crypto: quickCrypto,
        now: () => Date.now() + skewMs,
      })
    const visit = async <T>(act: (client: ServiceClient) => Promise<T>, skewMs = 0, agreed = agreement): Promise<T> => {
      const client = open(skewMs, agreed)
      const result = await act(client)
      await client.whenIdle()
      await client.close()
      return result
    }
    return { n, visit }
  })
}

type Visitor = ReturnType<typeof openDevices>[number]

const agree = ({ visit }: Visitor, agreed = agreement) => visit((client) => client.createLicense(), 0, agreed)
const withdraw = ({ visit }: Visitor) => visit((client) => client.revokeLicense())

/** What each device does before and after the backup, and whether it is licensed at the end. */
const LIVES = [
  { before: [agree], after: [], ends: 'licensed' },
  { before: [agree], after: [withdraw], ends: 'withdrawn' },
  { before: [agree], after: [(device: Visitor) => agree(device, changed)], ends: 'changed' },
  { before: [], after: [agree], ends: 'licensed' },
  { before: [], after: [agree, withdraw], ends: 'withdrawn' },
  { before: [agree], after: [], ends: 'erased' },
  { before: [], after: [agree], ends: 'erased' },
] as const

const lifeOf = ({ n }: Visitor) => LIVES[n % LIVES.length] ?? LIVES[0]

async function forEach(devices: readonly Visitor[], act: (device: Visitor) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < devices.length; at += AT_ONCE) await Promise.all(devices.slice(at, at + AT_ONCE).map(act))
}

async function eraser(tenant: Tenant) {
  const auth = new AuthClient({ authUrl: AUTH_URL, fetch: async (input, init) => service.fetch(new Request(input, init)) })
  const { accessToken } = await auth.grant({ type: 'user', userId: tenant.userId, apiKey: tenant.apiKey })
  return (id: string) => auth.deleteAddresses(accessToken, tenant.provider.providerId, { id })
}

async function permitOf(tenant: Tenant, question: Record<string, string>): Promise<string> {
  const token = await tenant.adminToken()
  const { body } = await call(service, '/license/permit', { token, json: { usecase: 'analytics', ...question } })
  return body.reason
}

// Regression: a device did not send its signed withdrawal again, and dropped its signed license because the service did not know it.
test(`${inTitle(DEVICES)} devices and a service that was restored from an old backup agree after the next visits`, async () => {
  const tenant = await createTenant(service)
  const devices = openDevices(tenant)
  await forEach(devices, async (device) => {
    for (const act of lifeOf(device).before) await act(device)
  })
  await backUp()
  await forEach(devices, async (device) => {
    for (const act of lifeOf(device).after) await act(device)
  })
  const erase = await eraser(tenant)
  await forEach(devices, async (device) => {
    if (lifeOf(device).ends === 'erased') await erase(`user-${device.n}`)
  })
  await restore()
  const reasons = async () => {
    const token = (await createCaller(tenant)).token
    const json = devices.map(({ n }) => ({ ptr: `user-${n}`, usecase: 'analytics' }))
    const { body } = await call(service, '/license/permit', { token, json })
    return devices.map((device, at) => [lifeOf(device), body[at].reason] as const)
  }
  for (const [{ before, ends }, reason] of await reasons())
    expect(reason).toBe(before.length > 0 && ends !== 'erased' ? 'unknown_since_restore' : 'no_active_license')

  const seen = new Map<number, unknown[]>()
  await forEach(devices, async (device) => {
    const agreed = lifeOf(device).ends === 'changed' ? changed : agreement
    const look = async (client: ServiceClient) => {
      await client.getLicense()
      await client.whenIdle()
      const { license, licensed, receiptStatus, pending, error } = client.getSnapshot()
      seen.set(device.n, [licensed, license?.status, receiptStatus, license?.terms === client.terms(), pending, error?.code])
    }
    await device.visit(look, 2 * DAY_MS, agreed)
  })
  const states = {
    licensed: [true, 'active', 'verified', true, undefined, undefined],
    changed: [true, 'active', 'verified', true, undefined, undefined],
    withdrawn: [false, 'revoked', 'verified', true, undefined, undefined],
    erased: [false, 'erased', 'verified', true, undefined, undefined],
  }
  for (const device of devices) expect([device.n, seen.get(device.n)]).toEqual([device.n, states[lifeOf(device).ends]])
  for (const [{ ends }, reason] of await reasons())
    expect(reason).toBe(ends === 'licensed' || ends === 'changed' ? 'licensed' : 'no_active_license')
  // What was erased is not back.
  const [restored] = storages.slice(-1)
  const erased = devices.filter((device) => lifeOf(device).ends === 'erased').map(({ n }) => `user-${n}`)
  for (const table of ['addresses', 'licenses'])
    expect(await restored?.query(`SELECT ptr FROM licet.${table} WHERE ptr = ANY ($1)`, [erased])).toEqual([])
}, 300_000)

/** Returns a token of the restored API key. */
async function createCaller(tenant: Tenant): Promise<{ readonly token: string }> {
  const { body } = await call(service, '/api/latest/auth/token', {
    form: { grant_type: 'client_credentials', client_id: `user:${tenant.userId}`, client_secret: tenant.apiKey },
  })
  return { token: body.access_token }
}
