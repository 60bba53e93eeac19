import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
} from 'node:crypto'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { call, createTenant, grant, type Tenant, TOKEN } from '../fixtures/caller.ts'
import { AUTH_URL, atSkew, describeWorlds } from '../fixtures/worlds.ts'
import { countOf, inTitle } from '../support/counts.ts'

const PROFILE = '/api/latest/profile'
const UNKNOWN_KIDS = countOf(1000, 200)
const encode = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

describeWorlds('access tokens', (world) => {
  let tenant: Tenant
  let genuine: string
  let key: KeyObject
  let kid: string
  let claims: Record<string, unknown>

  beforeAll(async () => {
    tenant = await createTenant(world.service)
    genuine = await tenant.adminToken()
    const [row] = await world.storage.query<{ kid: string; private_jwk: string }>(
      'SELECT kid, private_jwk FROM licet.signing_keys WHERE retired IS NULL',
    )
    if (row === undefined) throw new Error('The database has no signing key.')
    key = createPrivateKey({ key: JSON.parse(row.private_jwk) as JsonWebKey, format: 'jwk' })
    kid = row.kid
    claims = decodeJwt(genuine)
  })

  const header = () => ({ alg: 'ES256', typ: 'at+jwt', kid })
  /** Signs a token with the key of the service, with changed header or claims. */
  const forge = (head: unknown, payload: unknown, by: KeyObject = key) => {
    const input = `${encode(head)}.${encode(payload)}`
    return `${input}.${sign('sha256', Buffer.from(input), { key: by, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
  }
  const status = async (token: string) =>
    (await call(world.service, PROFILE, { headers: { authorization: `Bearer ${token}` } })).status
  const withClaims = (change: Record<string, unknown>) => forge(header(), { ...claims, ...change })

  test('an access token has the documented claims, and jose verifies it', async () => {
    const keys = await call(world.service, '/.well-known/jwks.json')
    expect(keys.body.keys[0]).toEqual({
      kty: 'EC',
      crv: 'P-256',
      x: expect.any(String),
      y: expect.any(String),
      kid,
      use: 'sig',
      alg: 'ES256',
    })
    expect(keys.headers.get('cache-control')).toBe('public, max-age=300')
    const { payload } = await jwtVerify(genuine, createLocalJWKSet(keys.body), {
      typ: 'at+jwt',
      issuer: AUTH_URL,
      audience: AUTH_URL,
    })
    expect(payload).toMatchObject({
      sub: `user:${tenant.userId}`,
      client_id: `user:${tenant.userId}`,
      scp: ['account:admin'],
      jti: expect.any(String),
    })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600)
    expect(decodeProtectedHeader(genuine)).toEqual(header())
    expect(await status(forge(header(), claims))).toBe(200)
  })

  test('A1: alg none in any letter case is refused', async () => {
    for (const alg of ['none', 'None', 'NONE', 'nOnE']) {
      expect(await status(`${encode({ ...header(), alg })}.${encode(claims)}.`)).toBe(401)
      expect(await status(`${encode({ ...header(), alg })}.${encode(claims)}.${genuine.split('.')[2]}`)).toBe(401)
    }
    expect(await status(`${genuine.split('.').slice(0, 2).join('.')}.`)).toBe(401)
  })

  test('A2: HS256 keyed with the public key is refused', async () => {
    const spki = createPublicKey(key).export({ type: 'spki', format: 'pem' })
    const input = `${encode({ ...header(), alg: 'HS256' })}.${encode(claims)}`
    expect(await status(`${input}.${createHmac('sha256', spki).update(input).digest('base64url')}`)).toBe(401)
  })

  test('A3: another algorithm with the genuine key is refused', async () => {
    for (const alg of ['ES384', 'ES512', 'RS256', 'EdDSA', 'es256', ''])
      expect(await status(forge({ ...header(), alg }, claims))).toBe(401)
  })

  test(`A4: an unknown kid is refused, and ${inTitle(UNKNOWN_KIDS)} of them read the database once per cool-down`, async () => {
    let reads = 0
    const counted = await world.another({
      storage: {
        ...world.storage,
        query: (text, values) => {
          if (text.includes('FROM licet.signing_keys')) reads++
          return world.storage.query(text, values)
        },
      },
      monotonic: () => 0,
    })
    await call(counted, '/.well-known/jwks.json')
    const before = reads
    const responses = await Promise.all(
      Array.from({ length: UNKNOWN_KIDS }, (_, n) =>
        call(counted, PROFILE, { token: forge({ ...header(), kid: `unknown-${n}` }, claims) }),
      ),
    )
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([401]))
    expect(reads - before).toBeLessThanOrEqual(1)
  })

  test('A5, A6: a missing, malformed or hostile kid is refused', async () => {
    for (const odd of [undefined, null, 1, {}, '', '../../key', "' OR 1=1 --", 'x'.repeat(10_000), '__proto__', 'constructor']) {
      expect(await status(forge({ ...header(), kid: odd }, claims))).toBe(401)
    }
  })

  test('A7: the kid of one key with the signature of another is refused', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    expect(await status(forge(header(), claims, privateKey))).toBe(401)
  })

  test('A8: keys in the header of a token are ignored', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk = publicKey.export({ format: 'jwk' })
    for (const extra of [
      { jwk },
      { jku: 'https://evil.example/jwks.json' },
      { x5u: 'https://evil.example/x' },
      { x5c: ['AAAA'] },
    ]) {
      expect(await status(forge({ ...header(), ...extra }, claims, privateKey))).toBe(401)
      expect(await status(forge({ ...header(), ...extra }, claims))).toBe(200)
    }
  })

  test('A9: an unknown crit and b64 are refused', async () => {
    for (const extra of [{ crit: ['x'], x: 1 }, { crit: [] }, { b64: false, crit: ['b64'] }, { b64: true }]) {
      expect(await status(forge({ ...header(), ...extra }, claims))).toBe(401)
    }
  })

  test('A10: a token of another type is refused', async () => {
    for (const typ of [undefined, 'JWT', 'rt+jwt', 'license-receipt+jwt', 'AT+JWT', 'application/at+jwt', 1]) {
      expect(await status(forge({ ...header(), typ }, claims))).toBe(401)
    }
    const { refresh_token } = await grant(world.service, {
      client_id: `provider:${tenant.provider.providerId}`,
      client_secret: tenant.provider.pubKey,
    })
    expect(await status(refresh_token ?? '')).toBe(401)
    const refreshed = await call(world.service, TOKEN, { form: { grant_type: 'refresh_token', refresh_token: genuine } })
    expect(refreshed.body.error).toBe('invalid_grant')
  })

  test('A11, A12: another audience or issuer is refused', async () => {
    for (const aud of ['https://other.example', 'https://auth.example', `${AUTH_URL}/`, '', [], [AUTH_URL, 'x'], undefined]) {
      expect(await status(withClaims({ aud }))).toBe(401)
    }
    for (const iss of [
      `${AUTH_URL}/`,
      'http://auth.example.com',
      'https://auth.example.com:443',
      'https://AUTH.example.com',
      undefined,
    ]) {
      expect(await status(withClaims({ iss }))).toBe(401)
    }
  })

  test('A13: exp must be whole seconds in the future, within the longest lifetime', async () => {
    const now = Math.floor(Date.now() / 1000)
    expect(await status(withClaims({ exp: now + 60 }))).toBe(200)
    for (const exp of [now - 1, now, undefined, null, String(now + 60), now + 60.5, Date.now() + 60_000, now + 90_000, -1]) {
      expect(await status(withClaims({ exp }))).toBe(401)
    }
    expect(await status(forge(header(), JSON.stringify(claims).replace(/"exp":\d+/, '"exp":1e400')))).toBe(401)
  })

  test('A14: iat and nbf may be at most 60 seconds in the future', async () => {
    const now = Math.floor(Date.now() / 1000)
    expect(await status(withClaims({ iat: now + 55, exp: now + 300 }))).toBe(200)
    expect(await status(withClaims({ iat: now + 70, exp: now + 300 }))).toBe(401)
    expect(await status(withClaims({ nbf: now + 55 }))).toBe(200)
    expect(await status(withClaims({ nbf: now + 70 }))).toBe(401)
    expect(await status(withClaims({ nbf: 'soon' }))).toBe(401)
    expect(await status(withClaims({ iat: undefined }))).toBe(401)
  })

  test('A15: a repeated claim is refused', async () => {
    const twice = JSON.stringify(claims).replace('{', '{"sub":"user:x",')
    expect(await status(forge(header(), twice))).toBe(401)
    expect(await status(forge(JSON.stringify(header()).replace('{', '{"alg":"none",'), claims))).toBe(401)
  })

  test('A16: a DER signature and one with r or s of zero are refused', async () => {
    const input = `${encode(header())}.${encode(claims)}`
    const der = sign('sha256', Buffer.from(input), key).toString('base64url')
    expect(await status(`${input}.${der}`)).toBe(401)
    const [, , signature = ''] = genuine.split('.')
    const bytes = Buffer.from(signature, 'base64url')
    for (const zero of [
      Buffer.alloc(64),
      Buffer.concat([Buffer.alloc(32), bytes.subarray(32)]),
      Buffer.concat([bytes.subarray(0, 32), Buffer.alloc(32)]),
    ]) {
      expect(await status(`${genuine.split('.').slice(0, 2).join('.')}.${zero.toString('base64url')}`)).toBe(401)
    }
  })

  test('A17, A18: a token has only one accepted encoding', async () => {
    const [head, body, signature = ''] = genuine.split('.')
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const next = last[last.indexOf(signature.at(-1) ?? '') + 1] ?? ''
    const spellings = [
      `${genuine}=`,
      `${genuine}==`,
      `${head}.${body}.${signature.slice(0, -1)}${next}`,
      ` ${genuine}`,
      `${genuine} `,
      `${head}.${body}`,
      `${genuine}.x`,
      `${head}.${body}.${signature}.`,
      genuine.replace('.', '\t.'),
      `${genuine}${'A'.repeat(1_000_000)}`,
    ]
    for (const spelling of spellings.filter((text) => text.trim() !== genuine)) expect(await status(spelling)).toBe(401)
    // Regression: another scheme got error="invalid_token", which RFC 6750 section 3.1 allows only for a bearer token.
    for (const scheme of ['Basic', 'Bearer:', 'Token', '']) {
      const response = await call(world.service, PROFILE, { headers: { authorization: `${scheme} ${genuine}`.trim() } })
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="licet"'])
      expect(response.body.detail).toContain('has no bearer token')
    }
    expect((await call(world.service, PROFILE, { headers: { authorization: `bearer ${genuine}` } })).status).toBe(200)
    expect((await call(world.service, `${PROFILE}?access_token=${genuine}`)).status).toBe(401)
    expect(
      (await call(world.service, PROFILE, { headers: { authorization: `Bearer ${genuine}, Bearer ${genuine}` } })).status,
    ).toBe(401)
  })

  test('A19: the token of a revoked key, a deleted provider, an erased device or a removed signing key is refused', async () => {
    const revokedTenant = await createTenant(world.service)
    const admin = await revokedTenant.adminToken()
    const providerToken = await revokedTenant.providerToken()
    const { device, token } = await revokedTenant.device()
    const erased = await revokedTenant.device('user-2')
    const path = `/api/latest/provider/${revokedTenant.provider.providerId}`
    expect((await call(world.service, `${path}/user?id=user-2`, { token: admin, method: 'DELETE' })).status).toBe(204)
    expect((await call(world.service, '/license', { token: erased.token })).status).toBe(401)
    expect((await call(world.service, '/license/verify', { token: erased.token, json: {} })).status).toBe(401)

    expect((await call(world.service, path, { token: admin, method: 'DELETE' })).status).toBe(204)
    const registration = {
      id: 'user-1',
      address: device.address,
      pubKey: device.pubKey,
      signature: device.sign(`user-1.${device.address}`),
    }
    expect((await call(world.service, `${path}/user`, { token: providerToken, json: registration })).status).toBe(401)
    // Regression: List Addresses checked only the token, so that a deleted provider could still read its users.
    expect((await call(world.service, `${path}/user?id=user-1`, { token: providerToken })).status).toBe(401)
    expect((await call(world.service, '/license', { token })).status).toBe(401)
    const { providerId, pubKey } = revokedTenant.provider
    for (const [client_id, client_secret] of [
      [`provider:${providerId}`, pubKey],
      [`address:${providerId}:${device.address}`, device.sign(device.address)],
    ] as const) {
      const form = { grant_type: 'client_credentials', client_id, client_secret }
      const refused = await call(world.service, TOKEN, { form })
      expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client'])
    }

    expect((await call(world.service, TOKEN, { token: admin, form: { token: revokedTenant.apiKey } })).status).toBe(200)
    expect((await call(world.service, PROFILE, { token: admin })).status).toBe(401)
  })

  test('A21: tokens have a positive lifetime when the clock moves an hour back or forward', async () => {
    for (const skew of [-3_600_000, 3_600_000]) {
      const { access_token } = await atSkew(world, skew, () =>
        grant(world.service, { client_id: `user:${tenant.userId}`, client_secret: tenant.apiKey }),
      )
      const { iat = 0, exp = 0 } = decodeJwt(access_token)
      expect(exp - iat).toBe(600)
      expect(await status(access_token)).toBe(401)
    }
  })
})
