import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AuthClient, type TokenSet } from '../../../src/client/index.ts'
import { PROBLEM_TYPE } from '../../../src/protocol/problem.ts'
import type { TestService } from '../../../src/testing/index.ts'
import { newClient } from '../../fixtures/client.ts'
import { openEmbeddedStorage } from '../../fixtures/databases.ts'
import { createTestService } from '../../fixtures/test-service.ts'

let test: TestService
let auth: AuthClient
let admin: TokenSet
/** The clock of the client, and of the service before any skew. */
let now = Date.now

beforeAll(async () => {
  test = await createTestService({ now: () => now() })
  auth = new AuthClient({ authUrl: test.authUrl, fetch: test.fetch, now: () => now() })
  admin = await auth.grant({ type: 'user', ...test.user })
})
afterAll(() => test.close())
afterEach(() => {
  test.faults.clear()
  test.requests.length = 0
})

const provider = () => ({ type: 'provider', providerId: test.provider.id, publicKey: test.provider.publicKey }) as const

describe('grants for the three client types', () => {
  it('returns account:admin and no refresh token for an API key', () => {
    expect(admin).toMatchObject({ scope: ['account:admin'] })
    expect(admin.refreshToken).toBeUndefined()
  })

  it('accepts the user id with the prefix that the CLI prints', async () => {
    const { userId, apiKey } = test.user
    expect(await auth.grant({ type: 'user', userId: `user:${userId}`, apiKey })).toMatchObject({ scope: ['account:admin'] })
  })

  it('returns the requested scope and a refresh token for a provider', async () => {
    const token = await auth.grant({ ...provider(), scope: ['account:provider'] })
    expect(token).toMatchObject({ scope: ['account:provider'], refreshToken: expect.any(String) })
  })

  it('returns a token without a scope for the signature of an address', async () => {
    const { address, signature } = await registerDevice('three-types')
    const token = await auth.grant({ type: 'address', providerId: test.provider.id, address, signature })
    expect(token.scope).toEqual([])
  })

  it('rejects a wrong secret with invalid_client, without the secret in the error', async () => {
    const error: unknown = await auth
      .grant({ type: 'user', userId: test.user.userId, apiKey: 'licet_canary' })
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'invalid_client', status: 401 })
    expect(String(error)).not.toContain('canary')
  })
})

describe('the service’s description of an error', () => {
  // Regression: a refused name was reported as `400 invalid_request`, without the member or the reason.
  it('is in the error, with the field', async () => {
    const error: unknown = await auth.createProvider(admin.accessToken, { name: ' ' }).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'invalid_request', status: 400, field: 'name' })
    expect(String(error)).toMatch(/\(400 invalid_request, name\).*name/)
    const scope = auth.grant({ ...provider(), scope: ['account:admin'] })
    await expect(scope).rejects.toThrow(/\(400 invalid_scope\)\. (?!Nothing was changed|Look up the code)/)
    // Regression: the error of an unknown license said twice that nothing was done.
    const unknown: unknown = await auth.getLicense(admin.accessToken, test.user.userId).catch((caught: unknown) => caught)
    expect(String(unknown).match(/Nothing was/g)).toHaveLength(1)
  })

  it('G15: is left out when it repeats a value of the request', async () => {
    const echo = (member: string, value: string) => ({
      kind: 'alter' as const,
      alter: () =>
        Response.json(
          { code: 'invalid_request', [member]: `no ${value}` },
          { status: 400, headers: { 'content-type': PROBLEM_TYPE } },
        ),
    })
    const failing = [
      () => auth.grant({ type: 'user', userId: test.user.userId, apiKey: 'licet_canary' }),
      () => auth.getProfile('canary.token.x'),
      () => auth.registerAddress('t', 'p', { id: 'canary', address: 'a', pubKey: 'b', signature: 'c' }),
    ]
    for (const [at, value] of ['licet_canary', 'canary.token.x', 'canary'].entries()) {
      for (const member of ['detail', 'error_description', 'field']) {
        test.faults.add(echo(member, value), { path: /auth\/token|profile|\/user$/ })
        const error: unknown = await failing[at]?.().catch((caught: unknown) => caught)
        expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringContaining('Look up the code') })
        expect(`${error} ${JSON.stringify(error)}`).not.toContain('canary')
      }
    }
  })
})

describe('licenses, for a server', () => {
  const holders = ['server-1', 'server-2', 'server-3']
  beforeAll(async () => {
    for (const userId of holders) {
      const client = newClient(test, { userId })
      await client.createLicense()
      await client.close()
    }
  })

  it('are listed in pages, newest first, with the app’s user ids', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await auth.listLicenses(admin.accessToken, { limit: 2, cursor })
      seen.push(...page.licenses.map(({ ptr, status }) => `${ptr} ${status}`))
      cursor = page.next
    } while (cursor !== undefined)
    expect(seen).toEqual(holders.toReversed().map((ptr) => `${ptr} active`))
    expect((await auth.listLicenses(admin.accessToken)).licenses).toHaveLength(holders.length)
  })

  it('are returned one by one, with every member', async () => {
    const [newest] = (await auth.listLicenses(admin.accessToken, { limit: 1 })).licenses
    expect(await auth.getLicense(admin.accessToken, newest?.id ?? '')).toEqual(newest)
    await expect(auth.getLicense(admin.accessToken, crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' })
  })

  it('are refused to a provider token, and for an invalid page', async () => {
    const { accessToken } = await auth.grant(provider())
    await expect(auth.listLicenses(accessToken)).rejects.toMatchObject({ code: 'insufficient_scope' })
    await expect(auth.listLicenses(admin.accessToken, { limit: 0 })).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('G14: are refused in a response with another format', async () => {
    const responses = [[], {}, { licenses: 'x' }, { licenses: [{ id: 'x' }] }, { licenses: [], next: 7 }]
    for (const body of responses) {
      test.faults.add({ kind: 'alter', alter: () => Response.json(body) }, { path: '/license' })
      await expect(auth.listLicenses(admin.accessToken)).rejects.toMatchObject({ code: 'invalid_response' })
    }
  })

  it('are requested from the license host', async () => {
    const urls: string[] = []
    const fetch = (input: string | URL | Request) => {
      urls.push(String(input))
      return Promise.resolve(Response.json({ licenses: [] }))
    }
    const other = new AuthClient({ authUrl: 'https://auth.example.com', trailUrl: 'https://trail.example.com/', fetch })
    expect(await other.listLicenses('token')).toEqual({ licenses: [], next: undefined })
    expect(urls).toEqual(['https://trail.example.com/license?'])
  })
})

describe('the expiry of a token', () => {
  // `Date` is truncated to whole seconds, so the client adds half a second.
  const HALF_SECOND_MS = 500
  const NOW = Math.ceil(Date.now() / 1000) * 1000
  beforeAll(() => {
    now = () => NOW
  })
  afterAll(() => {
    now = Date.now
  })

  it('B15: is read from the token itself, because expires is in seconds and expires_in in milliseconds', async () => {
    for (const expires of [1, 60, 86_400]) {
      test.faults.add(
        { kind: 'alter', alter: async (response) => Response.json({ ...(await response.json()), expires_in: 1e15 }) },
        { path: '/auth/token' },
      )
      const token = await auth.grant({ ...provider(), expires })
      expect(token.expiresAt).toBe(NOW + expires * 1000 - HALF_SECOND_MS)
    }
  })

  it('is converted to this device’s clock, even if that is wrong', async () => {
    test.skewMs = 7_200_000
    try {
      const token = await auth.grant(provider())
      expect(token.expiresAt).toBe(NOW + 600_000 - HALF_SECOND_MS)
    } finally {
      test.skewMs = 0
    }
  })
})

describe('refreshing', () => {
  afterEach(() => {
    now = Date.now
  })

  it('C9: makes one exchange for fifty concurrent refreshes of one token', async () => {
    const { refreshToken = '' } = await auth.grant(provider())
    test.requests.length = 0
    const tokens = await Promise.all(Array.from({ length: 50 }, () => auth.refresh(refreshToken)))
    expect(new Set(tokens).size).toBe(1)
    expect(test.requests.filter(({ path }) => path.endsWith('/token'))).toHaveLength(1)
    // Earlier clients sent `Bearer [object Promise]` after a refresh that was not awaited.
    const listed = await auth.listAddresses(tokens[0]?.accessToken ?? '', test.provider.id, { id: 'nobody' })
    expect(listed).toEqual([])
  })

  it('C2: rejects a token that was used 30 seconds ago with invalid_grant, and a new grant works', async () => {
    const { refreshToken = '' } = await auth.grant(provider())
    await auth.refresh(refreshToken)
    now = () => Date.now() + 31_000
    await expect(auth.refresh(refreshToken)).rejects.toMatchObject({ code: 'invalid_grant', status: 400 })
    expect((await auth.grant(provider())).accessToken).toEqual(expect.any(String))
  })

  it('C7: a lost response is repeated with the same token', async () => {
    const { refreshToken = '' } = await auth.grant(provider())
    test.faults.add({ kind: 'drop-response' }, { path: '/auth/token' })
    await expect(auth.refresh(refreshToken)).rejects.toMatchObject({ code: 'network_error' })
    const { refreshToken: next = '' } = await auth.refresh(refreshToken)
    expect((await auth.refresh(next)).accessToken).toEqual(expect.any(String))
  })

  it('rejects a revoked refresh token', async () => {
    const { refreshToken = '' } = await auth.grant(provider())
    await auth.revoke(admin.accessToken, { refreshToken })
    await expect(auth.refresh(refreshToken)).rejects.toMatchObject({ code: 'invalid_grant' })
  })
})

describe('accounts', () => {
  it('creates, lists and deletes keys and providers', async () => {
    const { accessToken } = admin
    expect(await auth.getProfile(accessToken)).toMatchObject({ userId: test.user.userId })
    const key = await auth.createApiKey(accessToken, { name: 'second' })
    expect(await auth.listApiKeys(accessToken)).toContainEqual(expect.objectContaining({ id: key.id, name: 'second' }))
    const second = { type: 'user', userId: test.user.userId, apiKey: key.key } as const
    await auth.grant(second)
    await auth.revoke(accessToken, { apiKey: key.key })
    await expect(auth.grant(second)).rejects.toMatchObject({ code: 'invalid_client' })
    const made = await auth.createProvider(accessToken, { name: 'Another app' })
    expect(await auth.getProvider(accessToken, made.providerId)).toEqual(made)
    await auth.deleteProvider(accessToken, made.providerId)
    await expect(auth.getProvider(accessToken, made.providerId)).rejects.toMatchObject({ code: 'not_found', status: 404 })
  })

  it('registers an address, finds it by address and by id, and erases it', async () => {
    const { accessToken } = await auth.grant(provider())
    const { address } = await registerDevice('to-be-erased')
    const byAddress = await auth.listAddresses(accessToken, test.provider.id, { address })
    expect(byAddress).toHaveLength(1)
    expect(await auth.listAddresses(accessToken, test.provider.id, { id: 'to-be-erased' })).toEqual(byAddress)
    await auth.deleteAddresses(admin.accessToken, test.provider.id, { address })
    expect(await auth.listAddresses(accessToken, test.provider.id, { address })).toEqual([])
  })
})

// Regression: the response had all devices of an id. Anyone can register thousands, and 20,000 took 1.3 seconds and 10 MB.
it('lists every device of a user id, one page after the other, and requests no page of another host', async () => {
  const storage = await openEmbeddedStorage()
  const service = await createTestService({ storage })
  const { id, publicKey } = service.provider
  await storage.query(
    `INSERT INTO licet.addresses (provider_id, address, ptr, spki, created)
     SELECT $1::uuid, lpad(n::text, 43, 'A'), 'ä & many', decode(repeat('00', 294), 'hex'), now() FROM generate_series(1, 205) AS n`,
    [id],
  )
  const client = new AuthClient({ authUrl: service.authUrl, fetch: service.fetch })
  const { accessToken } = await client.grant({ type: 'provider', providerId: id, publicKey })
  service.requests.length = 0
  const listed = await client.listAddresses(accessToken, id, { id: 'ä & many' })
  expect([listed.length, new Set(listed.map(({ address }) => address)).size, service.requests.length]).toEqual([205, 205, 3])

  const alter = () => Response.json([], { headers: { link: '<https://evil.example/other?cursor=1.A>; rel="next"' } })
  service.faults.add({ kind: 'alter', alter }, { path: /user$/ })
  await expect(client.listAddresses(accessToken, id, { id: 'ä & many' })).rejects.toMatchObject({ code: 'invalid_request' })
  expect(service.requests.at(-1)).toMatchObject({ path: expect.stringMatching(/user$/), status: 400 })
  await service.close()
})

describe('returned tokens', () => {
  it.each<[string, (token: string) => Promise<string> | string]>([
    ['changed in its last characters', (token) => `${token.slice(0, -6)}AAAAAA`],
    ['signed with algorithm none', (token) => token.replace(/^[^.]+/, btoa('{"alg":"none","typ":"at+jwt"}').replace(/=+$/, ''))],
    ['issued to another client', async () => (await auth.grant({ type: 'user', ...test.user })).accessToken],
    [
      'of the type of receipts',
      (token) => token.replace(/^[^.]+/, btoa('{"alg":"ES256","typ":"license-receipt+jwt","kid":"x"}').replace(/=+$/, '')),
    ],
    ['not a JWT', () => 'nonsense'],
  ])('A1–A10: rejects a token that is %s', async (_, change) => {
    test.faults.add(
      {
        kind: 'alter',
        alter: async (response) => {
          const token = (await response.json()) as { access_token: string }
          return Response.json({ ...token, access_token: await change(token.access_token) })
        },
      },
      { path: '/auth/token' },
    )
    await expect(auth.grant(provider())).rejects.toMatchObject({ code: 'invalid_response' })
  })

  it('A13: rejects an expired token', async () => {
    let ended: object = {}
    const keep = async (response: Response) => {
      ended = await response.json()
      return Response.json(ended)
    }
    test.faults.add({ kind: 'alter', alter: keep }, { path: '/auth/token' })
    await auth.grant({ ...provider(), expires: 1 })
    now = () => Date.now() + 63_000
    try {
      test.faults.add({ kind: 'alter', alter: () => Response.json(ended) }, { path: '/auth/token' })
      await expect(auth.grant(provider())).rejects.toMatchObject({ code: 'invalid_response' })
    } finally {
      now = Date.now
    }
  })

  // Such a token would never be renewed, because it seems to last a thousand times longer.
  it('A13: rejects a token with an expiry in milliseconds', async () => {
    const authUrl = 'https://auth.example'
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const keys = [{ ...(await exportJWK(publicKey)), kid: 'k' }]
    const iat = Math.floor(Date.now() / 1000)
    const grantUntil = async (exp: number) => {
      const access_token = await new SignJWT({ sub: 'user:u', iss: authUrl, iat, exp })
        .setProtectedHeader({ alg: 'ES256', kid: 'k', typ: 'at+jwt' })
        .sign(privateKey)
      const response = { access_token, token_type: 'Bearer', expires_in: 600_000, scope: 'account:admin' }
      const fetch = async (input: string | URL | Request) => Response.json(`${input}`.endsWith('/token') ? response : { keys })
      return new AuthClient({ authUrl, fetch }).grant({ type: 'user', userId: 'u', apiKey: 'licet_x' })
    }
    expect(await grantUntil(iat + 600)).toMatchObject({ scope: ['account:admin'] })
    await expect(grantUntil((iat + 600) * 1000)).rejects.toMatchObject({ code: 'invalid_response' })
  })

  it('A4: fetches the key set once per cooldown for an unknown kid', async () => {
    const fresh = new AuthClient({ authUrl: test.authUrl, fetch: test.fetch })
    await fresh.grant(provider())
    test.requests.length = 0
    let count = 0
    const header = () => btoa(`{"alg":"ES256","typ":"at+jwt","kid":"unknown-${count++}"}`).replace(/=+$/, '')
    test.faults.add(
      {
        kind: 'alter',
        alter: async (response) => {
          const token = (await response.json()) as { access_token: string }
          return Response.json({ ...token, access_token: token.access_token.replace(/^[^.]+/, header()) })
        },
      },
      { path: '/auth/token', times: 20 },
    )
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => fresh.grant(provider())))
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
    expect(test.requests.filter(({ path }) => path.endsWith('jwks.json'))).toHaveLength(1)
  })

  it.each([
    ['HTML', () => new Response('<html>')],
    ['a 500', () => new Response(null, { status: 500 })],
    ['a 404', () => Response.json({ code: 'not_found' }, { status: 404 })],
    ['a list of invalid keys', () => Response.json({ keys: [1, null] })],
  ])('A20: uses the token unverified when the key set is %s, and fetches the keys again later', async (_, alter) => {
    const fresh = new AuthClient({ authUrl: test.authUrl, fetch: test.fetch })
    test.faults.add({ kind: 'alter', alter }, { path: 'jwks.json', times: 2 })
    expect((await fresh.grant(provider())).accessToken).toEqual(expect.any(String))
    test.faults.clear()
    expect((await fresh.getKeySet()).keys.length).toBeGreaterThan(0)
  })
})

async function registerDevice(id: string): Promise<{ address: string; signature: string }> {
  const { generateDeviceKey, signBytes } = await import('../../../src/client/engine/device-key.ts')
  const { toBase64 } = await import('../../../src/core/base64.ts')
  const key = await generateDeviceKey(crypto.subtle)
  const sign = (text: string) => signBytes(crypto.subtle, key, new TextEncoder().encode(text))
  const { accessToken } = await auth.grant(provider())
  const registration = { id, address: key.address, pubKey: toBase64(key.publicKey), signature: await sign(`${id}.${key.address}`) }
  const registered = await auth.registerAddress(accessToken, test.provider.id, registration)
  expect(await auth.registerAddress(accessToken, test.provider.id, registration)).toEqual(registered)
  return { address: key.address, signature: await sign(key.address) }
}
