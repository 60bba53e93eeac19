import { afterAll, beforeAll, expect, test } from 'vitest'
import { createService, type Service, type Storage, type WebhookEndpointWithSecret } from '../../src/service/index.ts'
import { openPostgresStorage } from '../../src/service/node.ts'
import { signaturesOf, startReceiver, type WebhookReceiver } from '../fixtures/webhook-receiver.ts'
import { countOf } from '../support/counts.ts'
import { createRows } from './fault-table.ts'
import { type FaultWorld, openFaultWorld, pause } from './fault-world.ts'
import { startLoad } from './load-process.ts'
import { type ServiceProcess, startServiceProcess } from './service-process.ts'

const KILLS = countOf(8, 3)
const PER_SECOND = 60
const AUTH_URL = 'https://auth.example.com'

let world: FaultWorld
/** A second process on the same database, which serves no requests. */
let second: ServiceProcess
let storage: Storage
let operator: Service
let receiver: WebhookReceiver
let endpoint: WebhookEndpointWithSecret

const addToTable = createRows('Webhooks under load', [
  ...['fault', 'kills', 'licenses', 'events written', 'delivered', 'delivered more than once', 'lost', 'devices out of order'],
])

beforeAll(async () => {
  world = await openFaultWorld()
  second = await startServiceProcess({ authUrl: AUTH_URL, databaseUrl: world.databaseUrl })
  storage = openPostgresStorage(world.databaseUrl)
  operator = await createService({ authUrl: AUTH_URL, storage })
  receiver = await startReceiver()
  const { providerId } = world.load
  endpoint = await operator.webhooks.createEndpoint({ providerId, url: receiver.url, allowPrivate: true })
})
afterAll(async () => {
  await second.stop()
  await operator.close()
  await storage.close()
  await receiver.close()
  await world.close()
})

test(`no event is lost and each device keeps its order while both processes and the receiver are killed ${KILLS} times under load`, async () => {
  /** The events that the receiver answered with 2xx, in the order of the first such answer. */
  const accepted = new Map<string, (typeof receiver.received)[number]>()
  let repeated = 0
  let heals = false
  const behave = () => {
    receiver.respond = async (response, webhook) => {
      const chance = heals ? 1 : Math.random()
      if (!heals) await pause(Math.random() * 30)
      if (chance < 0.05) return response.destroy()
      if (chance < 0.1) return response.writeHead(500).end()
      const id = webhook.headers['webhook-id'] ?? ''
      if (accepted.has(id)) repeated++
      else accepted.set(id, webhook)
      // The response is lost: the event comes again.
      if (chance < 0.12) return response.destroy()
      return response.writeHead(200).end('x'.repeat(100_000))
    }
  }
  behave()
  const load = await startLoad({ ...world.load, mix: 'create', perSecond: PER_SECOND })
  for (let n = 0; n < KILLS; n++) {
    await pause(1000)
    await (n % 2 === 0 ? second : world.service).restart()
    await pause(500)
    const port = Number(new URL(receiver.url).port)
    await receiver.close()
    await pause(500)
    receiver = await startReceiver(port)
    behave()
  }
  const { ids } = await load.stop()
  expect(ids.length).toBeGreaterThan(PER_SECOND)

  heals = true
  await expect
    .poll(
      async () => {
        await operator.webhooks.replay(endpoint.id)
        const [status] = await operator.webhooks.listEndpoints(world.load.providerId)
        return (status?.waiting ?? -1) + (status?.failed ?? 0)
      },
      { timeout: 120_000, interval: 1000 },
    )
    .toBe(0)

  const events = [...accepted.values()]
  for (const webhook of events) expect(signaturesOf(webhook, endpoint.secret)).toBe(1)
  const created = events.flatMap(({ event }) => (event.type === 'license.created' ? [event.data] : []))
  const superseded = events.flatMap(({ event }) => (event.type === 'license.superseded' ? [event.data] : []))
  const known = new Set(created.map(({ licenseId }) => licenseId))
  const rows = await storage.query<{ id: string; device: string; isReplaced: boolean }>(
    `SELECT l.id, l.registration AS device, EXISTS (
       SELECT FROM licet.license_transitions t WHERE t.license_id = l.id AND t.status = 'superseded') AS "isReplaced"
     FROM licet.licenses l WHERE l.provider_id = $1 ORDER BY l.position`,
    [world.load.providerId],
  )
  // Each license causes one event, and each end another one. Nothing else is an event, and nothing has two ids.
  const replaced = rows.filter(({ isReplaced }) => isReplaced).map(({ id }) => id)
  const ended = new Set(superseded.map(({ licenseId }) => licenseId))
  const lost = [
    ...rows.filter(({ id }) => !known.has(id)),
    ...ids.filter((id) => !known.has(id)),
    ...replaced.filter((id) => !ended.has(id)),
  ]
  const outOfOrder = [...new Set(rows.map((row) => row.device))].filter((device) => {
    const expected = rows.filter((row) => row.device === device).map(({ id }) => id)
    const idsOf = (list: typeof created | typeof superseded) =>
      list.filter(({ deviceId }) => deviceId === device).map(({ licenseId }) => licenseId)
    const ends = idsOf(superseded)
    return String(idsOf(created)) !== String(expected) || String(ends) !== String(expected.filter((id) => ends.includes(id)))
  })
  addToTable(
    'service, its second process and the receiver killed in turn',
    ...[2 * KILLS, ids.length, rows.length + replaced.length, events.length, repeated, lost.length, outOfOrder.length],
  )
  expect(lost).toEqual([])
  expect(created.map(({ licenseId }) => licenseId).sort()).toEqual(rows.map(({ id }) => id).sort())
  expect(superseded.map(({ licenseId }) => licenseId).sort()).toEqual(replaced.sort())
  expect(outOfOrder).toEqual([])
})
