import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Service, WebhookEndpointWithSecret } from '../../src/service/index.ts'
import { createNodePost } from '../../src/service/node/post-from-node.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  deleteDelivery,
  storeFailure,
} from '../../src/service/storage/webhook-deliveries.ts'
import type { PostWebhook } from '../../src/service/webhooks/post-webhook.ts'
import { call, createTenant, type Tenant } from '../fixtures/caller.ts'
import { type Device, signedRequest } from '../fixtures/device.ts'
import { assertEventMatches } from '../fixtures/openapi.ts'
import {
  type ReceivedWebhook,
  signaturesOf,
  startReceiver,
  verifyWebhook,
  type WebhookReceiver,
} from '../fixtures/webhook-receiver.ts'
import { describeLicenses } from '../fixtures/worlds.ts'
import { countOf, inTitle } from '../support/counts.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Events of one device: more than one statement reads. */
const WAITING = countOf(2000, 600)
/** Events of one endpoint: the plan of earlier statements took minutes for as many. */
const GIVEN_UP = countOf(40_000, 20_000, 2000)

describeLicenses('webhooks', (world) => {
  let service: Service
  let tenant: Tenant
  let receiver: WebhookReceiver
  let endpoint: WebhookEndpointWithSecret
  let users = 0
  /** The clock of the services stands still, so that the time that a test takes makes no event due. */
  let startMs = 0
  const open = () => world.another({ postWebhook: createNodePost(), now: () => startMs + world.skewMs })

  beforeEach(async () => {
    world.skewMs = 0
    startMs = Date.now()
    world.events.length = 0
    receiver = await startReceiver()
    service = await open()
    tenant = await createTenant(service)
    endpoint = await createEndpoint()
  })
  afterEach(async () => {
    for (const { event } of receiver.received) assertEventMatches(event)
    await receiver.close()
    await service.webhooks.deleteEndpoint(endpoint.id)
    await service.close()
    world.skewMs = 0
  })

  const createEndpoint = (more: object = {}) =>
    service.webhooks.createEndpoint({ providerId: tenant.provider.providerId, url: receiver.url, allowPrivate: true, ...more })
  const agree = async (device: Device, token: string, more: object = {}) =>
    (await call(service, '/license/create', { token, json: signedRequest(device, more) })).body
  const newDevice = () => tenant.device(`webhook-user-${users++}`)
  /** Delivers with the clock of the service ahead. */
  const deliverAfter = async (skewMs: number, by: Service = service) => {
    world.skewMs = skewMs
    await by.webhooks.deliver()
  }
  const status = async () => {
    const [found] = await service.webhooks.listEndpoints(tenant.provider.providerId)
    return found
  }

  test('an event is written with the license and delivered with a signature of the Standard Webhooks specification', async () => {
    const { device, token } = await newDevice()
    const expiry = new Date(startMs + 400 * DAY_MS).toISOString()
    const license = await agree(device, token, { expiry, 'x-note': 'personal' })
    expect((await status())?.waiting).toBe(1)
    await service.webhooks.deliver()
    expect(receiver.received).toHaveLength(1)
    const [received] = receiver.received as [ReceivedWebhook]
    const deviceId = expect.stringMatching(/^[0-9a-f-]{36}$/)
    expect(verifyWebhook(received, endpoint.secret)).toEqual({
      type: 'license.created',
      timestamp: license.timestamp,
      data: { licenseId: license.id, providerId: tenant.provider.providerId, deviceId, expiry },
    })
    expect(received.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': deviceId })
    expect(() => verifyWebhook({ ...received, body: received.body.replace('created', 'expired') }, endpoint.secret)).toThrow()
    // Random ids only: no pointer, address, terms, tags, or member of the app.
    for (const secret of [license.ptr, device.address, license.termsHash, 'purchase_history', 'personal'])
      expect(received.body).not.toContain(secret)
    expect(await status()).toMatchObject({ waiting: 0, failed: 0 })
  })

  test('each change of a license is an event, and the events of a device arrive in their order', async () => {
    const { device, token } = await newDevice()
    const first = await agree(device, token)
    const second = await agree(device, token, { 'x-follows': 'the first' })
    await agree(device, token, { 'x-follows': 'the second', uses: [] })
    const third = await agree(device, token, { 'x-follows': 'the withdrawal' })
    const admin = await tenant.adminToken()
    const letter = { requestedBy: 'person', channel: 'letter', note: 'a secret note' }
    await call(service, `/license/${third.id}/revoke`, { token: admin, json: letter })
    const path = `/api/latest/provider/${tenant.provider.providerId}/user?address=${device.address}`
    await call(service, path, { method: 'DELETE', token: admin })
    await service.webhooks.deliver()
    expect(receiver.received.map(({ event: { type, data } }) => ({ type, ...data }))).toEqual([
      { type: 'license.created', ...idsOf(first) },
      { type: 'license.created', ...idsOf(second), supersedes: first.id },
      { type: 'license.superseded', ...idsOf(first), supersededBy: second.id },
      { type: 'license.withdrawn', ...idsOf(second), requestedBy: 'person', channel: 'device' },
      { type: 'license.created', ...idsOf(third) },
      { type: 'license.withdrawn', ...idsOf(third), requestedBy: 'person', channel: 'letter' },
      { type: 'device.erased', providerId: tenant.provider.providerId, deviceId: expect.any(String) },
    ])
    const devices = new Set(receiver.received.map(({ event }) => 'deviceId' in event.data && event.data.deviceId))
    expect(devices.size).toBe(1)
    expect(JSON.stringify(receiver.received)).not.toContain(letter.note)
  })

  // Regression: the end of such a license caused no event, because the erasure of its device follows never.
  test('an erasure by the id of a person ends the licenses of devices that are registered with another id, which is an event', async () => {
    const { device, token } = await newDevice()
    const own = await agree(device, token)
    const ended = await agree(device, token, { ptr: 'another person' })
    const license = await agree(device, token, { ptr: 'another person', 'x-follows': ended.id })
    const path = `/api/latest/provider/${tenant.provider.providerId}/user?id=another%20person`
    await call(service, path, { method: 'DELETE', token: await tenant.adminToken() })
    await service.webhooks.deliver()
    expect(receiver.received.map(({ event: { type, data } }) => ({ type, ...data })).slice(3)).toEqual([
      { type: 'license.superseded', ...idsOf(ended), supersededBy: license.id },
      { type: 'license.withdrawn', ...idsOf(license), requestedBy: 'person', channel: 'erasure' },
    ])
    const { body } = await call(service, '/license', { token })
    expect(body.licenses.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([[own.id, 'active']])
  })

  /** Adds events of a device as the service does. */
  const addEvents = (device: string, many: number) =>
    world.storage.query(
      `INSERT INTO licet.webhook_deliveries (endpoint_id, device, payload, created, due)
         SELECT $1, $2::uuid, json_build_object('type', 'device.erased', 'timestamp', '2026-01-01T00:00:00.000Z',
           'data', json_build_object('providerId', $3::text, 'deviceId', $2::uuid)), now(), '-infinity'
         FROM generate_series(1, ${many})`,
      [endpoint.id, device, tenant.provider.providerId],
    )
  const idsOf = ({ id }: { readonly id: string }) => ({
    licenseId: id,
    providerId: tenant.provider.providerId,
    deviceId: expect.any(String),
  })

  test('a license that is not stored causes no event, and a provider without an endpoint writes none', async () => {
    const { device, token } = await newDevice()
    const license = await agree(device, token)
    await service.webhooks.deliver()
    const [stored] = await world.storage.query<{ provider_id: string; registration: string }>(
      'SELECT provider_id, registration FROM licet.licenses WHERE id = $1',
      [license.id],
    )
    const end = "SELECT licet.end_license($1, $2, $3, 'expired', now())"
    const stopped = world.storage.transaction(async (sql) => {
      await sql.query(end, [stored?.provider_id ?? '', stored?.registration ?? '', license.id])
      throw new Error('stop')
    })
    await expect(stopped).rejects.toThrow('stop')
    expect((await status())?.waiting).toBe(0)

    const rows = () => world.storage.query<{ n: number }>('SELECT count(*) AS n FROM licet.webhook_deliveries')
    const before = await rows()
    const other = await createTenant(service)
    const { device: theirs, token: theirToken } = await other.device()
    await agree(theirs, theirToken, { expiry: new Date(startMs + DAY_MS).toISOString() })
    await agree(theirs, theirToken, { uses: [] })
    expect(await rows()).toEqual(before)
  })

  describe('a receiver that fails', () => {
    test('gets the same event again with the same id, and later events of the device wait behind it', async () => {
      const one = await newDevice()
      const two = await newDevice()
      const first = await agree(one.device, one.token)
      let refusing = true
      receiver.respond = (response, { event }) => {
        const isFirst = 'licenseId' in event.data && event.data.licenseId === first.id
        if (refusing && isFirst) response.writeHead(500).end('not now')
      }
      await service.webhooks.deliver()
      await agree(one.device, one.token, { uses: [] })
      await agree(two.device, two.token)
      await service.webhooks.deliver()
      // The other device does not wait.
      expect(receiver.types()).toEqual(['license.created', 'license.created'])
      expect(await status()).toMatchObject({ waiting: 2, failed: 0 })
      await deliverAfter(4 * SECOND_MS)
      expect(receiver.received).toHaveLength(2)
      refusing = false
      await deliverAfter(6 * SECOND_MS)
      expect(receiver.types().slice(2)).toEqual(['license.created', 'license.withdrawn'])
      const [attempt, , again] = receiver.received
      expect([again?.body, again?.headers['webhook-id']]).toEqual([attempt?.body, attempt?.headers['webhook-id']])
      expect(Number(again?.headers['webhook-timestamp'])).toBeGreaterThan(Number(attempt?.headers['webhook-timestamp']))
      expect(await status()).toMatchObject({ waiting: 0, failed: 0 })
      expect(world.events).toMatchObject([
        { type: 'webhook_failing', endpointId: endpoint.id, reason: 'status 500' },
        { type: 'webhook_recovered', endpointId: endpoint.id },
      ])
    })

    test('gets an event 10 times in 3 days. Then the next events of the device follow, and a replay delivers it', async () => {
      const { device, token } = await newDevice()
      const license = await agree(device, token)
      receiver.respond = (response, { event }) => {
        if (event.type === 'license.created') response.writeHead(503).end()
      }
      await service.webhooks.deliver()
      await agree(device, token, { uses: [] })
      // Each is later than the longest delay after the attempt before, and earlier than the next one.
      const hours = [0.01, 0.15, 0.75, 3, 8.6, 19.7, 35.2, 57.3, 84]
      for (const [n, hour] of hours.entries()) {
        await deliverAfter(hour * HOUR_MS)
        expect(receiver.types().filter((type) => type === 'license.created')).toHaveLength(n + 2)
      }
      await deliverAfter(100 * HOUR_MS)
      expect(receiver.types()).toEqual([...Array.from({ length: 10 }, () => 'license.created'), 'license.withdrawn'])
      expect(await status()).toMatchObject({
        waiting: 0,
        failed: 1,
        lastFailed: [{ type: 'license.created', attempts: 10, reason: 'status 503' }],
      })
      expect(world.events.map(({ type }) => type)).toContain('webhook_given_up')

      receiver.respond = () => undefined
      receiver.received.length = 0
      expect(await service.webhooks.replay(endpoint.id)).toBe(1)
      await service.webhooks.deliver()
      expect(receiver.received.map(({ event }) => event)).toMatchObject([
        { type: 'license.created', data: { licenseId: license.id } },
      ])
      expect(await status()).toMatchObject({ waiting: 0, failed: 0, lastFailed: [] })
    })

    test('a replay also sends what waits for another attempt', async () => {
      const { device, token } = await newDevice()
      await agree(device, token)
      receiver.respond = (response) => response.destroy()
      await service.webhooks.deliver()
      await deliverAfter(10 * SECOND_MS)
      expect(receiver.received).toHaveLength(2)
      receiver.respond = () => undefined
      expect(await service.webhooks.replay(endpoint.id)).toBe(1)
      await service.webhooks.deliver()
      expect([receiver.received.length, (await status())?.waiting]).toEqual([3, 0])
    })

    test.each([
      ['a redirect to this machine', (base: string) => ({ status: 302, headers: { location: base } }), false],
      ['a permanent redirect', (base: string) => ({ status: 308, headers: { location: base } }), false],
      ['200 with garbage', () => ({ status: 200, headers: {}, body: '\u0000<html>{' }), true],
      ['200 with a body without an end', () => ({ status: 200, headers: {}, body: 'x'.repeat(1_000_000) }), true],
      ['199 bytes of nothing', () => ({ status: 404, headers: {}, body: 'x'.repeat(199) }), false],
    ])('%s is a failure unless the status is 2xx', async (_, toResponse, isDelivered) => {
      const trap = await startReceiver()
      receiver.respond = (response) => {
        const { status: code, headers, body = '' } = { body: '', ...toResponse(trap.url) }
        response.writeHead(code, headers)
        response.end(body)
      }
      const { device, token } = await newDevice()
      await agree(device, token)
      await service.webhooks.deliver()
      await trap.close()
      expect(trap.received).toEqual([])
      expect([receiver.received.length, (await status())?.waiting]).toEqual([1, isDelivered ? 0 : 1])
    })
  })

  // Regression: each delivery changed all later events of the device, so 2,000 events of one device meant 2 million changed rows.
  test(`${inTitle(WAITING)} events of one device wait: each changes a few rows until it is delivered, and other devices come in between`, async () => {
    const device = crypto.randomUUID()
    const add = (of: string, type: string, many: number) =>
      world.storage.query(
        `INSERT INTO licet.webhook_deliveries (endpoint_id, device, payload, created, due)
           SELECT $1, $2, json_build_object('type', $3::text, 'n', n), now(), '-infinity' FROM generate_series(1, ${many}) AS n`,
        [endpoint.id, of, type],
      )
    // Citus has no triggers on distributed tables. The statements are the same there.
    const canCount = inject('citusUrl') === undefined
    if (canCount)
      await world.storage.query(`CREATE SEQUENCE changed_rows;
        CREATE FUNCTION count_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval('changed_rows'); RETURN NEW; END $$;
        CREATE TRIGGER count_change BEFORE UPDATE ON licet.webhook_deliveries FOR EACH ROW EXECUTE FUNCTION count_change()`)
    const sent: string[] = []
    let status = 500
    const post: PostWebhook = async ({ body }) => {
      const { type, n } = JSON.parse(body)
      sent.push(`${type} ${n}`)
      return { status }
    }
    const sender = await world.another({ postWebhook: post, now: () => startMs + world.skewMs })
    try {
      await add(device, 'busy', WAITING)
      await add(crypto.randomUUID(), 'other', 1)
      await sender.webhooks.deliver()
      expect(sent).toEqual(['busy 1', 'other 1'])
      sent.length = 0
      status = 200
      await deliverAfter(MINUTE_MS, sender)
      expect(sent.indexOf('other 1')).toBeLessThan(3)
      expect(sent.filter((one) => one !== 'other 1')).toEqual(Array.from({ length: WAITING }, (_, n) => `busy ${n + 1}`))
      if (!canCount) return
      const [changed] = await world.storage.query<{ n: number }>('SELECT last_value AS n FROM changed_rows')
      expect(changed?.n).toBeLessThan(6 * WAITING)
    } finally {
      if (canCount)
        await world.storage.query(`DROP TRIGGER count_change ON licet.webhook_deliveries;
          DROP FUNCTION count_change(); DROP SEQUENCE changed_rows`)
      await sender.close()
    }
  })

  // Regression: ten events were sent together, and the next ten waited for the slowest response.
  test('a receiver that does not answer for one device delays no other device', async () => {
    const slow = crypto.randomUUID()
    const sender = await world.another({ postWebhook: createNodePost({ timeoutMs: 600_000 }), now: () => startMs })
    let answer = () => undefined as unknown
    const held = new Promise<void>((done) => {
      answer = done
    })
    receiver.respond = (_, { event: { data } }) => ('deviceId' in data && data.deviceId === slow ? held : undefined)
    await addEvents(slow, 1)
    for (let n = 0; n < 30; n++) await addEvents(crypto.randomUUID(), 1)
    const delivered = sender.webhooks.deliver()
    await expect.poll(() => receiver.received.length).toBe(31)
    await expect.poll(async () => (await status())?.waiting).toBe(1)
    answer()
    await delivered
    expect(await status()).toMatchObject({ waiting: 0, failed: 0 })
    await sender.close()
  })

  // Regression: PostgreSQL read the rows of the subquery again for each row while it had the statistics of an empty table.
  test(`a replay of ${inTitle(GIVEN_UP)} events that were given up, and their removal, take seconds with the statistics of an empty table`, async () => {
    await world.storage.query('ANALYZE licet.webhook_deliveries')
    const second = await createEndpoint()
    await world.storage.query(
      `INSERT INTO licet.webhook_deliveries (endpoint_id, device, payload, created, due, dead, attempts)
         SELECT $1, gen_random_uuid(), '{}', now(), now(), now(), 10 FROM generate_series(1, ${GIVEN_UP})`,
      [second.id],
    )
    expect(await service.webhooks.replay(second.id)).toBe(GIVEN_UP)
    await service.webhooks.deleteEndpoint(second.id)
    expect(await world.storage.query('SELECT FROM licet.webhook_deliveries WHERE endpoint_id = $1', [second.id])).toEqual([])
  })

  // Regression: the end of an event that was replayed released the next event of its device while another process was sending it.
  test('an event that is being sent is not sent again when an earlier event of its device ends', async () => {
    const device = crypto.randomUUID()
    await addEvents(device, 2)
    const claim = (lease: string) =>
      claimDeliveries(world.storage, endpoint.id, { now: startMs, leaseEnd: startMs + 30 * SECOND_MS, lease, limit: 10 })
    const first = (await claim(crypto.randomUUID())).claimed[0] as ClaimedDelivery
    await storeFailure(world.storage, first, { failure: 'timeout', due: undefined, now: startMs })
    const second = (await claim(crypto.randomUUID())).claimed[0] as ClaimedDelivery
    expect(second.sequence).toBeGreaterThan(first.sequence)
    expect(await service.webhooks.replay(endpoint.id)).toBe(1)
    const again = (await claim(crypto.randomUUID())).claimed[0] as ClaimedDelivery
    expect(again.sequence).toBe(first.sequence)
    await deleteDelivery(world.storage, again)
    expect((await claim(crypto.randomUUID())).claimed).toEqual([])
    await deleteDelivery(world.storage, second)
    expect(await status()).toMatchObject({ waiting: 0, failed: 0 })
  })

  describe('several processes', () => {
    test('send each event once, and in the order of each device', async () => {
      const others = await Promise.all([1, 2, 3].map(open))
      receiver.respond = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 20))
      const devices = await Promise.all(Array.from({ length: 6 }, newDevice))
      const expected = await Promise.all(
        devices.map(async ({ device, token }) => {
          const ids: string[] = []
          for (let n = 0; n < 5; n++) ids.push((await agree(device, token, { 'x-n': n })).id)
          return ids
        }),
      )
      await Promise.all([service, ...others].map((one) => one.webhooks.deliver()))
      // A process stops when another one has claimed the last events.
      await service.webhooks.deliver()
      const created = receiver.received.flatMap(({ event }) => (event.type === 'license.created' ? [event.data.licenseId] : []))
      expect(created).toHaveLength(30)
      for (const ids of expected) expect(created.filter((id) => ids.includes(id))).toEqual(ids)
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(receiver.received.length)
      await Promise.all(others.map((one) => one.close()))
    })

    test('what a killed process was sending is sent again by another one, half a minute later', async () => {
      const { device, token } = await newDevice()
      await agree(device, token)
      const claim = { now: startMs, leaseEnd: startMs + 30 * SECOND_MS, lease: crypto.randomUUID(), limit: 10 }
      expect((await claimDeliveries(world.storage, endpoint.id, claim)).claimed).toHaveLength(1)
      await agree(device, token, { uses: [] })
      await deliverAfter(29 * SECOND_MS)
      expect(receiver.received).toEqual([])
      await deliverAfter(31 * SECOND_MS)
      expect(receiver.types()).toEqual(['license.created', 'license.withdrawn'])
    })

    test('a process that closes gives back what it was sending', async () => {
      const { device, token } = await newDevice()
      await agree(device, token)
      const closing = await open()
      let arrived = () => {}
      const received = new Promise<void>((resolve) => (arrived = resolve))
      receiver.respond = () => {
        arrived()
        return new Promise(() => {})
      }
      closing.startWebhooks()
      await received
      await closing.close()
      expect(await status()).toMatchObject({ waiting: 1 })
      receiver.respond = () => undefined
      await service.webhooks.deliver()
      expect([receiver.received.length, (await status())?.waiting]).toEqual([2, 0])
    })

    test('a service delivers in the background until it is closed', async () => {
      const background = await open()
      background.startWebhooks()
      const { device, token } = await newDevice()
      await agree(device, token)
      await expect.poll(() => receiver.types()).toEqual(['license.created'])
      await background.close()
    })
  })

  test('while a secret is replaced both secrets sign, and a day later only the new one', async () => {
    const { device, token } = await newDevice()
    await agree(device, token)
    const { secret } = await service.webhooks.rotateSecret(endpoint.id)
    expect(secret).not.toBe(endpoint.secret)
    await service.webhooks.deliver()
    const [both] = receiver.received as [ReceivedWebhook]
    expect(verifyWebhook(both, endpoint.secret)).toEqual(verifyWebhook(both, secret))
    await agree(device, token, { uses: [] })
    await deliverAfter(25 * HOUR_MS)
    const [, one] = receiver.received as [ReceivedWebhook, ReceivedWebhook]
    expect([signaturesOf(one, secret), signaturesOf(one, endpoint.secret)]).toEqual([1, 0])
  })

  describe('dates of a license', () => {
    const types = () => receiver.received.map(({ event: { type, data } }) => ('days' in data ? `${type} ${data.days}` : type))

    test('30 and 7 days before the end there is a reminder, and at the end the license expires', async () => {
      const { device, token } = await newDevice()
      const license = await agree(device, token, { expiry: new Date(startMs + 90 * DAY_MS).toISOString() })
      await agree(device, token, { ptr: 'without end' })
      await service.webhooks.deliver()
      receiver.received.length = 0
      for (const day of [59, 61, 62, 82, 84, 85, 89, 91, 92]) await deliverAfter(day * DAY_MS)
      expect(types()).toEqual(['license.reminder 30', 'license.reminder 7', 'license.expired'])
      const [reminder, , expired] = receiver.received as ReceivedWebhook[]
      const { expiry, timestamp: created } = license
      expect(reminder?.event.data).toEqual({ ...idsOf(license), reason: 'ending', days: 30, created, expiry })
      expect(expired?.event).toEqual({ type: 'license.expired', timestamp: expiry, data: { ...idsOf(license), expiry } })
      world.skewMs = 92 * DAY_MS
      const { body } = await call(service, `/license/${license.id}`, { token: await tenant.adminToken() })
      expect(body.status).toBe('expired')
    })

    test('after a time without any process, only the last reminder before the end is sent', async () => {
      const { device, token } = await newDevice()
      await agree(device, token, { expiry: new Date(startMs + 90 * DAY_MS).toISOString() })
      await service.webhooks.deliver()
      await deliverAfter(85 * DAY_MS)
      expect(types().slice(1)).toEqual(['license.reminder 7'])
    })

    test.each([
      [{ days: 90 }, [89, 91, 179, 181], 2],
      [{ months: 12 }, [364, 367, 729, 733], 2],
    ])('with a period of %j there is a reminder for each license in force', async (remindEvery, days, reminders) => {
      await service.webhooks.deleteEndpoint(endpoint.id)
      endpoint = await createEndpoint({ remindEvery })
      const { device, token } = await newDevice()
      const kept = await agree(device, token)
      const ended = await newDevice()
      await agree(ended.device, ended.token)
      await agree(ended.device, ended.token, { uses: [] })
      await service.webhooks.deliver()
      receiver.received.length = 0
      for (const day of days) await deliverAfter(day * DAY_MS)
      expect(receiver.types()).toEqual(Array.from({ length: reminders }, () => 'license.reminder'))
      expect(receiver.received[0]?.event.data).toEqual({ ...idsOf(kept), reason: 'periodic', created: kept.timestamp })
    })

    test('licenses that are older than the endpoint get their reminders too, and those that expired before cause no event', async () => {
      await service.webhooks.deleteEndpoint(endpoint.id)
      const { device, token } = await newDevice()
      await agree(device, token, { ptr: 'ends later', expiry: new Date(startMs + 40 * DAY_MS).toISOString() })
      await agree(device, token, { ptr: 'ends before', expiry: new Date(startMs + DAY_MS).toISOString() })
      world.skewMs = 2 * DAY_MS
      endpoint = await createEndpoint()
      await deliverAfter(2 * DAY_MS)
      await deliverAfter(2 * DAY_MS + 2 * MINUTE_MS)
      await deliverAfter(11 * DAY_MS)
      await deliverAfter(41 * DAY_MS)
      expect(types()).toEqual(['license.reminder 30', 'license.expired'])
    })

    test('a license that ended, or whose device was erased, gets no reminder', async () => {
      const expiry = new Date(startMs + 40 * DAY_MS).toISOString()
      const one = await newDevice()
      await agree(one.device, one.token, { expiry })
      await agree(one.device, one.token, { uses: [], expiry })
      const two = await newDevice()
      await agree(two.device, two.token, { expiry })
      const path = `/api/latest/provider/${tenant.provider.providerId}/user?address=${two.device.address}`
      await call(service, path, { method: 'DELETE', token: await tenant.adminToken() })
      for (const day of [0, 11, 35, 41]) await deliverAfter(day * DAY_MS)
      expect(types().sort()).toEqual(['device.erased', 'license.created', 'license.created', 'license.withdrawn'])
      expect(await world.storage.query('SELECT 1 FROM licet.scheduled_events WHERE endpoint_id = $1', [endpoint.id])).toEqual([])
    })
  })

  describe('endpoints', () => {
    test('each endpoint of a provider gets every event, and a deleted one gets none', async () => {
      const second = await createEndpoint()
      const { device, token } = await newDevice()
      await agree(device, token)
      await service.webhooks.deliver()
      expect(
        receiver.received.map((one) => signaturesOf(one, endpoint.secret) + 2 * signaturesOf(one, second.secret)).sort(),
      ).toEqual([1, 2])
      await service.webhooks.deleteEndpoint(second.id)
      await agree(device, token, { uses: [] })
      await service.webhooks.deliver()
      expect(receiver.types()).toEqual(['license.created', 'license.created', 'license.withdrawn'])
      await expect(service.webhooks.deleteEndpoint(second.id)).rejects.toMatchObject({ code: 'not_found' })
    })

    test('a test is sent immediately, and its result is returned', async () => {
      expect(await service.webhooks.sendTest(endpoint.id)).toEqual({ status: 204 })
      expect(verifyWebhook(receiver.received[0] as ReceivedWebhook, endpoint.secret)).toMatchObject({ type: 'webhook.test' })
      await receiver.close()
      expect(await service.webhooks.sendTest(endpoint.id)).toEqual({ fault: 'refused' })
      await expect(service.webhooks.sendTest('unknown')).rejects.toMatchObject({ code: 'not_found' })
    })

    test('the secret of an endpoint is returned once, and no event of the log contains it or the URL', async () => {
      expect(JSON.stringify(await status())).not.toContain(endpoint.secret)
      receiver.respond = (response) => response.writeHead(500).end(endpoint.secret)
      const { device, token } = await newDevice()
      await agree(device, token)
      await service.webhooks.deliver()
      const log = JSON.stringify([world.events, await status()])
      expect(world.events).toHaveLength(1)
      expect(log).not.toContain(endpoint.secret)
      expect(JSON.stringify(world.events)).not.toContain('of-the-receiver')
    })

    test.each([
      ['http://example.com/hooks', 'does not begin with https:'],
      ['https://127.0.0.1/hooks', 'is a private address'],
      ['https://2130706433/hooks', 'is a private address'],
      ['https://[::ffff:10.0.0.1]/hooks', 'is a private address'],
      ['https://localhost/hooks', 'is a private address'],
      ['https://metadata.internal/hooks', 'is a private address'],
      ['https://user:word@example.com/hooks', 'contains a user name or password'],
      ['example.com', 'is not a URL'],
    ])('the URL %s is refused, because it %s', async (url, reason) => {
      const creating = service.webhooks.createEndpoint({ providerId: tenant.provider.providerId, url })
      await expect(creating).rejects.toMatchObject({
        code: 'invalid_request',
        field: 'url',
        message: expect.stringContaining(reason),
      })
    })

    test('an unknown provider and an unknown period are refused', async () => {
      const url = 'https://example.com/hooks'
      const unknown = service.webhooks.createEndpoint({ providerId: tenant.orgId, url })
      await expect(unknown).rejects.toMatchObject({ code: 'invalid_request', field: 'providerId' })
      const period = createEndpoint({ remindEvery: { weeks: 2 } })
      await expect(period).rejects.toMatchObject({ code: 'invalid_request', field: 'remindEvery' })
    })
  })
})
