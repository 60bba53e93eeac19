import { afterEach, beforeEach, expect, test } from 'vitest'
import { createService, type Service, type Storage, type WebhookEndpointWithSecret } from '../../src/service/index.ts'
import { createNodePost } from '../../src/service/node/post-from-node.ts'
import { openPostgresStorage } from '../../src/service/node.ts'
import { AUTH_URL } from '../fixtures/auth-url.ts'
import { call, createTenant, type Tenant } from '../fixtures/caller.ts'
import { createPostgresDatabase } from '../fixtures/databases.ts'
import { signedRequest } from '../fixtures/device.ts'
import { startReceiver, type WebhookReceiver } from '../fixtures/webhook-receiver.ts'
import { countOf, inTitle } from '../support/counts.ts'
import type { TestDatabase } from '../support/postgres.ts'

const PROCESSES = 4
const DEVICES = 10
const LICENSES = countOf(40, 20)

let database: TestDatabase
let storages: Storage[]
let services: Service[]
let tenant: Tenant
let receiver: WebhookReceiver
let endpoint: WebhookEndpointWithSecret

beforeEach(async () => {
  database = await createPostgresDatabase()
  storages = Array.from({ length: PROCESSES }, () => openPostgresStorage(database.url, { hasTimeLimits: false }))
  // The clock stands still: an event that is due later is never delivered, however slow the machine is.
  const at = Date.now()
  const options = { authUrl: AUTH_URL, now: () => at, postWebhook: createNodePost(), maxLicensesPerHour: 0, maxWaitMs: 60_000 }
  services = await Promise.all(storages.map((storage) => createService({ ...options, storage })))
  tenant = await createTenant(first())
  receiver = await startReceiver()
  endpoint = await first().webhooks.createEndpoint({
    providerId: tenant.provider.providerId,
    url: receiver.url,
    allowPrivate: true,
  })
})
afterEach(async () => {
  await Promise.all(services.map((service) => service.close()))
  await Promise.all(storages.map((storage) => storage.close()))
  await receiver.close()
  await database.stop()
})

function first(): Service {
  const [service] = services
  if (service === undefined) throw new TypeError('No service is running.')
  return service
}

async function agree(service: Service, { device, token }: Awaited<ReturnType<Tenant['device']>>, n: number): Promise<void> {
  const { status } = await call(service, '/license/create', { token, json: signedRequest(device, { 'x-n': n }) })
  expect(status).toBe(201)
}

// Regression: the new event waited as long as the one before it, whose lease ended 30 s later. The delivery of the earlier one did not see it.
test('an event whose transaction ends after the delivery of the one before is due immediately', async () => {
  const own = await tenant.device()
  await agree(first(), own, 0)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  receiver.respond = () => answered
  const delivering = services[1]?.webhooks.deliver()
  await expect.poll(() => receiver.received.length).toBe(1)
  await storages[0]?.transaction(async (sql) => {
    await sql.query(
      `SELECT licet.write_webhook_event(provider_id, registration, 'license.superseded', now(), '{}')
       FROM licet.addresses WHERE address = $1`,
      [own.device.address],
    )
    answer()
    await delivering
  })
  await first().webhooks.deliver()
  expect(receiver.types()).toEqual(['license.created', 'license.superseded'])
})

// Regression: no event was sent while dates were written, which takes minutes for a provider with many licenses and a new endpoint.
test('the dates of licenses of one provider do not delay the events of another one', async () => {
  await agree(first(), await tenant.device(), 0)
  const other = await createTenant(first())
  const { providerId } = other.provider
  const { id } = await first().webhooks.createEndpoint({ providerId, url: 'https://other.example.com/hooks' })
  await storages[0]?.query(
    `INSERT INTO licet.scheduled_events (endpoint_id, license_id, provider_id, registration, due)
     SELECT $1, gen_random_uuid(), $2, gen_random_uuid(), '-infinity'`,
    [id, providerId],
  )
  let delivering: Promise<void> | undefined
  await storages[0]?.transaction(async (sql) => {
    // The process that writes the dates waits for this row.
    await sql.query('SELECT FROM licet.scheduled_events WHERE endpoint_id = $1 FOR UPDATE', [id])
    delivering = services[1]?.webhooks.deliver()
    await expect.poll(() => receiver.types()).toEqual(['license.created'])
  })
  await delivering
  expect(await storages[0]?.query('SELECT FROM licet.scheduled_events WHERE endpoint_id = $1', [id])).toEqual([])
})

// Regression: the last events of a burst arrived 27 s late in two of five runs.
test(`${inTitle(DEVICES * LICENSES)} licenses at the same time leave no event for later, while ${PROCESSES} processes deliver`, async () => {
  const devices = await Promise.all(Array.from({ length: DEVICES }, (_, n) => tenant.device(`user-${n}`)))
  let isEnded = false
  const delivering = services.map(async ({ webhooks }) => {
    while (!isEnded) await webhooks.deliver()
  })
  await Promise.all(
    devices.map(async (device, at) => {
      for (let n = 0; n < LICENSES; n++) await agree(services[(at + n) % PROCESSES] ?? first(), device, n)
    }),
  )
  isEnded = true
  await Promise.all(delivering)
  await first().webhooks.deliver()
  const [status] = await first().webhooks.listEndpoints(tenant.provider.providerId)
  expect(status).toMatchObject({ id: endpoint.id, waiting: 0, failed: 0 })
  const created = receiver.received.filter(({ event }) => event.type === 'license.created')
  expect(created).toHaveLength(DEVICES * LICENSES)
})
