import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serve } from '../../../src/service/node.ts'
import { call, createTenant, type Tenant } from '../../fixtures/caller.ts'
import { createPostgresDatabase } from '../../fixtures/databases.ts'
import { pooledDevice, signedRequest, TERMS } from '../../fixtures/device.ts'
import { type Result, runLicet } from '../../fixtures/run-licet.ts'
import { startReceiver, type WebhookReceiver } from '../../fixtures/webhook-receiver.ts'
import type { TestDatabase } from '../../support/postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'licet-cli-'))
const V2 = `${TERMS}Version 2.\n`
let postgres: TestDatabase
let running: Awaited<ReturnType<typeof serve>>
let tenant: Tenant
let receiver: WebhookReceiver
beforeAll(async () => {
  postgres = await createPostgresDatabase()
  running = await serve({ port: 0, databaseUrl: postgres.url })
  receiver = await startReceiver()
})
afterAll(async () => {
  await running.close()
  await receiver.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  tenant = await createTenant(running.service)
})

type License = { readonly id: string; readonly termsHash: string }
const agree = async (n: number, ptr: string, members = {}): Promise<License & { readonly token: string }> => {
  const device = pooledDevice(n)
  await tenant.register(device, ptr)
  const token = await tenant.addressToken(device)
  const { body } = await call(running.service, '/license/create', { token, json: signedRequest(device, { ptr, ...members }) })
  return { ...body, token }
}
const overHttp = (...args: string[]) =>
  runLicet(args, {
    cwd: folder,
    env: { LICET_URL: running.url, LICET_USER_ID: `user:${tenant.userId}`, LICET_API_KEY: tenant.apiKey },
  })
const onDatabase = (...args: string[]) => runLicet([...args, '--database-url', postgres.url], { cwd: folder })
const jsonOf = ({ code, out, err }: Result) => {
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out)
}

describe.each([
  ['over HTTP', overHttp],
  ['on the database', onDatabase],
] as const)('`licet webhook remind`, %s', (_, licet) => {
  test('sends an event for each license in force that does not have the new text, and stats counts them', async () => {
    const { providerId } = tenant.provider
    const old = await agree(0, 'ada')
    const moved = await agree(1, 'bob', { terms: V2 })
    const ended = await agree(2, 'eve')
    const { body: withdrawal } = await call(running.service, '/license/create', {
      token: ended.token,
      json: signedRequest(pooledDevice(2), { ptr: 'eve', uses: [] }),
    })
    expect(withdrawal.uses).toEqual([])
    const group = ['webhook', 'remind', '--provider', providerId, '--not-terms-hash', moved.termsHash] as const
    expect(await licet(...group)).toMatchObject({ code: 2, err: expect.stringContaining('The provider has no webhook') })
    await running.service.webhooks.createEndpoint({ providerId, url: receiver.url, allowPrivate: true })
    expect(jsonOf(await licet(...group, '--dry-run', '--json'))).toEqual({ licenses: 1, sent: false })
    expect((await licet(...group)).out).toContain('1 license got a reminder.')
    await expect.poll(() => receiver.received.filter(({ event }) => event.data.providerId === providerId).length).toBe(1)
    const [reminder] = receiver.received.filter(({ event }) => event.data.providerId === providerId)
    expect(reminder?.event).toMatchObject({ type: 'license.reminder', data: { licenseId: old.id, reason: 'terms' } })
    // With its quotation marks: an id can contain these three letters.
    expect(reminder?.body).not.toContain('"ada"')
    expect(jsonOf(await licet('stats', '--provider', providerId, '--json')).reminders).toEqual([
      {
        id: expect.any(String),
        providerId,
        group: 'without',
        termsHashes: [moved.termsHash],
        started: expect.any(String),
        licenses: 1,
      },
    ])
    const both = await licet(...group, '--terms-hash', old.termsHash)
    expect(both).toMatchObject({ code: 2, err: expect.stringContaining('Neither --not-terms-hash nor --terms-hash') })
  })
})

test('a request continues only the reminders of the same group and provider', async () => {
  const { providerId } = tenant.provider
  const { termsHash } = await agree(0, 'ada')
  await running.service.webhooks.createEndpoint({ providerId, url: receiver.url, allowPrivate: true })
  const token = await tenant.adminToken()
  const send = (json: object, provider = providerId) =>
    call(running.service, `/api/latest/provider/${provider}/reminder`, { token, json })
  const { body: first } = await send({ terms_hash: termsHash })
  expect(first).toEqual({ id: expect.any(String), licenses: 1 })
  expect((await send({ terms_hash: termsHash, id: first.id })).body).toEqual({ id: first.id, licenses: 1 })
  for (const wrong of [
    { not_terms_hash: termsHash, id: first.id },
    { terms_hash: 'A'.repeat(43), id: first.id },
    { terms_hash: termsHash, id: 'unknown' },
    { terms_hash: termsHash, id: first.id, cursor: 'unknown' },
    { terms_hash: 'short' },
    {},
  ])
    expect([wrong, (await send(wrong)).status]).toEqual([wrong, 400])
  const stranger = await createTenant(running.service)
  expect((await send({ terms_hash: termsHash }, stranger.provider.providerId)).status).toBe(404)
})
