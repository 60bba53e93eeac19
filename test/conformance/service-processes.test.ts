import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createService, type Service, type Storage } from '../../src/service/index.ts'
import { openPostgresStorage } from '../../src/service/node.ts'
import { MIGRATIONS } from '../../src/service/storage/migrations.ts'
import { AUTH_URL } from '../fixtures/auth-url.ts'
import { call, createTenant, grant, type Tenant, TOKEN } from '../fixtures/caller.ts'
import { createPostgresDatabase } from '../fixtures/databases.ts'
import { signedRequest } from '../fixtures/device.ts'
import { type LicetProcess, startLicet } from '../fixtures/licet-process.ts'
import { startReceiver } from '../fixtures/webhook-receiver.ts'
import type { TestDatabase } from '../support/postgres.ts'

const PROFILE = '/api/latest/profile'
/** How many wrong secrets of one client each process refuses with 401 within a minute: docs/guides/deploy.md. */
const FAILURES_PER_PROCESS = 100

let database: TestDatabase
let storage: Storage
let operator: Service
let processes: readonly LicetProcess[] = []
/** Each process as a service. They have the same public address, as behind a proxy. */
let services: readonly Service[] = []
let tenant: Tenant

beforeAll(async () => {
  database = await createPostgresDatabase({ empty: true })
  // A busy machine refuses nothing because of the load.
  const patience = ['--max-wait', '60000']
  const options = ['--database-url', database.url, '--auth-url', AUTH_URL, '--refresh-reuse-grace', '0', ...patience]
  processes = await Promise.all([1, 2, 3].map(() => startLicet(...options)))
  storage = openPostgresStorage(database.url)
  operator = await createService({ authUrl: AUTH_URL, storage })
  services = processes.map(({ url }) => ({
    ...operator,
    fetch: async (request: Request) => fetch(new Request(request.url.replace(AUTH_URL, url), request)),
  }))
  tenant = await createTenant(operator)
})
afterAll(async () => {
  for (const process of processes) await process.stop()
  await storage.close()
  await database.stop()
})

const credentials = () => ({ client_id: `user:${tenant.userId}`, client_secret: tenant.apiKey })
const tokenOf = async (service: Service) => (await grant(service, credentials())).access_token
const statusOf = async (service: Service, token: string) => (await call(service, PROFILE, { token })).status
const everywhere = <T>(run: (service: Service) => Promise<T>) => Promise.all(services.map(run))

test('three processes that start at the same time on an empty database migrate it once, and sign with one key', async () => {
  const ready = () => everywhere(async (service) => (await call(service, '/readyz')).status)
  await expect.poll(ready).toEqual([200, 200, 200])
  expect(await storage.query('SELECT count(*) AS count FROM licet.migrations')).toEqual([{ count: MIGRATIONS.length }])
  const tokens = await everywhere(tokenOf)
  expect(new Set(tokens.map((token) => decodeProtectedHeader(token).kid)).size).toBe(1)
  for (const token of tokens) expect(await everywhere((service) => statusOf(service, token))).toEqual([200, 200, 200])
})

test('a refresh token that is sent to every process at the same time is used once', async () => {
  const { device } = await tenant.device()
  const client = {
    client_id: `address:${tenant.provider.providerId}:${device.address}`,
    client_secret: device.sign(device.address),
  }
  for (let n = 0; n < 5; n++) {
    const { refresh_token = '' } = await grant(operator, client)
    const form = { grant_type: 'refresh_token', refresh_token }
    const answers = await everywhere((service) => call(service, TOKEN, { form }))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  }
})

test('a license that is replaced or ended at one process is not active at any other, with the next request', async () => {
  const { device, token } = await tenant.device()
  const [first, second, third] = services as [Service, Service, Service]
  const created = await call(first, '/license/create', { token, json: signedRequest(device) })
  expect(created.status).toBe(201)
  // The same request has the same license everywhere.
  const again = await everywhere((service) => call(service, '/license/create', { token, json: signedRequest(device) }))
  expect(new Set(again.map(({ body }) => body.id))).toEqual(new Set([created.body.id]))
  const json = { requestedBy: 'person', channel: 'letter' }
  const statusAt = async (service: Service) => (await call(service, `/license/${created.body.id}`, { token })).body.status
  expect(await everywhere(statusAt)).toEqual(['active', 'active', 'active'])
  const ended = await call(second, `/license/${created.body.id}/revoke`, { token: await tenant.adminToken(), json })
  expect(ended.status).toBe(200)
  expect([await statusAt(third), ...(await everywhere(statusAt))]).toEqual(Array(4).fill('revoked'))
})

test('the tokens of an API key that was revoked are refused by every process with the next request', async () => {
  const { key, id } = await operator.admin.createApiKey({ userId: tenant.userId })
  const { access_token: token } = await grant(operator, { ...credentials(), client_secret: key })
  expect(await everywhere((service) => statusOf(service, token))).toEqual([200, 200, 200])
  await operator.admin.revokeApiKey(id)
  expect(await everywhere((service) => statusOf(service, token))).toEqual([401, 401, 401])
})

test('each process counts wrong secrets for itself, up to the stated number', async () => {
  for (const service of services.slice(0, 2)) {
    const form = { grant_type: 'client_credentials', client_id: `user:${tenant.userId}`, client_secret: 'wrong' }
    const statuses: number[] = []
    // Few at the same time, so that none is refused because of the load.
    // The service holds each refusal above the number for a second.
    for (let n = 0; n < FAILURES_PER_PROCESS + 5; n += 5)
      statuses.push(...(await Promise.all([1, 2, 3, 4, 5].map(async () => (await call(service, TOKEN, { form })).status))))
    expect(statuses.filter((status) => status === 401)).toHaveLength(FAILURES_PER_PROCESS)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    // The owner is not locked out.
    expect(await statusOf(service, await tokenOf(service))).toBe(200)
  }
})

test('each event is delivered once, by any of the processes', async () => {
  const receiver = await startReceiver()
  try {
    const { providerId } = tenant.provider
    await operator.webhooks.createEndpoint({ providerId, url: receiver.url, allowPrivate: true })
    const created = new Set<string>()
    for (let n = 0; n < 12; n++) {
      const { device, token } = await tenant.device(`person-${n}`)
      const { body } = await call(services[n % 3] as Service, '/license/create', { token, json: signedRequest(device) })
      created.add(body.id)
    }
    const received = () =>
      receiver.received.map(({ event }) => (event.type === 'license.created' ? event.data.licenseId : event.type))
    await expect.poll(() => new Set(received()), { timeout: 30_000 }).toEqual(created)
    // Longer than each process waits before it asks the database again.
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect(received().sort()).toEqual([...created].sort())
  } finally {
    await receiver.close()
  }
})

// Regression: a second process refused tokens of a new key for up to 0.6 s while somebody sent unknown keys.
/** Leaves the processor to other tests: the rotation takes ten seconds, and a few requests in each of them show it. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

test('no process refuses a valid token while the key is rotated and somebody sends unknown keys', async () => {
  const before = await tokenOf(operator)
  const { privateKey } = await generateKeyPair('ES256')
  let isRunning = true
  const forged = await new SignJWT(decodeJwt(before))
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'unknown' })
    .sign(privateKey)
  let unknown = 0
  const flood = everywhere(async (service) => {
    while (isRunning) {
      // 503: a statement took longer than its timeout, on a busy machine.
      expect([401, 503]).toContain(await statusOf(service, forged))
      unknown++
      await pause()
    }
  })
  const kids = new Map<string, number>()
  const refused: string[] = []
  let next = ''
  try {
    // Every process has searched for the unknown key, and does not search again for ten seconds.
    await expect.poll(() => unknown, { timeout: 20_000 }).toBeGreaterThan(10)
    const { kid, signsFrom } = await operator.rotateSigningKey({ delayMs: 10_000 })
    next = kid
    while (Date.now() < signsFrom + 2500) {
      await pause()
      for (const issuer of [operator, ...services]) {
        const token = await tokenOf(issuer).catch(() => undefined)
        if (token === undefined) continue
        const used = decodeProtectedHeader(token).kid ?? ''
        kids.set(used, (kids.get(used) ?? 0) + 1)
        for (const status of await everywhere((service) => statusOf(service, token)))
          if (status !== 200 && status !== 503) refused.push(`${status} ${used}`)
      }
    }
  } finally {
    isRunning = false
  }
  await flood
  expect(refused).toEqual([])
  // Both keys signed, the previous one until the time that the rotation returned.
  expect([...kids.keys()]).toEqual([decodeProtectedHeader(before).kid, next])
  for (const token of [before, await tokenOf(operator)])
    expect(await everywhere((service) => statusOf(service, token))).toEqual([200, 200, 200])
})

// Regression: a machine whose clock was ahead removed the audit log, and the chains of refresh tokens that were revoked.
test('a process whose clock is two years ahead removes nothing that is not over, and ends no license', async () => {
  const receiver = await startReceiver()
  const endpoint = await operator.webhooks.createEndpoint({
    providerId: tenant.provider.providerId,
    url: receiver.url,
    allowPrivate: true,
  })
  const { device, token } = await tenant.device()
  const expiry = new Date(Date.now() + 60 * 86_400_000).toISOString()
  const { id } = (await call(operator, '/license/create', { token, json: signedRequest(device, { expiry }) })).body
  const client = {
    client_id: `address:${tenant.provider.providerId}:${device.address}`,
    client_secret: device.sign(device.address),
  }
  const { refresh_token = '' } = await grant(operator, client)
  await call(operator, TOKEN, { form: { grant_type: 'refresh_token', refresh_token } })
  const counts = () =>
    storage.query(`SELECT (SELECT count(*) FROM licet.refresh_chains) AS chains, (SELECT count(*) FROM licet.audit_chains WHERE removed IS NULL) AS kept,
      (SELECT count(*) FROM licet.scheduled_events) AS dates`)
  // Closes a chain, which the retention could remove.
  const former = await createService({ authUrl: AUTH_URL, storage })
  await former.admin.createOrganization({ name: 'Closed' })
  await former.close()
  const [before] = await counts()
  const trueNow = Date.now
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => trueNow() + 730 * 86_400_000)
  const ahead = await createService({ authUrl: AUTH_URL, storage, postWebhook: async () => ({ status: 200 }) })
  try {
    // With a wrong clock, nothing is signed and no date has come.
    await expect(ahead.cleanUp()).rejects.toMatchObject({ code: 'unavailable' })
    await expect(ahead.webhooks.deliver()).rejects.toMatchObject({ code: 'unavailable' })
    expect((await counts())[0]).toMatchObject({ chains: before?.chains, dates: before?.dates })
    expect(Number((await counts())[0]?.kept)).toBeGreaterThanOrEqual(Number(before?.kept))
    const steps = await storage.query('SELECT status FROM licet.license_transitions WHERE license_id = $1', [id])
    expect(steps).toEqual([{ status: 'active' }])
  } finally {
    clock.mockRestore()
    await ahead.close()
    await operator.webhooks.deleteEndpoint(endpoint.id)
    await receiver.close()
  }
})
