import { setImmediate } from 'node:timers/promises'
import { decodeJwt } from 'jose'
import { afterEach, expect, test, vi } from 'vitest'
import { MAX_CLIENT_FAILURES } from '../../src/service/auth/failure-limit.ts'
import { createService, createWebCrypto } from '../../src/service/index.ts'
import { AUTH_URL } from '../fixtures/auth-url.ts'
import { call, createTenant, grant, TOKEN } from '../fixtures/caller.ts'
import { openEmbeddedStorage } from '../fixtures/databases.ts'
import { pooledDevice } from '../fixtures/device.ts'
import { addIdentityKey, createBackend, registerWith } from '../fixtures/identity.ts'
import { watchStorage } from '../fixtures/watched-storage.ts'

afterEach(() => {
  vi.useRealTimers()
})

const CONNECTIONS = 64
const turns = async (count: number) => {
  for (let n = 0; n < count; n++) await setImmediate()
}

// Regression: one device that ignored Retry-After on 64 connections got 634 refusals a second, and left others 10 of 116 requests.
test('each connection of a caller that ignores Retry-After gets one refusal in a second', async () => {
  const embedded = await openEmbeddedStorage()
  let clock = 0
  let blocked: Promise<void> | undefined
  const storage = watchStorage(embedded, {
    before: async () => {
      // Statements that take long make the queue short, so that further requests are refused immediately.
      clock += 200
      await blocked
    },
  })
  const service = await createService({ authUrl: AUTH_URL, storage, crypto: createWebCrypto(), monotonic: () => clock })
  const tenant = await createTenant(service)
  const { token } = await tenant.device()
  const verify = () => call(service, '/license/verify', { token, json: {} })
  for (let n = 0; n < 60; n++) await verify()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let unblock = () => {}
  blocked = new Promise((resolve) => {
    unblock = resolve
  })
  let refusals = 0
  let isSending = true
  const connections = Array.from({ length: CONNECTIONS }, async () => {
    while (isSending) if ((await verify()).status === 503) refusals++
  })
  // The first refusal is immediate.
  await expect.poll(() => refusals).toBe(1)
  await turns(1000)
  expect(refusals).toBe(1)
  clock += 999
  vi.advanceTimersByTime(999)
  await turns(1000)
  const before = refusals
  expect(before).toBeLessThan(CONNECTIONS)
  vi.advanceTimersByTime(1)
  await expect.poll(() => refusals).toBeGreaterThan(before)
  await turns(1000)
  expect(refusals).toBeLessThanOrEqual(2 * CONNECTIONS)
  isSending = false
  unblock()
  vi.useRealTimers()
  // The service ends the holds when it closes.
  await service.close()
  await Promise.all(connections)
  await embedded.close()
})

// Regression: only refusals for overload were held, so a 429 for a wrong secret or a quota cost a statement as often as the caller sent it.
test('each connection of a caller that ignores the Retry-After of a 429 causes one statement in a second', async () => {
  const embedded = await openEmbeddedStorage()
  let statements = 0
  const storage = watchStorage(embedded, {
    before: async () => {
      statements++
    },
  })
  const service = await createService({
    authUrl: AUTH_URL,
    storage,
    crypto: createWebCrypto(),
    monotonic: () => 0,
    maxWaitMs: 60_000,
  })
  const tenant = await createTenant(service)
  const client_secret = 'licet_key_wrong'
  const client_id = `user:${tenant.userId}`
  const guess = () => call(service, TOKEN, { form: { grant_type: 'client_credentials', client_id, client_secret } })
  for (let n = 0; n < MAX_CLIENT_FAILURES; n++) expect((await guess()).status).toBe(401)
  expect((await guess()).status).toBe(429)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const before = statements
  let isSending = true
  const connections = Array.from({ length: CONNECTIONS }, async () => {
    while (isSending) await guess()
  })
  await expect.poll(() => statements - before).toBe(CONNECTIONS)
  await turns(1000)
  expect(statements - before).toBe(CONNECTIONS)
  isSending = false
  vi.useRealTimers()
  await service.close()
  await Promise.all(connections)
  await embedded.close()
})

test('the token of a device has the claim `vch` while a backend vouches for its person, from every grant', async () => {
  const storage = await openEmbeddedStorage()
  const service = await createService({ authUrl: AUTH_URL, storage })
  const tenant = await createTenant(service)
  const backend = createBackend(tenant.provider.providerId)
  await addIdentityKey(service, tenant, backend)
  for (const isVouched of [true, false]) {
    const device = pooledDevice(isVouched ? 1 : 2)
    const ptr = `person-${isVouched}`
    await registerWith(service, tenant, device, ptr, isVouched ? backend.token(ptr) : undefined)
    const client_id = `address:${tenant.provider.providerId}:${device.address}`
    const first = await grant(service, { client_id, client_secret: device.sign(device.address) })
    const refresh = async (refresh_token = '') =>
      (await call(service, TOKEN, { form: { grant_type: 'refresh_token', refresh_token } })).body
    const second = await refresh(first.refresh_token)
    const third = await refresh(second.refresh_token)
    for (const { access_token } of [first, second, third]) expect(decodeJwt(access_token).vch).toBe(isVouched ? true : undefined)
  }
  await service.close()
  await storage.close()
})

test('the service tells a host which requests are from API keys and vouched devices, by a token that it has verified', async () => {
  const storage = await openEmbeddedStorage()
  const service = await createService({ authUrl: AUTH_URL, storage, crypto: createWebCrypto() })
  const tenant = await createTenant(service)
  const backend = createBackend(tenant.provider.providerId)
  await addIdentityKey(service, tenant, backend)
  const device = pooledDevice(1)
  await registerWith(service, tenant, device, 'person-1', backend.token('person-1'))
  const tokens = {
    vouched: await tenant.addressToken(device),
    stranger: (await tenant.device()).token,
    apiKey: await tenant.adminToken(),
  }
  const isVouched = () => Object.entries(tokens).map(([name, token]) => [name, service.isVouched(`Bearer ${token}`)])
  expect(isVouched()).toEqual(Object.keys(tokens).map((name) => [name, false]))
  for (const token of Object.values(tokens)) await call(service, '/license/verify', { token, json: {} })
  expect(Object.fromEntries(isVouched())).toEqual({ vouched: true, stranger: false, apiKey: true })
  for (const header of [undefined, null, '', 'Bearer', `Basic ${tokens.apiKey}`, `Bearer ${tokens.apiKey.slice(0, -1)}`])
    expect(service.isVouched(header)).toBe(false)
  await service.close()
  await storage.close()
})
