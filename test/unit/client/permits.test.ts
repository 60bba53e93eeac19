import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AuthClient } from '../../../src/client/index.ts'
import { agreement, newUserId, openService } from '../../fixtures/client.ts'
import { createBackend } from '../../fixtures/identity.ts'

const { test, open } = await openService()
const backend = createBackend(test.provider.id)

let credentials: { readonly userId: string; readonly apiKey: string }
/** A person with a vouched license, and a person with one that is only claimed. */
let [ada, eve] = ['', '']
beforeAll(async () => {
  const { admin } = test.service
  const { key } = await admin.createApiKey({ userId: test.user.userId, scope: 'trail' })
  credentials = { userId: test.user.userId, apiKey: key }
  await admin.addIdentityKey(test.provider.id, backend.publicJwk as { kty: string; crv: string; x: string; y: string })
  ada = newUserId()
  eve = newUserId()
  const identity = () => backend.token(ada, { aud: test.authUrl })
  await open(test, { userId: ada, identity }).createLicense()
  await open(test, { userId: eve }).createLicense()
})

let clockMs = 0
beforeEach(() => {
  clockMs = 0
  test.requests.length = 0
})
const newAuth = (options: Partial<ConstructorParameters<typeof AuthClient>[0]> = {}) =>
  new AuthClient({ authUrl: test.authUrl, fetch: test.fetch, credentials, monotonic: () => clockMs, ...options })
const asked = () => test.requests.filter(({ path }) => path.startsWith('/license/permit')).length
const granted = () => test.requests.filter(({ path }) => path.endsWith('/auth/token')).length
const usecase = 'analytics'

describe('permits', () => {
  it('returns whether a use is permitted, why, and whether the backend vouched for the person', async () => {
    const auth = newAuth()
    expect(await auth.permits({ userId: ada, usecase })).toEqual({
      permitted: true,
      reason: 'licensed',
      vouched: true,
      license: { id: expect.any(String) },
    })
    expect(await auth.permits({ userId: eve, usecase })).toEqual({ permitted: false, reason: 'no_active_license', vouched: false })
    expect(await auth.permits({ userId: eve, usecase, allowUnvouched: true })).toMatchObject({ permitted: true, vouched: false })
    expect(await auth.permits({ userId: ada, usecase: 'ai_training' })).toEqual({
      permitted: false,
      reason: 'not_covered',
      vouched: false,
    })
    expect((await auth.permits({ userId: 'nobody', usecase })).reason).toBe('no_active_license')
    expect((await auth.permits({ userId: ada, usecase, destination: 'ads.example' })).permitted).toBe(false)
  })

  it('asks about a device by its address', async () => {
    const license = await open(test).createLicense()
    expect(await newAuth().permits({ address: license.address, usecase })).toMatchObject({ license: { id: license.id } })
  })

  it('sends questions that are asked at the same time in one request, and the same question once', async () => {
    const auth = newAuth()
    const [first, second, third, fourth] = await Promise.all([
      auth.permits({ userId: ada, usecase }),
      auth.permits({ userId: eve, usecase, allowUnvouched: true }),
      auth.permits({ userId: ada, usecase: 'ai_training' }),
      auth.permits({ userId: ada, usecase }),
    ])
    expect([first?.vouched, second?.vouched, third?.permitted, fourth?.vouched]).toEqual([true, false, false, true])
    expect([asked(), granted()]).toEqual([1, 1])
  })

  it('keeps an answer for 5 seconds, or for the configured time', async () => {
    const auth = newAuth()
    await auth.permits({ userId: ada, usecase })
    clockMs = 4999
    await auth.permits({ userId: ada, usecase })
    expect(asked()).toBe(1)
    clockMs = 5000
    await auth.permits({ userId: ada, usecase })
    expect([asked(), granted()]).toEqual([2, 1])
    const fresh = newAuth({ permitCacheMs: 0 })
    for (let n = 0; n < 3; n++) await fresh.permits({ userId: ada, usecase })
    expect(asked()).toBe(5)
  })

  it('notices a withdrawal when the answer is no longer kept', async () => {
    const client = open(test)
    const { ptr: userId } = await client.createLicense()
    const auth = newAuth()
    const question = { userId, usecase, allowUnvouched: true }
    expect((await auth.permits(question)).permitted).toBe(true)
    await client.revokeLicense()
    expect((await auth.permits(question)).permitted).toBe(true)
    clockMs = 5000
    expect(await auth.permits(question)).toMatchObject({ permitted: false, reason: 'no_active_license' })
  })

  it('keeps no answer beyond the end of its license', async () => {
    const ends = new Date(Date.now() + 60_000).toISOString()
    const client = open(test, { agreement: { ...agreement, expiry: ends } })
    const { ptr: userId } = await client.createLicense()
    const auth = newAuth({ permitCacheMs: 120_000 })
    const question = { userId, usecase, allowUnvouched: true }
    expect((await auth.permits(question)).license?.expiry).toBe(ends)
    clockMs = 60_000
    test.skewMs = 60_000
    expect((await auth.permits(question)).permitted).toBe(false)
    expect(asked()).toBe(2)
  })

  it('does not keep a failure', async () => {
    const auth = newAuth()
    test.faults.add({ kind: 'status', status: 503 }, { path: '/license/permit' })
    await expect(auth.permits({ userId: ada, usecase })).rejects.toMatchObject({ code: 'unavailable' })
    expect((await auth.permits({ userId: ada, usecase })).permitted).toBe(true)
  })

  it('gets a new token when the service rejects the old one', async () => {
    const auth = newAuth({ permitCacheMs: 0 })
    await auth.permits({ userId: ada, usecase })
    test.faults.add({ kind: 'status', status: 401, code: 'invalid_token' }, { path: '/license/permit' })
    expect((await auth.permits({ userId: ada, usecase })).permitted).toBe(true)
    expect([asked(), granted()]).toEqual([3, 2])
  })

  it('counts only licenses of the configured provider', async () => {
    const other = await test.service.admin.createProvider({
      orgId: await orgOf(),
      name: 'Other',
    })
    expect((await newAuth({ providerId: test.provider.id }).permits({ userId: ada, usecase })).permitted).toBe(true)
    expect((await newAuth({ providerId: other.providerId }).permits({ userId: ada, usecase })).permitted).toBe(false)
  })

  it('reports missing credentials, a wrong API key and a question without a person', async () => {
    const question = { userId: ada, usecase }
    await expect(newAuth({ credentials: undefined }).permits(question)).rejects.toMatchObject({
      code: 'invalid_configuration',
      field: 'credentials',
    })
    const wrong = newAuth({ credentials: { ...credentials, apiKey: 'licet_wrong' } })
    await expect(wrong.permits(question)).rejects.toMatchObject({ code: 'invalid_client' })
    await expect(newAuth().permits({ userId: '', usecase })).rejects.toMatchObject({ code: 'invalid_request', field: 'userId' })
    await expect(newAuth().permits({ usecase } as never)).rejects.toMatchObject({ code: 'invalid_request' })
    const error: unknown = await newAuth()
      .permits({ userId: 'secret-person', usecase: 'not a word' })
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'invalid_request' })
    expect(String(error)).not.toContain('secret-person')
  })
})

it('refuses a wrong question alone, and answers those that were asked with it', async () => {
  const auth = newAuth()
  const wrong = [
    { userId: 'u'.repeat(257), usecase },
    { userId: '\ud800', usecase },
    { userId: 'a\u0000b', usecase },
    { userId: ada, usecase: 'two words' },
    { userId: ada, usecase, destination: '' },
    { userId: ada, usecase: [usecase] },
    { userId: ada, usecase, destination: ['ads.example.com'] },
    { userId: ada, address: 'a'.repeat(43), usecase },
    { userId: null, address: 'a'.repeat(43), usecase },
  ]
  const [right, ...refused] = await Promise.allSettled(
    [{ userId: ada, usecase }, ...wrong].map((question) => auth.permits(question as never)),
  )
  expect(right).toMatchObject({ status: 'fulfilled', value: { permitted: true } })
  for (const outcome of refused) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'invalid_request' } })
  expect(asked()).toBe(1)
})

describe('permitsMany', () => {
  it('answers in order, with one request for every 1,000 different questions', async () => {
    const questions = Array.from({ length: 2500 }, (_, n) => ({ userId: n % 2 ? `nobody-${n}` : ada, usecase: `use-${n}` }))
    const permits = await newAuth().permitsMany([...questions, { userId: ada, usecase }])
    expect(permits).toHaveLength(2501)
    expect(permits.slice(0, 4).map(({ reason }) => reason)).toEqual([
      'not_covered',
      'no_active_license',
      'not_covered',
      'no_active_license',
    ])
    expect(permits.at(-1)).toMatchObject({ permitted: true, vouched: true })
    expect(asked()).toBe(3)
  })

  it('splits questions that are too large for one request', async () => {
    const questions = Array.from({ length: 700 }, (_, n) => ({ userId: `${'ü'.repeat(250)}${n}`, usecase }))
    const permits = await newAuth().permitsMany(questions)
    expect(permits.map(({ reason }) => reason)).toEqual(questions.map(() => 'no_active_license'))
    expect(asked()).toBeGreaterThan(1)
  })

  it('returns nothing for no questions', async () => {
    expect(await newAuth().permitsMany([])).toEqual([])
    expect(asked()).toBe(0)
  })
})

async function orgOf(): Promise<string> {
  const auth = new AuthClient({ authUrl: test.authUrl, fetch: test.fetch })
  const { accessToken } = await auth.grant({ type: 'user', ...test.user })
  return (await auth.getProfile(accessToken)).orgId
}
