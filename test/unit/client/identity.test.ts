import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { createMemoryStorage, type ServiceClientConfig } from '../../../src/client/index.ts'
import { createIdentityToken } from '../../../src/server/index.ts'
import { newUserId, openService, until } from '../../fixtures/client.ts'
import { createBackend } from '../../fixtures/identity.ts'

const { test: service, open } = await openService()

let identityKey = ''
beforeAll(async () => {
  const { publicJwk, privateKey } = createBackend(service.provider.id)
  await service.service.admin.addIdentityKey(service.provider.id, publicJwk as { kty: string; crv: string; x: string; y: string })
  identityKey = JSON.stringify(privateKey.export({ format: 'jwk' }))
})

/** What a route of the host app returns for the signed-in person. */
const tokenOf = (userId: string, authUrl = service.authUrl) =>
  createIdentityToken({ userId, identityKey, providerId: service.provider.id, authUrl })
const registrations = () => service.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/user')).length

test('a license of a client with an identity function is vouched for, and nothing is asked before the decision', async () => {
  const userId = newUserId()
  let calls = 0
  const identity = () => {
    calls++
    return tokenOf(userId)
  }
  const client = open(service, { userId, identity })
  await client.getLicense()
  expect(calls).toBe(0)
  const license = await client.createLicense()
  expect(license.vouched).toBe(true)
  expect(decodeJwt(license.receipt).vch).toBe(true)
  await client.revokeLicense()
  expect([calls, registrations()]).toEqual([1, 1])
})

test('a license of a client with an identity token as text is vouched for', async () => {
  const userId = newUserId()
  expect((await open(service, { userId, identity: await tokenOf(userId) }).createLicense()).vouched).toBe(true)
})

test('a device that registered before the app had identities is vouched for at its next agreement, and not before', async () => {
  const userId = newUserId()
  const storage = createMemoryStorage()
  const before = open(service, { userId, storage })
  expect((await before.createLicense()).vouched).toBe(false)
  await before.close()
  const identity = () => tokenOf(userId)
  const client = open(service, { userId, storage, identity })
  service.requests.length = 0
  const withdrawal = await client.revokeLicense()
  expect([withdrawal.vouched, registrations()]).toEqual([false, 0])
  expect((await client.createLicense()).vouched).toBe(true)
  await client.revokeLicense()
  await client.createLicense()
  expect(registrations()).toBe(1)
})

test('a withdrawal on one device ends the license of the other device of the person, which learns of it when it looks', async () => {
  const userId = newUserId()
  const identity = () => tokenOf(userId)
  const [phone, tablet] = [open(service, { userId, identity }), open(service, { userId, identity })]
  await phone.createLicense()
  const agreed = await tablet.createLicense()
  const withdrawal = await phone.revokeLicense()
  expect(withdrawal.vouched).toBe(true)
  expect(tablet.getSnapshot().licensed).toBe(true)
  expect(await tablet.verifyLicense({ usecase: 'analytics', destination: 'acme.example' })).toMatchObject({ verified: false })
  const ended = await tablet.getLicense({ refresh: true })
  expect(ended).toMatchObject({ id: agreed.id, status: 'revoked', endedBy: withdrawal.id })
  expect(tablet.getSnapshot()).toMatchObject({ licensed: false, receiptStatus: 'verified', needs: 'first' })
  await expect(tablet.revokeLicense()).rejects.toMatchObject({ code: 'nothing_agreed' })
  expect(await tablet.createLicense()).toMatchObject({ status: 'active', vouched: true })
})

test('a withdrawal on a device that has not looked yet succeeds, although the license has ended already', async () => {
  const userId = newUserId()
  const identity = () => tokenOf(userId)
  const [phone, tablet] = [open(service, { userId, identity }), open(service, { userId, identity })]
  await phone.createLicense()
  await tablet.createLicense()
  await phone.revokeLicense()
  const outcome = await tablet.revokeLicense().catch((error: unknown) => error)
  expect(outcome).toMatchObject({ code: 'nothing_to_revoke' })
  expect(tablet.getSnapshot().licensed).toBe(false)
})

describe('an identity that cannot be used now', () => {
  const pendingError = async (config: Partial<ServiceClientConfig>) => {
    const client = open(service, config)
    const created = client.createLicense().catch((error: unknown) => error)
    await until(client, ({ pending, error }) => pending?.lastError !== undefined || error !== undefined)
    return { client, created, pending: client.getSnapshot().pending }
  }

  test.each<[string, () => string | Promise<string>]>([
    ['rejects', () => Promise.reject(new Error('offline'))],
    [
      'throws',
      () => {
        throw new Error('broken')
      },
    ],
    ['returns nothing', () => ''],
    ['returns something else', () => ({}) as unknown as string],
    ['never ends', () => new Promise<string>(() => {})],
  ])('keeps the decision when the function %s, and delivers it later', async (_, fail) => {
    const userId = newUserId()
    let identity = fail
    const { client, created, pending } = await pendingError({ userId, identity: () => identity(), timeoutMs: 1000 })
    expect(pending?.lastError).toMatchObject({ code: 'identity_unavailable' })
    identity = () => tokenOf(userId)
    client.retry()
    expect(await created).toMatchObject({ vouched: true })
  })

  test('asks the function again when the service reports that the token has expired', async () => {
    const userId = newUserId()
    const old = await tokenOf(userId)
    service.skewMs = 400_000
    const tokens = [old]
    const identity = () => tokens.shift() ?? tokenOf(userId)
    // The clock of this machine is 400 s behind: a new token has the age of the old one.
    const { created, client, pending } = await pendingError({ userId, identity })
    expect([pending?.lastError?.code, registrations()]).toEqual(['identity_expired', 2])
    service.skewMs = 0
    client.retry()
    expect(await created).toMatchObject({ vouched: true })
  })

  test('a text that has expired keeps the decision for the next page, which has a new one', async () => {
    const userId = newUserId()
    const storage = createMemoryStorage()
    const identity = await tokenOf(userId)
    service.skewMs = 400_000
    const { client, created, pending } = await pendingError({ userId, storage, identity })
    expect([pending?.lastError?.code, registrations()]).toEqual(['identity_expired', 1])
    service.skewMs = 0
    await client.close()
    expect(await created).toMatchObject({ code: 'closed' })
    const next = open(service, { userId, storage, identity: await tokenOf(userId) })
    await until(next, ({ licensed }) => licensed)
    expect(next.getSnapshot().license?.vouched).toBe(true)
  })

  test('a token for another service is a mistake in the configuration, which ends the decision', async () => {
    const userId = newUserId()
    const client = open(service, { userId, identity: () => tokenOf(userId, 'https://other.example') })
    await expect(client.createLicense()).rejects.toMatchObject({ code: 'identity_wrong_audience' })
    expect(client.getSnapshot().pending).toBeUndefined()
  })
})

test('a configuration with an identity of another type is refused', () => {
  expect(() => open(service, { identity: '' })).toThrow(
    expect.objectContaining({ code: 'invalid_configuration', field: 'identity' }),
  )
})
