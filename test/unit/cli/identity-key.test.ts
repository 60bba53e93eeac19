import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIdentityToken } from '../../../src/server/index.ts'
import { serve } from '../../../src/service/node.ts'
import { call, grant } from '../../fixtures/caller.ts'
import { createPostgresDatabase } from '../../fixtures/databases.ts'
import { pooledDevice } from '../../fixtures/device.ts'
import { licet } from '../../fixtures/run-licet.ts'
import type { TestDatabase } from '../../support/postgres.ts'

let postgres: TestDatabase
let database: readonly string[]
let provider: { readonly providerId: string; readonly pubKey: string }
beforeAll(async () => {
  postgres = await createPostgresDatabase()
  database = ['--database-url', postgres.url]
  const created = await licet('provider', 'create', '--name', 'Basket', '--email', 'a@example.com', ...database, '--json')
  provider = JSON.parse(created.out)
})
afterAll(() => postgres.stop())

const identityKey = (...args: string[]) => licet('identity-key', ...args, ...database)
const ofProvider = () => ['--provider', provider.providerId] as const

test('a printed identity key signs tokens with which a device is vouched for', async () => {
  const created = await identityKey('create', ...ofProvider())
  const [, providerId, key = ''] = /LICET_PROVIDER_ID=(\S+)\n {2}LICET_IDENTITY_KEY='(\{.*\})'/.exec(created.out) ?? []
  expect([created.code, providerId]).toEqual([0, provider.providerId])
  const running = await serve({ port: 0, databaseUrl: postgres.url })
  try {
    const { authUrl } = running.service
    const device = pooledDevice(0)
    const identity = await createIdentityToken({ userId: 'ada', identityKey: key, providerId: provider.providerId, authUrl })
    const secret = { client_id: `provider:${provider.providerId}`, client_secret: provider.pubKey }
    const registered = await call(running.service, `/api/latest/provider/${provider.providerId}/user`, {
      token: (await grant(running.service, secret)).access_token,
      json: {
        id: 'ada',
        address: device.address,
        pubKey: device.pubKey,
        signature: device.sign(`ada.${device.address}`),
        identity,
      },
    })
    expect(registered.body.vouched).toBe(true)
  } finally {
    await running.close()
  }
})

test('`identity-key list` prints no secret, and `identity-key remove` removes a key by its id', async () => {
  const { kid, identityKey: secret } = JSON.parse((await identityKey('create', ...ofProvider(), '--json')).out)
  const { out } = await identityKey('list', ...ofProvider())
  expect(out).toContain(kid)
  expect(out).not.toContain(JSON.parse(secret).d)
  const remove = () => licet('identity-key', 'remove', ...ofProvider(), ...database, '--json', '--', kid)
  expect(JSON.parse((await remove()).out)).toEqual({ removed: kid })
  expect(await remove()).toMatchObject({ code: 2, err: expect.stringContaining('no identity key with this kid') })
  const kids = JSON.parse((await identityKey('list', ...ofProvider(), '--json')).out).map((key: { kid: string }) => key.kid)
  expect(kids).not.toContain(kid)
})

test('an unknown provider gets no identity key', async () => {
  const unknown = await identityKey('create', '--provider', '01a2037b-f335-7886-80f2-1b46ede29c3f')
  expect(unknown).toMatchObject({ code: 2, out: '', err: expect.stringContaining('No provider has this id') })
  expect(await identityKey('create')).toMatchObject({ code: 2, err: expect.stringContaining('--provider is missing') })
})

test('`provider update --require-identity` changes the setting', async () => {
  const update = (...args: string[]) => licet('provider', 'update', provider.providerId, ...args, ...database)
  expect(await update('--require-identity', 'true')).toMatchObject({ code: 2, err: expect.stringContaining('Use yes or no') })
  expect(await update('--require-identity', 'yes')).toMatchObject({
    code: 0,
    out: expect.stringContaining('accepts only people with an identity token'),
  })
  expect(JSON.parse((await update('--create-status', '200', '--json')).out)).toMatchObject({
    createStatus: 200,
    requireIdentity: true,
  })
  expect(JSON.parse((await update('--require-identity', 'no', '--json')).out)).not.toHaveProperty('requireIdentity')
  const strict = ['--name', 'B', '--email', 'a@example.com', '--require-identity', 'yes', '--json', ...database]
  expect(JSON.parse((await licet('provider', 'create', ...strict)).out).requireIdentity).toBe(true)
})
