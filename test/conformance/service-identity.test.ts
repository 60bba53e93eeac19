import { createHmac, randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_IDENTITY_KEYS } from '../../src/core/limits.ts'
import { call, createTenant, type Tenant } from '../fixtures/caller.ts'
import { pooledDevice, signedRequest } from '../fixtures/device.ts'
import { addIdentityKey, type Backend, createBackend, registerWith, signJwt } from '../fixtures/identity.ts'
import { atSkew, describeWorlds } from '../fixtures/worlds.ts'

describeWorlds('vouched identity', (world) => {
  let tenant: Tenant
  let backend: Backend
  let devices = 0
  const nextDevice = () => pooledDevice(devices++)

  beforeAll(async () => {
    tenant = await createTenant(world.service)
    backend = createBackend(tenant.provider.providerId)
    await addIdentityKey(world.service, tenant, backend)
  })

  const register = (device = nextDevice(), id = 'ada', identity: string | undefined = backend.token(id)) =>
    registerWith(world.service, tenant, device, id, identity)
  const registerUnvouched = (device = nextDevice(), id = 'ada') => registerWith(world.service, tenant, device, id, undefined)
  const agree = async (device = nextDevice(), ptr = 'ada', members = {}) =>
    call(world.service, '/license/create', {
      token: await tenant.addressToken(device),
      json: signedRequest(device, { ptr, ...members }),
    })

  test.each(['ec', 'ed25519'] as const)('a device with an identity token of a key of type %s is vouched for', async (type) => {
    const signer = createBackend(tenant.provider.providerId, type)
    expect((await addIdentityKey(world.service, tenant, signer)).status).toBe(201)
    const device = nextDevice()
    const { status, body } = await register(device, 'ada', signer.token('ada'))
    expect([status, body.vouched]).toEqual([200, true])
    const license = (await agree(device)).body
    expect(license.vouched).toBe(true)
    expect(decodeJwt(license.receipt).vch).toBe(true)
  })

  // Regression: each of several requests counted the keys before the others had stored theirs.
  test(`a provider has at most ${MAX_IDENTITY_KEYS} identity keys, even when many are added at the same time`, async () => {
    const other = await createTenant(world.service)
    const signers = Array.from({ length: MAX_IDENTITY_KEYS + 4 }, () => createBackend(other.provider.providerId))
    const adding = signers.map((signer) => addIdentityKey(world.service, other, signer))
    const statuses = (await Promise.all(adding)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(MAX_IDENTITY_KEYS)
    expect(await world.service.admin.listIdentityKeys(other.provider.providerId)).toHaveLength(MAX_IDENTITY_KEYS)
  })

  test('without an identity token, the device and its licenses are not vouched for', async () => {
    const device = nextDevice()
    expect((await registerUnvouched(device)).body.vouched).toBe(false)
    const license = (await agree(device)).body
    expect([license.vouched, decodeJwt(license.receipt).vch]).toEqual([false, false])
  })

  test('a license of a vouched device for another person is not vouched for', async () => {
    const device = nextDevice()
    await register(device, 'mallory')
    const license = (await agree(device, 'ada')).body
    expect([license.ptr, license.vouched, decodeJwt(license.receipt).vch]).toEqual(['ada', false, false])
  })

  test('a registered device is vouched for after it registers again with a token, and its older license stays as it was', async () => {
    const device = nextDevice()
    const first = (await registerUnvouched(device)).body
    const before = (await agree(device)).body
    const second = (await register(device)).body
    expect(second).toEqual({ ...first, vouched: true })
    const token = await tenant.addressToken(device)
    expect((await call(world.service, `/license/${before.id}`, { token })).body.vouched).toBe(false)
    expect((await agree(device, 'ada', { description: 'Again' })).body.vouched).toBe(true)
    expect((await registerUnvouched(device)).body).toEqual(second)
  })

  test('an erased license keeps whether it was vouched for', async () => {
    const device = nextDevice()
    await register(device, 'erin')
    const { id } = (await agree(device, 'erin')).body
    const admin = await tenant.adminToken()
    const path = `/api/latest/provider/${tenant.provider.providerId}/user?id=erin`
    expect((await call(world.service, path, { token: admin, method: 'DELETE' })).status).toBe(204)
    const erased = (await call(world.service, `/license/${id}`, { token: admin })).body
    expect([erased.status, erased.vouched, decodeJwt(erased.receipt).vch]).toEqual(['erased', true, true])
  })

  describe('the token of a registration', () => {
    const seconds = () => Math.floor(Date.now() / 1000)

    test.each<[string, string, () => string]>([
      ['is not a JWT', 'invalid_identity', () => 'ada'],
      ['is longer than 4,096 characters', 'invalid_identity', () => backend.token('ada', { more: 'm'.repeat(4096) })],
      ['names another person', 'invalid_identity', () => backend.token('mallory')],
      ['has no person', 'invalid_identity', () => backend.token('ada', { sub: undefined })],
      ['is of another provider', 'invalid_identity', () => backend.token('ada', { iss: randomUUID() })],
      ['has another type', 'invalid_identity', () => backend.token('ada', {}, { typ: 'at+jwt' })],
      ['has no type', 'invalid_identity', () => backend.token('ada', {}, { typ: undefined })],
      ['has no key id', 'invalid_identity', () => backend.token('ada', {}, { kid: undefined })],
      ['has a critical extension', 'invalid_identity', () => backend.token('ada', {}, { crit: ['b64'], b64: true })],
      ['claims another algorithm than its key', 'invalid_identity', () => backend.token('ada', {}, { alg: 'EdDSA' })],
      ['has no jti', 'invalid_identity', () => backend.token('ada', { jti: undefined })],
      ['has an empty jti', 'invalid_identity', () => backend.token('ada', { jti: '' })],
      ['has a jti of 257 characters', 'invalid_identity', () => backend.token('ada', { jti: 'j'.repeat(257) })],
      ['has no exp', 'invalid_identity', () => backend.token('ada', { exp: undefined })],
      ['has an exp that is not a number', 'invalid_identity', () => backend.token('ada', { exp: String(seconds() + 60) })],
      ['is valid for longer than ten minutes', 'invalid_identity', () => backend.token('ada', { exp: seconds() + 601 })],
      ['was made for another service', 'identity_wrong_audience', () => backend.token('ada', { aud: 'https://other.example' })],
      [
        'was also made for another service',
        'identity_wrong_audience',
        () => backend.token('ada', { aud: ['https://auth.example.com', 'https://other.example'] }),
      ],
      ['has no audience', 'identity_wrong_audience', () => backend.token('ada', { aud: undefined })],
      ['expired', 'identity_expired', () => backend.token('ada', { iat: seconds() - 400, exp: seconds() - 61 })],
      ['expires in eleven minutes', 'identity_clock_skew', () => backend.token('ada', { iat: undefined, exp: seconds() + 670 })],
      ['begins in two minutes', 'identity_clock_skew', () => backend.token('ada', { iat: seconds() + 120 })],
      ['is not valid before two minutes from now', 'identity_clock_skew', () => backend.token('ada', { nbf: seconds() + 120 })],
    ])('is refused when it %s', async (_, code, create) => {
      const device = nextDevice()
      const { status, body } = await register(device, 'ada', create())
      expect([status, body.code, body.field]).toEqual([400, code, 'identity'])
      expect(body.detail).not.toContain('ada')
      expect((await tenant.addressToken(device).catch((error: Error) => error.message)) as string).toContain('invalid_client')
    })

    test('is accepted from a clock that is 50 seconds ahead or behind, and with its audience as a list', async () => {
      for (const skew of [50, -50]) {
        const now = seconds() + skew
        const claims = { iat: now, exp: now + (skew < 0 ? 1 : 600), aud: ['https://auth.example.com'] }
        expect((await register(nextDevice(), 'ada', backend.token('ada', claims))).body.vouched).toBe(true)
      }
    })

    test('is refused without a signature, with HMAC of the public key, and with the signature of another key', async () => {
      const [, payload = ''] = backend.token('ada').split('.')
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const header = { typ: 'licet-identity+jwt', kid: backend.kid }
      const none = `${encode({ ...header, alg: 'none' })}.${payload}.`
      const input = `${encode({ ...header, alg: 'HS256' })}.${payload}`
      const hmac = createHmac('sha256', JSON.stringify(backend.publicJwk)).update(input).digest('base64url')
      const stranger = createBackend(tenant.provider.providerId)
      const forged = stranger.token('ada', {}, { kid: backend.kid })
      const [head = '', , tail = ''] = backend.token('ada').split('.')
      const withKeyInside = signJwt(
        { ...header, alg: 'ES256', kid: stranger.kid, jwk: stranger.publicJwk, jku: 'https://evil.example/keys' },
        decodeJwt(backend.token('ada')),
        stranger.privateKey,
      )
      const outcomes = []
      for (const token of [none, `${none}AA`, `${input}.${hmac}`, forged, `${head}.${payload}.${tail}`, withKeyInside])
        outcomes.push((await register(nextDevice(), 'ada', token)).body.code)
      const invalid = 'invalid_identity'
      expect(outcomes).toEqual([invalid, invalid, invalid, invalid, invalid, 'identity_key_unknown'])
    })

    test('is refused after another device has used it, and accepted again from the first one', async () => {
      const token = backend.token('ada')
      const first = nextDevice()
      const registered = await register(first, 'ada', token)
      const other = nextDevice()
      const replayed = await register(other, 'ada', token)
      expect([replayed.status, replayed.body.code]).toEqual([409, 'identity_replayed'])
      expect((await register(first, 'ada', token)).body).toEqual(registered.body)
      // An erasure does not make the token usable again.
      const path = `/api/latest/provider/${tenant.provider.providerId}/user?address=${first.address}`
      await call(world.service, path, { token: await tenant.adminToken(), method: 'DELETE' })
      expect((await register(other, 'ada', token)).body.code).toBe('identity_replayed')
    })

    test('is used by one of two devices that send it at the same time', async () => {
      const token = backend.token('ada')
      const outcomes = await Promise.all([nextDevice(), nextDevice()].map((device) => register(device, 'ada', token)))
      expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409])
    })

    // Regression: the cleanup had deleted its use, so it was accepted again after the clock was set back.
    test('is refused from another device after a cleanup, even when the clock is set back', async () => {
      const token = backend.token('ada')
      expect((await register(nextDevice(), 'ada', token)).status).toBe(200)
      await atSkew(world, 3_600_000, () => world.service.cleanUp())
      expect((await register(nextDevice(), 'ada', token)).body.code).toBe('identity_replayed')
    })

    test('is not kept for more than a day after it has expired', async () => {
      const used = async () => {
        const [row] = await world.storage.query<{ count: number }>(
          'SELECT count(*) AS count FROM licet.used_identity_tokens WHERE provider_id = $1',
          [tenant.provider.providerId],
        )
        return row?.count
      }
      await register()
      expect(await used()).toBeGreaterThan(0)
      await atSkew(world, 90_000_000, async () => {
        const later = Math.floor(Date.now() / 1000) + 90_000
        for (let n = 0; n < 5; n++) await register(nextDevice(), 'ada', backend.token('ada', { iat: later, exp: later + 60 }))
        await world.service.cleanUp()
      })
      expect(await used()).toBe(5)
      // The other tests are in the present, with tokens that a cleanup in the future has forgotten.
      await world.storage.query('DELETE FROM licet.forgotten_tokens')
    })

    // Regression: after all clocks had been a year ahead, every token was refused for a year.
    test('is accepted when all clocks were a year ahead during a cleanup and are right again', async () => {
      const YEAR_MS = 365 * 86_400_000
      await atSkew(world, YEAR_MS, async () => {
        const later = Math.floor((Date.now() + YEAR_MS) / 1000)
        expect((await register(nextDevice(), 'ada', backend.token('ada', { iat: later, exp: later + 60 }))).status).toBe(200)
      })
      await atSkew(world, YEAR_MS + 2 * 86_400_000, () => world.service.cleanUp())
      expect((await register(nextDevice(), 'ada')).status).toBe(200)
      await world.storage.query('DELETE FROM licet.forgotten_tokens')
    })

    test('is refused with the key of another provider', async () => {
      const other = await createTenant(world.service)
      const theirs = createBackend(other.provider.providerId)
      await addIdentityKey(world.service, other, theirs)
      expect((await register(nextDevice(), 'ada', theirs.token('ada'))).body.code).toBe('identity_key_unknown')
      const claimed = theirs.token('ada', { iss: tenant.provider.providerId })
      expect((await register(nextDevice(), 'ada', claimed)).body.code).toBe('identity_key_unknown')
      // One backend of two providers: each token is for one of them.
      await addIdentityKey(world.service, tenant, theirs)
      expect((await register(nextDevice(), 'ada', theirs.token('ada'))).body.code).toBe('invalid_identity')
    })
  })

  describe('identity keys', () => {
    const path = () => `/api/latest/provider/${tenant.provider.providerId}/identity-key`

    test('are listed without secrets, and refuse tokens after their deletion', async () => {
      const key = createBackend(tenant.provider.providerId)
      const { kid, publicJwk } = key
      const created = await addIdentityKey(world.service, tenant, key)
      expect(created.body).toEqual({ kid, jwk: publicJwk, created: expect.any(String) })
      expect((await addIdentityKey(world.service, tenant, key)).body).toEqual(created.body)
      const token = await tenant.adminToken()
      expect((await call(world.service, path(), { token })).body).toContainEqual(created.body)
      const device = nextDevice()
      await register(device, 'ada', key.token('ada'))
      const remove = () => call(world.service, `${path()}/${kid}`, { token, method: 'DELETE' })
      expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
      expect((await register(nextDevice(), 'ada', key.token('ada'))).body.code).toBe('identity_key_unknown')
      expect((await agree(device)).body.vouched).toBe(true)
    })

    test.each(['%00', '%EF%BF%BD', 'x'.repeat(500)])('with the kid %s are not found', async (kid) => {
      const options = { token: await tenant.adminToken(), method: 'DELETE' }
      expect((await call(world.service, `${path()}/${kid}`, options)).status).toBe(404)
    })

    test('belong to the organization, and not to the public secret of the provider', async () => {
      const stranger = await createTenant(world.service)
      const json = createBackend(tenant.provider.providerId).publicJwk
      const asStranger = { token: await stranger.adminToken() }
      const asProvider = { token: await tenant.providerToken() }
      const attempts = [
        call(world.service, path(), asStranger),
        call(world.service, path(), { ...asStranger, json }),
        call(world.service, `${path()}/${backend.kid}`, { ...asStranger, method: 'DELETE' }),
      ]
      expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([404, 404, 404])
      expect((await call(world.service, path(), asProvider)).status).toBe(403)
      expect((await call(world.service, path(), { ...asProvider, json })).status).toBe(403)
    })

    test('are public keys of P-256 or Ed25519', async () => {
      const token = await tenant.adminToken()
      const { privateKey, publicJwk } = createBackend(tenant.provider.providerId)
      const off = Buffer.alloc(32, 1).toString('base64url')
      const refused: [object, string][] = [
        [privateKey.export({ format: 'jwk' }), 'invalid_key'],
        [{ ...publicJwk, y: off }, 'invalid_key'],
        [{ ...publicJwk, x: 'AA' }, 'invalid_key'],
        [{ kty: 'oct', k: 'AAAA' }, 'invalid_request'],
        [{ kty: 'RSA', n: 'AAAA', e: 'AQAB' }, 'invalid_request'],
        [{ ...publicJwk, crv: 'P-384' }, 'invalid_request'],
        [{ kty: 'OKP', crv: 'Ed25519', x: 'AA' }, 'invalid_key'],
      ]
      for (const [json, code] of refused) {
        const { status, body } = await call(world.service, path(), { token, json })
        expect([status, body.code]).toEqual([400, code])
      }
      const exported = { ...publicJwk, kid: 'mine', alg: 'ES256', use: 'sig', key_ops: ['verify'], ext: true }
      expect((await call(world.service, path(), { token, json: exported })).body.jwk).toEqual(publicJwk)
    })

    test('are at most ten of a provider', async () => {
      const other = await createTenant(world.service)
      const add = () => addIdentityKey(world.service, other, createBackend(other.provider.providerId))
      for (let n = 0; n < 10; n++) expect((await add()).status).toBe(201)
      expect((await add()).body.code).toBe('invalid_request')
    })
  })

  describe('a provider with requireIdentity', () => {
    test('registers nobody without an identity token, and stores no license that is not vouched for', async () => {
      const strict = await createTenant(world.service)
      const signer = createBackend(strict.provider.providerId)
      await addIdentityKey(world.service, strict, signer)
      const earlier = nextDevice()
      await registerWith(world.service, strict, earlier, 'ada', undefined)
      const earlierToken = await strict.addressToken(earlier)
      const create = (token: string, device = earlier, members = {}) =>
        call(world.service, '/license/create', { token, json: signedRequest(device, { ptr: 'ada', ...members }) })
      expect((await create(earlierToken)).status).toBe(201)
      const { providerId } = strict.provider
      expect(await world.service.admin.updateProvider(providerId, { requireIdentity: true })).toMatchObject({
        requireIdentity: true,
      })

      const device = nextDevice()
      for (const each of [device, earlier]) {
        const refused = await registerWith(world.service, strict, each, 'ada', undefined)
        expect([refused.status, refused.body.code]).toEqual([400, 'identity_required'])
      }
      expect((await registerWith(world.service, strict, device, 'ada', signer.token('ada'))).body.vouched).toBe(true)
      const token = await strict.addressToken(device)
      expect((await create(token, device)).body.vouched).toBe(true)
      // A person of the company who agrees as somebody else.
      expect((await create(token, device, { ptr: 'victim' })).body.code).toBe('identity_required')
      // A device from before the setting: what it stored is returned, it stores nothing new, and it can withdraw.
      expect((await create(earlierToken)).status).toBe(200)
      expect((await create(earlierToken, earlier, { description: 'New' })).body.code).toBe('identity_required')
      expect((await create(earlierToken, earlier, { uses: [] })).body.status).toBe('revoked')
      const settings = { createStatus: 200, requireIdentity: false } as const
      const changed = await world.service.admin.updateProvider(providerId, settings)
      expect([changed.createStatus, changed.requireIdentity]).toEqual([200, undefined])
      expect((await create(earlierToken, earlier, { description: 'New' })).status).toBe(200)
    })

    test('is created with the setting over HTTP', async () => {
      const json = { name: 'Strict', requireIdentity: true }
      const { body } = await call(world.service, '/api/latest/provider', { token: await tenant.adminToken(), json })
      expect(body.requireIdentity).toBe(true)
    })
  })
})
