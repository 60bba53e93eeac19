import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AuthClient, createMemoryStorage, ServiceClient } from '../../src/client/index.ts'
import { createService, type Service, type ServiceOptions, type Storage } from '../../src/service/index.ts'
import { openPostgresStorage } from '../../src/service/node.ts'
import { AUTH_URL } from '../fixtures/auth-url.ts'
import { call, createTenant, grant, type Tenant, TOKEN } from '../fixtures/caller.ts'
import { agreement } from '../fixtures/client.ts'
import { createPostgresDatabase } from '../fixtures/databases.ts'
import { type Device, pooledDevice, signedRequest } from '../fixtures/device.ts'
import { addIdentityKey, createBackend, registerWith } from '../fixtures/identity.ts'
import { quickCrypto } from '../fixtures/quick-crypto.ts'
import { licet } from '../fixtures/run-licet.ts'
import { countOf, inTitle } from '../support/counts.ts'
import type { TestDatabase } from '../support/postgres.ts'

const DAY_MS = 86_400_000
/** Each of the seven lives, often enough that several devices visit at the same time. */
const DEVICES = countOf(1000, 140, 70)
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
    const json = devices.map(({ n }) => ({ ptr: `user-${n}`, usecase: 'analytics', allowUnvouched: true }))
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
async function createCaller({ userId, apiKey }: Tenant): Promise<{ readonly token: string }> {
  return { token: await tokenFor(`user:${userId}`, apiKey) }
}

async function tokenFor(client_id: string, client_secret: string): Promise<string> {
  const { body } = await call(service, TOKEN, { form: { grant_type: 'client_credentials', client_id, client_secret } })
  return body.access_token
}

// Regression: a refresh token that was revoked or used after the backup was valid again, even after the documented steps.
test('after a restore, no refresh token from before it is accepted, and new ones are', async () => {
  const { provider } = await createTenant(service)
  const client = { client_id: `provider:${provider.providerId}`, client_secret: provider.pubKey }
  const newToken = async () => (await grant(service, client)).refresh_token ?? ''
  const refresh = (refresh_token: string) => call(service, TOKEN, { form: { grant_type: 'refresh_token', refresh_token } })
  const revoke = (token: string) => call(service, '/oauth2/revoke', { form: { token } })
  const revoked = await newToken()
  const used = await newToken()
  const current = (await refresh(await newToken())).body.refresh_token
  await backUp()
  await revoke(revoked)
  await revoke((await refresh(used)).body.refresh_token)
  const next = (await refresh(current)).body.refresh_token
  const before = [revoked, used, current, next]
  await restore()
  for (const token of before) expect(await refresh(token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  service = await serveOn(empty, { now: () => Date.now() + 2 * 60_000 })
  expect((await refresh(await newToken())).status).toBe(200)
  // Regression: with shorter chains, new tokens were refused for weeks, because they expire before the old ones would have.
  service = await serveOn(empty, { now: () => Date.now() + 2 * 60_000, refreshChainDays: 7 })
  expect((await refresh(await newToken())).status).toBe(200)
})

// Regression: an identity token that was used in the lost hours was unused in the backup, so another device could register with it.
test('after a restore, no identity token from before it is accepted, and new ones are', async () => {
  const tenant = await createTenant(service)
  const backend = createBackend(tenant.provider.providerId)
  await addIdentityKey(service, tenant, backend)
  const [used, unused, withoutTime] = [{}, {}, { iat: undefined }].map((claims) => backend.token('ada', claims))
  await backUp()
  expect((await registerWith(service, tenant, pooledDevice(0), 'ada', used)).status).toBe(200)
  await restore()
  for (const token of [used, unused, withoutTime])
    expect((await registerWith(service, tenant, pooledDevice(1), 'ada', token)).body.code).toBe('identity_expired')
  service = await serveOn(empty, { now: () => Date.now() + 2 * 60_000 })
  const now = Math.floor(Date.now() / 1000) + 2 * 60
  const fresh = backend.token('ada', { iat: now, exp: now + 300 })
  expect((await registerWith(service, tenant, pooledDevice(1), 'ada', fresh)).body.vouched).toBe(true)
})

describe('after a restore, a permit', () => {
  let tenant: Tenant
  let devices = 0
  beforeEach(async () => {
    tenant = await createTenant(service)
  })

  const tokenOf = (device: Device) => {
    const client_id = `address:${tenant.provider.providerId}:${device.address}`
    return tokenFor(client_id, device.sign(device.address))
  }
  const agreeAs = async (ptr: string, identity?: string) => {
    const device = pooledDevice(devices++)
    await registerWith(service, tenant, device, ptr, identity)
    const { body } = await call(service, '/license/create', { token: await tokenOf(device), json: signedRequest(device, { ptr }) })
    return { device, request: String(decodeJwt(body.receipt).req) }
  }
  const visit = async (device: Device, newest: string) => {
    const { status } = await call(service, `/license?limit=1&newest=${newest}`, { token: await tokenOf(device) })
    expect(status).toBe(200)
  }
  const permit = async (question: { readonly ptr: string; readonly allowUnvouched?: boolean } | { readonly address: string }) => {
    const token = (await createCaller(tenant)).token
    return (await call(service, '/license/permit', { token, json: { usecase: 'analytics', ...question } })).body
  }
  const UNKNOWN = { permitted: false, reason: 'unknown_since_restore', vouched: false }

  test('is unknown until the device has visited with the decision that is stored', async () => {
    const { device, request } = await agreeAs('ada')
    await backUp()
    await restore()
    const { address } = device
    expect([await permit({ ptr: 'ada', allowUnvouched: true }), await permit({ address })]).toEqual([UNKNOWN, UNKNOWN])
    await visit(device, 'A'.repeat(43))
    expect(await permit({ address })).toEqual(UNKNOWN)
    await visit(device, request)
    expect([await permit({ ptr: 'ada', allowUnvouched: true }), await permit({ address })]).toMatchObject([
      { permitted: true },
      { permitted: true },
    ])
  })

  test('is unknown while another vouched device of the person has not visited, because its withdrawal can be lost', async () => {
    const backend = createBackend(tenant.provider.providerId)
    await addIdentityKey(service, tenant, backend)
    const [phone, laptop] = [await agreeAs('ada', backend.token('ada')), await agreeAs('ada', backend.token('ada'))]
    await backUp()
    const withdrawal = signedRequest(phone.device, { ptr: 'ada', uses: [] })
    const withdraw = async () => call(service, '/license/create', { token: await tokenOf(phone.device), json: withdrawal })
    expect((await withdraw()).status).toBe(201)
    await restore()
    await visit(laptop.device, laptop.request)
    expect(await permit({ address: laptop.device.address })).toEqual(UNKNOWN)
    expect((await withdraw()).status).toBe(201)
    expect(await permit({ ptr: 'ada', allowUnvouched: true })).toMatchObject({ permitted: false, reason: 'no_active_license' })
  })

  // Regression: the license of an older device that has not visited was found first, and hid the license of the device that has.
  test('rests on the license of a device that has visited, when another device of the person has not', async () => {
    const [phone, laptop, tablet] = [await agreeAs('ada'), await agreeAs('ada'), await agreeAs('ada')]
    await backUp()
    await restore()
    await visit(laptop.device, laptop.request)
    expect(await permit({ ptr: 'ada', allowUnvouched: true })).toMatchObject({ permitted: true, reason: 'licensed' })
    for (const { device } of [phone, tablet]) expect(await permit({ address: device.address })).toEqual(UNKNOWN)
  })

  test('is trusted again after unknownAfterRestoreDays, and immediately with 0', async () => {
    await agreeAs('ada')
    await backUp()
    let skewMs = 0
    await restore({ unknownAfterRestoreDays: 7, now: () => Date.now() + skewMs })
    expect(await permit({ ptr: 'ada', allowUnvouched: true })).toEqual(UNKNOWN)
    skewMs = 7 * DAY_MS
    expect(await permit({ ptr: 'ada', allowUnvouched: true })).toMatchObject({ permitted: true })
    service = await serveOn(empty, { unknownAfterRestoreDays: 0 })
    expect(await permit({ ptr: 'ada', allowUnvouched: true })).toMatchObject({ permitted: true })
  })

  test('is known when the service stored nothing since the backup', async () => {
    await agreeAs('ada')
    await backUp()
    await run('restore', path('old.backup'), '--nothing-lost', '--database-url', empty.url)
    service = await serveOn(empty)
    expect(await permit({ ptr: 'ada', allowUnvouched: true })).toMatchObject({ permitted: true })
  })
})
