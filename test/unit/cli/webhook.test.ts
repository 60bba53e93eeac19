import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../../../src/service/node.ts'
import { call, createTenant, grant } from '../../fixtures/caller.ts'
import { createPostgresDatabase } from '../../fixtures/databases.ts'
import { pooledDevice, signedRequest } from '../../fixtures/device.ts'
import { licet, runLicet } from '../../fixtures/run-licet.ts'
import { signaturesOf, startReceiver, verifyWebhook, type WebhookReceiver } from '../../fixtures/webhook-receiver.ts'
import type { TestDatabase } from '../../support/postgres.ts'

let database: TestDatabase
let receiver: WebhookReceiver
beforeAll(async () => {
  database = await createPostgresDatabase()
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await database.stop()
})

const webhook = (...args: string[]) => licet('webhook', ...args, '--database-url', database.url)
const json = async (...args: string[]) => JSON.parse((await webhook(...args, '--json')).out)

test('a webhook that the commands add receives the events of `serve`, and every command shows what it did', async () => {
  const running = await serve({ port: 0, databaseUrl: database.url })
  const tenant = await createTenant(running.service)
  await running.close()
  const { providerId } = tenant.provider

  const add = ['add', '--provider', providerId, '--url', receiver.url] as const
  expect(await webhook(...add)).toMatchObject({ code: 2, err: expect.stringContaining('is a private address') })
  expect(await webhook(...add, '--allow-private', '--remind-every', '2w')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--remind-every is "2w"'),
  })
  const { id, secret, remindEvery } = await json(...add, '--allow-private', '--remind-every', '90d')
  expect([remindEvery, secret]).toEqual([{ days: 90 }, expect.stringMatching(/^whsec_[\w+/]{43}=$/)])
  const added = await webhook(...add, '--allow-private')
  expect(added.out).toMatch(/^The webhook (\S+) is added[\s\S]*whsec_/)
  const other = /webhook (\S+) is added/.exec(added.out)?.[1] ?? ''

  const listed = await webhook('list', '--provider', providerId)
  expect(listed.out).toMatch(
    new RegExp(`^${id} {2}${receiver.url.replace('?', '\\?')} .*reminders every 90 days\n {2}0 events are waiting`),
  )
  expect(listed.out).not.toContain('whsec_')
  expect(await webhook('remove', other)).toMatchObject({ code: 0, out: 'The webhook is removed.\n' })
  expect(await webhook('remove', other)).toMatchObject({ code: 2, err: expect.stringContaining('No endpoint has this id') })

  expect(await webhook('test', id)).toMatchObject({ code: 0, out: 'The receiver responded with 204. Events are delivered.\n' })
  const [sent] = receiver.received
  expect(sent && verifyWebhook(sent, secret)).toMatchObject({ type: 'webhook.test', data: { providerId } })
  // Regression: on a database, the test was sent to networks that the service never reaches.
  const deniedBy = await runLicet(['webhook', 'test', id, '--database-url', database.url], {
    env: { LICET_WEBHOOK_DENIED_NETWORK: '127.0.0.0/8' },
  })
  expect(deniedBy).toMatchObject({ code: 1, out: expect.stringContaining('in a denied network') })
  expect(await webhook('test', id, '--webhook-denied-network', '127.0.0.0/8')).toMatchObject({ code: 1 })
  expect(await webhook('test', id, '--webhook-proxy', 'http://127.0.0.1:9')).toMatchObject({
    code: 1,
    out: expect.stringContaining('proxy of webhooks'),
  })
  expect(await webhook('test', id, '--webhook-proxy', 'proxy')).toMatchObject({ code: 2 })
  expect(receiver.received).toHaveLength(1)
  receiver.respond = (response) => response.writeHead(302, { location: 'https://example.com' }).end()
  expect(await webhook('test', id)).toMatchObject({ code: 1, out: expect.stringContaining('Redirects are not followed') })
  receiver.respond = () => undefined

  expect(await webhook('rotate', id, '--overlap-hours', 'x')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--overlap-hours'),
  })
  const rotated = await json('rotate', id, '--overlap-hours', '0')
  expect(await json('replay', id)).toEqual({ events: 0 })

  const again = await serve({ port: 0, databaseUrl: database.url })
  try {
    receiver.received.length = 0
    const device = pooledDevice(0)
    const provider = await grant(again.service, { client_id: `provider:${providerId}`, client_secret: tenant.provider.pubKey })
    const registration = {
      id: 'user-1',
      address: device.address,
      pubKey: device.pubKey,
      signature: device.sign(`user-1.${device.address}`),
    }
    const { body } = await call(again.service, `/api/latest/provider/${providerId}/user?grant=address`, {
      token: provider.access_token,
      json: registration,
    })
    await call(again.service, '/license/create', { token: body.token.access_token, json: signedRequest(device) })
    await expect.poll(() => receiver.types(), { timeout: 15_000 }).toEqual(['license.created'])
    const [created] = receiver.received
    expect(created && [signaturesOf(created, rotated.secret), signaturesOf(created, secret)]).toEqual([1, 0])
  } finally {
    await again.close()
  }
})
