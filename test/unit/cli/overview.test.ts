import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve } from '../../../src/service/node.ts'
import { call, createTenant, type Tenant } from '../../fixtures/caller.ts'
import { createPostgresDatabase } from '../../fixtures/databases.ts'
import { signedRequest, TERMS } from '../../fixtures/device.ts'
import { type Result, runLicet } from '../../fixtures/run-licet.ts'
import type { TestDatabase } from '../../support/postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'licet-cli-'))
let postgres: TestDatabase
let running: Awaited<ReturnType<typeof serve>>
let tenant: Tenant
let officer: string
const stored: Record<string, { id: string; termsHash: string; address: string }> = {}

/** Stores a license, under another name of the same person and another device each time. */
async function agree(name: string, ptr: string, members = {}) {
  const { device, token } = await tenant.device(ptr)
  stored[name] = (await call(running.service, '/license/create', { token, json: signedRequest(device, { ptr, ...members }) })).body
  return { device, token }
}

beforeAll(async () => {
  postgres = await createPostgresDatabase()
  running = await serve({ port: 0, databaseUrl: postgres.url })
  tenant = await createTenant(running.service)
  officer = (await running.service.admin.createApiKey({ userId: tenant.userId, scope: 'license:end' })).key
  await agree('v1', 'ada')
  await agree('v2', 'ada', { terms: `${TERMS}Version 2.\n` })
  const { device, token } = await agree('withdrawn', 'bob')
  await call(running.service, '/license/create', { token, json: signedRequest(device, { ptr: 'bob', uses: [] }) })
})
afterAll(async () => {
  await running.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const overHttp = (key: () => string) => (args: readonly string[]) =>
  runLicet(args, {
    cwd: folder,
    env: { LICET_URL: running.url, LICET_USER_ID: `user:${tenant.userId}`, LICET_API_KEY: key() },
  })
const onDatabase = (args: readonly string[]) => runLicet([...args, '--database-url', postgres.url], { cwd: folder })
const jsonOf = (result: Result) => {
  expect(result).toMatchObject({ code: 0, err: '' })
  return JSON.parse(result.out)
}

describe.each([
  ['over HTTP', overHttp(() => tenant.apiKey)],
  ['on the database', onDatabase],
] as const)('the lists of an operator, %s', (_, licet) => {
  const json = async (...args: string[]) => jsonOf(await licet([...args, '--json']))

  test('show the providers, and one of them with the values for its app', async () => {
    const { providerId, pubKey } = tenant.provider
    expect(await json('provider', 'list')).toMatchObject([{ providerId, pubKey }])
    expect(await json('provider', 'show', providerId)).toMatchObject({ providerId, pubKey })
    expect((await licet(['provider', 'show', providerId])).out).toContain(pubKey)
    expect(await licet(['provider', 'show', 'nothing'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('No provider has this id'),
    })
  })

  test('show the users and the signing keys', async () => {
    expect(await json('user', 'list')).toMatchObject([{ userId: tenant.userId, email: tenant.email }])
    const { body } = await call(running.service, '/.well-known/jwks.json')
    expect((await json('key', 'list')).map(({ kid }: { kid: string }) => kid)).toEqual([body.keys[0].kid])
  })

  test('show the devices of a person', async () => {
    const { providerId } = tenant.provider
    const devices = await json('device', 'list', '--provider', providerId, '--ptr', 'ada')
    expect(devices.map(({ address }: { address: string }) => address)).toEqual([stored.v2?.address, stored.v1?.address])
    expect(await licet(['device', 'list', '--provider', providerId])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Neither --ptr nor --address has a value, or both have one. Nothing was listed.'),
    })
  })

  test('count licenses by provider, status and terms, and leave out the records of withdrawals', async () => {
    const { providerId } = tenant.provider
    const [v1, v2] = [stored.v1?.termsHash, stored.v2?.termsHash]
    const { counts } = await json('stats')
    expect(counts).toHaveLength(3)
    expect(counts).toEqual(
      expect.arrayContaining([
        { providerId, status: 'active', termsHash: v1, licenses: 1 },
        { providerId, status: 'active', termsHash: v2, licenses: 1 },
        { providerId, status: 'revoked', termsHash: v1, licenses: 1 },
      ]),
    )
    const day = new Date().toISOString().slice(0, 10)
    expect((await json('stats', '--by', 'day,status')).counts).toEqual([
      { day, status: 'active', licenses: 2 },
      { day, status: 'revoked', licenses: 1 },
    ])
    expect(await licet(['stats', '--by', 'country'])).toMatchObject({ code: 2, err: expect.stringContaining('--by is "country"') })
  })

  // Regression: one hash in 64 begins with a hyphen, and was taken for an option.
  test('take a hash that begins with a hyphen', async () => {
    expect(await json('license', 'list', '--terms-hash', `-${'A'.repeat(42)}`)).toEqual([])
    expect((await licet(['license', 'list', '--terms-hash', '--json'])).code).toBe(2)
  })

  test('select licenses by their text, by the day on which they were stored, and by what was in force on a day', async () => {
    const ids = async (...args: string[]) => (await json('license', 'list', ...args)).map(({ id }: { id: string }) => id)
    const v2 = stored.v2?.termsHash ?? ''
    expect(await ids('--terms-hash', v2)).toEqual([stored.v2?.id])
    expect(await ids('--not-terms-hash', v2, '--status', 'active')).toEqual([stored.v1?.id])
    const [today, yesterday] = [0, 1].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10))
    expect(await ids('--created-after', today ?? '')).toHaveLength(4)
    expect(await ids('--created-before', today ?? '')).toEqual([])
    expect(await ids('--as-of', today ?? '')).toEqual([stored.v2?.id, stored.v1?.id])
    expect(await ids('--as-of', yesterday ?? '')).toEqual([])
    for (const [name, value] of Object.entries({ 'as-of': 'yesterday', 'created-after': '2026-02-31', 'terms-hash': 'v2' }))
      expect(await licet(['license', 'list', `--${name}`, value])).toMatchObject({
        code: 2,
        err: expect.stringContaining(`--${name} is "${value}"`),
      })
  })
})

test('`licet user create` adds a user to an existing organization, whose key sees its licenses', async () => {
  const create = (...args: string[]) => onDatabase(['user', 'create', '--email', 'dpo@example.com', ...args])
  const user = jsonOf(await create('--organization', tenant.orgId, '--json'))
  expect(user).toMatchObject({ orgId: tenant.orgId, email: 'dpo@example.com' })
  expect(await create('--organization', tenant.orgId)).toMatchObject({ code: 2, err: expect.stringContaining('exists already') })
  expect(await create('--organization', 'none')).toMatchObject({ code: 2, err: expect.stringContaining('No organization') })
  const key = jsonOf(await onDatabase(['api-key', 'create', '--email', 'dpo@example.com', '--scope', 'license:end', '--json']))
  const env = { LICET_URL: running.url, LICET_USER_ID: `user:${user.userId}`, LICET_API_KEY: key.key }
  const listed = jsonOf(await runLicet(['license', 'list', '--ptr', 'ada', '--json'], { cwd: folder, env }))
  expect(listed.map(({ id }: { id: string }) => id)).toEqual([stored.v2?.id, stored.v1?.id])
})

describe('an API key of the scope license:end', () => {
  const licet = overHttp(() => officer)
  const letter = ['--requested-by', 'person', '--channel', 'letter'] as const

  test('ends every license of the writer of a letter, on all devices', async () => {
    const { providerId } = tenant.provider
    await agree('first', 'eve')
    await agree('second', 'eve')
    const revoke = ['license', 'revoke', '--provider', providerId, '--ptr', 'eve', ...letter]
    const revoked = jsonOf(await licet([...revoke, '--json']))
    expect(revoked).toMatchObject([
      { id: stored.second?.id, revocation: { requestedBy: 'person', channel: 'letter' } },
      { id: stored.first?.id },
    ])
    expect(await licet(revoke)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('No license of this person is in force'),
    })
    await agree('third', 'eve')
    expect((await onDatabase(revoke)).out).toContain('Revoked 1 license.')
    for (const wrong of [[], ['--ptr', 'eve'], [stored.v1?.id ?? '', '--ptr', 'eve', '--provider', providerId]])
      expect((await licet(['license', 'revoke', ...wrong, ...letter])).code).toBe(2)
  })

  test('lists and counts licenses and devices, and administers nothing', async () => {
    const { providerId } = tenant.provider
    for (const args of [
      ['license', 'list'],
      ['stats'],
      ['provider', 'list'],
      ['device', 'list', '--provider', providerId, '--ptr', 'ada'],
    ])
      expect([args, (await licet(args)).code]).toEqual([args, 0])
    for (const args of [
      ['user', 'list'],
      ['webhook', 'list', '--provider', providerId],
      ['device', 'erase', '--provider', providerId, '--ptr', 'ada'],
    ])
      expect([args, await licet(args)]).toEqual([
        args,
        expect.objectContaining({ code: 2, err: expect.stringContaining('insufficient_scope') }),
      ])
  })

  test('cannot create a key with more rights', async () => {
    const { access_token: token } = (
      await call(running.service, '/api/latest/auth/token', {
        form: { grant_type: 'client_credentials', client_id: `user:${tenant.userId}`, client_secret: officer },
      })
    ).body
    expect((await call(running.service, '/api/latest/profile/keys', { token, json: {} })).status).toBe(403)
    const stranger = await createTenant(running.service)
    const { device, token: ofDevice } = await stranger.device('ada')
    const { body: license } = await call(running.service, '/license/create', {
      token: ofDevice,
      json: signedRequest(device, { ptr: 'ada' }),
    })
    const revoke = { token, json: { requestedBy: 'person', channel: 'letter' } }
    expect((await call(running.service, `/license/${license.id}/revoke`, revoke)).status).toBe(404)
    const addresses = `/api/latest/provider/${stranger.provider.providerId}/user?id=ada`
    expect((await call(running.service, addresses, { token })).status).toBe(404)
  })
})
