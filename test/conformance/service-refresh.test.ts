import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { decodeJwt } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { TOKEN_TYPES } from '../../src/protocol/token.ts'
import { createAuditLog } from '../../src/service/audit/audit-log.ts'
import { createClockWatch } from '../../src/service/clock-watch.ts'
import { createId } from '../../src/service/crypto/create-id.ts'
import { createWebCrypto, LicetError, type Service } from '../../src/service/index.ts'
import { createKeyRing } from '../../src/service/tokens/key-ring.ts'
import { call, createTenant, grant, type Tenant, TOKEN } from '../fixtures/caller.ts'
import { watchStorage } from '../fixtures/watched-storage.ts'
import { atSkew, describeWorlds } from '../fixtures/worlds.ts'
import { countOf, inTitle } from '../support/counts.ts'

const ROUNDS = countOf(500, 100)
const ROUNDS_ON_A_DATABASE = countOf(2 * 500, 100)

const turns = async (count: number) => {
  for (let n = 0; n < count; n++) await setImmediate()
}

describeWorlds('refresh and revocation', (world) => {
  let tenant: Tenant
  /** A service without a grace period for used tokens, on the same database. */
  let strict: Service
  beforeAll(async () => {
    tenant = await createTenant(world.service)
    strict = await world.another({ refreshReuseGraceMs: 0 })
  })

  const credentials = () => ({ client_id: `provider:${tenant.provider.providerId}`, client_secret: tenant.provider.pubKey })
  const begin = async (more: Record<string, string> = {}) =>
    (await grant(world.service, { ...credentials(), ...more })).refresh_token ?? ''
  const refresh = (token: string, more: Record<string, string> = {}, service = world.service) =>
    call(service, TOKEN, { form: { grant_type: 'refresh_token', refresh_token: token, ...more } })
  const revoke = async (form: Record<string, string>, token?: string) =>
    (await call(world.service, TOKEN, { form, token: token ?? (await tenant.adminToken()) })).status

  test('C11: a refresh keeps subject, scope and lifetime, and users get no refresh token', async () => {
    const first = await grant(world.service, { ...credentials(), scope: 'trail', expires: '120' })
    const second = await refresh(first.refresh_token ?? '', { scope: 'trail publish account:provider', expires: '9999' })
    expect(second.body).toMatchObject({ scope: 'trail', expires_in: 120_000, token_type: 'Bearer' })
    const before = decodeJwt(first.access_token)
    const after = decodeJwt(second.body.access_token)
    expect([after.sub, after.scp]).toEqual([before.sub, before.scp])
    expect((after.exp ?? 0) - (after.iat ?? 0)).toBe(120)
    expect(
      (await grant(world.service, { client_id: `user:${tenant.userId}`, client_secret: tenant.apiKey })).refresh_token,
    ).toBeUndefined()
    const { device } = await tenant.device()
    const addr = `addr:${tenant.provider.providerId}:${device.address}`
    const asDevice = await grant(world.service, { client_id: addr, client_secret: device.sign(device.address) })
    const again = await refresh(asDevice.refresh_token ?? '')
    expect(again.body.scope).toBe('')
    expect(decodeJwt(again.body.access_token).sub).toBe(addr)
  })

  const GRACE_MS = 30_000
  const reused = () => world.events.filter(({ type }) => type.startsWith('refresh_')).map(({ type }) => type)

  test('C1: exactly one of fifty concurrent refreshes with one token moves the chain, in two processes', async () => {
    const responses = async (token: string, services: readonly [Service, Service]) =>
      Promise.all(Array.from({ length: 50 }, (_, n) => refresh(token, {}, services[n % 2])))
    const alone = await responses(await begin(), [strict, await world.another({ refreshReuseGraceMs: 0 })])
    expect(alone.filter((response) => response.status === 200)).toHaveLength(1)
    for (const response of alone) if (response.status !== 200) expect(response.body.error).toBe('invalid_grant')
    const first = await begin()
    const second = (await refresh(first)).body.refresh_token
    // With a grace period each of them gets the same link, from the first token of a chain and from a later one.
    for (const token of [await begin(), second]) {
      const together = await responses(token, [world.service, await world.another()])
      expect(together.map(({ status }) => status)).toEqual(together.map(() => 200))
      const links = together.map(({ body }) => decodeJwt(body.refresh_token))
      expect(new Set(links.map((claims) => JSON.stringify(claims))).size).toBe(1)
      expect(new Set(together.map(({ body }) => decodeJwt(body.access_token).jti)).size).toBe(50)
      expect((await refresh(together[49]?.body.refresh_token)).status).toBe(200)
    }
  })

  test('C2: using a refresh token twice ends its family, and the operator gets an event', async () => {
    for (const [service, later] of [
      [strict, 0],
      [world.service, GRACE_MS],
    ] as const) {
      const token = await begin()
      const second = (await refresh(token)).body.refresh_token
      const third = (await refresh(second)).body.refresh_token
      world.events.length = 0
      expect((await atSkew(world, later, () => refresh(token, {}, service))).body.error).toBe('invalid_grant')
      expect((await refresh(third)).body.error).toBe('invalid_grant')
      expect(world.events).toEqual([{ type: 'refresh_reused', providerId: tenant.provider.providerId }])
    }
  })

  // Regression: a lost response ended the chain, and so did pages that refreshed at the same time.
  test('C2: a used token that comes back within 30 seconds gets the current link of its chain, and an event', async () => {
    const { device } = await tenant.device('user-of-the-grace-period')
    const address = `address:${tenant.provider.providerId}:${device.address}`
    const asDevice = { client_id: address, client_secret: device.sign(device.address) }
    for (const more of [
      { scope: 'trail', expires: '120' },
      { ...asDevice, expires: '60' },
    ]) {
      const token = await begin(more)
      const second = await refresh(token)
      const third = await atSkew(world, 20_000, () => refresh(second.body.refresh_token))
      world.events.length = 0
      const again = await atSkew(world, GRACE_MS - 5000, () => refresh(token))
      expect(decodeJwt(again.body.refresh_token)).toEqual(decodeJwt(third.body.refresh_token))
      expect({ ...again.body, access_token: '', refresh_token: '' }).toEqual({
        ...second.body,
        access_token: '',
        refresh_token: '',
      })
      const { sub, scp, exp, iat } = decodeJwt(again.body.access_token)
      const first = decodeJwt(second.body.access_token)
      expect([sub, scp, (exp ?? 0) - (iat ?? 0)]).toEqual([first.sub, first.scp, (first.exp ?? 0) - (first.iat ?? 0)])
      // Each token has its own 30 seconds.
      expect((await atSkew(world, 20_000 + GRACE_MS - 5000, () => refresh(second.body.refresh_token))).status).toBe(200)
      expect(reused()).toEqual(['refresh_repeated', 'refresh_repeated'])
      // The link that a repetition returned continues the chain.
      const fourth = await atSkew(world, 25_000, () => refresh(again.body.refresh_token))
      expect(fourth.status).toBe(200)
      expect((await atSkew(world, GRACE_MS + 1000, () => refresh(token))).body.error).toBe('invalid_grant')
      expect((await refresh(fourth.body.refresh_token)).body.error).toBe('invalid_grant')
    }
  })

  test('C2: the grace period ends with a revocation, and another client cannot use it', async () => {
    const other = await createTenant(world.service)
    const token = await begin()
    const next = (await refresh(token)).body.refresh_token
    expect((await refresh(token, { client_id: `provider:${other.provider.providerId}` })).body.error).toBe('invalid_grant')
    expect((await refresh(token)).status).toBe(200)
    expect(await revoke({ refresh_token: next })).toBe(200)
    expect((await refresh(token)).body.error).toBe('invalid_grant')
  })

  test('C2: many refreshes within the grace period keep the stored chain small', async () => {
    const first = await begin()
    let token = first
    for (let n = 0; n < 20; n++) token = (await refresh(token)).body.refresh_token
    const [row] = await world.storage.query<{ used: object }>('SELECT used FROM licet.refresh_chains WHERE id = $1', [
      decodeJwt(first).jti ?? '',
    ])
    expect(Object.keys(row?.used ?? {})).toHaveLength(16)
    await expect(world.another({ refreshReuseGraceMs: 0.5 })).rejects.toMatchObject({ field: 'refreshReuseGraceMs' })
  })

  test(`C3: revoking during a refresh ends the family, in either order, in ${inTitle(ROUNDS_ON_A_DATABASE)} rounds on each database`, {
    timeout: 300_000,
  }, async () => {
    const admin = await tenant.adminToken()
    let refreshes = 0
    for (let round = 0; round < ROUNDS; round++) {
      const token = await begin()
      const revoking = () => revoke({ refresh_token: token }, admin)
      // The first request starts some turns of the event loop earlier, so that each of the two is sometimes stored first.
      const [refreshed] =
        round % 2 === 0
          ? await Promise.all([refresh(token), turns(round % 16).then(revoking)])
          : (await Promise.all([revoking(), turns(round % 16).then(() => refresh(token))])).reverse()
      const next = typeof refreshed === 'object' ? refreshed.body.refresh_token : undefined
      if (next !== undefined) {
        refreshes++
        expect((await refresh(next)).status).toBe(400)
      }
      expect((await refresh(token)).status).toBe(400)
    }
    expect([refreshes > 0, refreshes < ROUNDS]).toEqual([true, true])
  })

  test('C4: the refresh token of another client is refused and stays usable', async () => {
    const other = await createTenant(world.service)
    const token = await begin()
    const id = `provider:${other.provider.providerId}`
    expect((await refresh(token, { client_id: id })).body.error).toBe('invalid_grant')
    expect((await refresh(token, { client_id: id, client_secret: other.provider.pubKey })).body.error).toBe('invalid_grant')
    expect((await refresh(token, { ...credentials(), client_secret: other.provider.pubKey })).body.error).toBe('invalid_client')
    const { client_secret } = credentials()
    // Regression: a secret without a client_id was ignored.
    expect(await refresh(token, { client_secret })).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect((await refresh(token, credentials())).status).toBe(200)
  })

  test('C5: a truncated, extended, re-encoded or other token is invalid_grant', async () => {
    const token = await begin()
    const access = (await grant(world.service, credentials())).access_token
    for (const odd of [token.slice(0, -1), `${token}A`, `${token}=`, `${token}.`, token.toUpperCase(), 'x', access, 'é', ' ']) {
      expect((await refresh(odd)).body.error).toBe('invalid_grant')
    }
    expect((await call(world.service, TOKEN, { form: { grant_type: 'refresh_token' } })).body.error).toBe('invalid_request')
    expect((await refresh(token)).status).toBe(200)
  })

  test('C6: a refresh token expires after 30 days, to the second', async () => {
    let now = Date.now()
    const service = await world.another({ now: () => now })
    const issue = async () => (await grant(service, credentials())).refresh_token ?? ''
    const [early, late] = [await issue(), await issue()]
    const end = (decodeJwt(early).exp ?? 0) * 1000
    now = end - 1
    expect((await refresh(early, {}, service)).status).toBe(200)
    now = end
    expect((await refresh(late, {}, service)).body.error).toBe('invalid_grant')
  })

  const countChains = async () => {
    const [row] = await world.storage.query<{ n: number }>('SELECT count(*) AS n FROM licet.refresh_chains')
    return row?.n ?? 0
  }

  // Regression: each grant stored a row for 31 days, and anybody can make grants.
  test('a grant stores nothing, and the first refresh or the revocation of its token stores one row', async () => {
    const before = await countChains()
    const { device } = await tenant.device('user-of-grants')
    const client_id = `address:${tenant.provider.providerId}:${device.address}`
    const asDevice = { client_id, client_secret: device.sign(device.address) }
    const [used, revoked, unused] = [await begin(), (await grant(world.service, asDevice)).refresh_token ?? '', await begin()]
    expect(await countChains()).toBe(before)
    expect((await refresh(used)).status).toBe(200)
    expect(await countChains()).toBe(before + 1)
    expect(await revoke({ refresh_token: revoked })).toBe(200)
    expect(await countChains()).toBe(before + 2)
    expect((await refresh(revoked)).body.error).toBe('invalid_grant')
    const other = await createTenant(world.service)
    expect(await revoke({ refresh_token: unused }, await other.adminToken())).toBe(200)
    expect(await countChains()).toBe(before + 2)
    expect((await refresh(unused)).status).toBe(200)
  })

  test('an unused token of a device stays refused after an erasure and a new registration', async () => {
    const { device } = await tenant.device('user-who-returns')
    const { providerId } = tenant.provider
    const credential = { client_id: `address:${providerId}:${device.address}`, client_secret: device.sign(device.address) }
    const { refresh_token = '' } = await grant(world.service, credential)
    const path = `/api/latest/provider/${providerId}/user?address=${device.address}`
    expect((await call(world.service, path, { token: await tenant.adminToken(), method: 'DELETE' })).status).toBe(204)
    expect((await tenant.register(device, 'user-who-returns')).status).toBe(200)
    const before = await countChains()
    expect((await refresh(refresh_token)).body.error).toBe('invalid_grant')
    expect(await revoke({ refresh_token })).toBe(200)
    expect(await countChains()).toBe(before)
    expect((await refresh((await grant(world.service, credential)).refresh_token ?? '')).status).toBe(200)
  })

  test('tokens of a former version, whose chain was stored with the grant, keep their rules', async () => {
    const { providerId } = tenant.provider
    const platform = { now: Date.now, monotonic: () => performance.now() }
    const environment = { storage: world.storage, crypto: createWebCrypto(), ...platform }
    const keys = createKeyRing({
      ...environment,
      clock: createClockWatch(platform),
      audit: createAuditLog(environment),
    })
    const issue = async () => {
      const [chain, jti] = [createId(Date.now(), randomBytes), createId(Date.now(), randomBytes)]
      const client_id = `provider:${providerId}`
      await world.storage.query(
        `INSERT INTO licet.refresh_chains (id, jti, client_id, provider_id, scope, lifetime, created, expires)
         VALUES ($1, $2, $3, $4, 'trail', 120, now(), now() + interval '30 days')`,
        [chain, jti, client_id, providerId],
      )
      const iat = Math.floor(Date.now() / 1000)
      const { authUrl } = world.service
      const claims = { iss: authUrl, aud: authUrl, sub: client_id, client_id, iat, exp: iat + 30 * 86_400, jti, chain }
      return keys.sign(TOKEN_TYPES.refresh, claims)
    }
    const token = await issue()
    const second = await refresh(token)
    expect(second).toMatchObject({ status: 200, body: { scope: 'trail', expires_in: 120_000 } })
    expect((await refresh(token)).status).toBe(200)
    expect((await refresh(token, {}, strict)).body.error).toBe('invalid_grant')
    expect((await refresh(second.body.refresh_token)).body.error).toBe('invalid_grant')
    const revoked = await issue()
    expect(await revoke({ refresh_token: revoked })).toBe(200)
    expect((await refresh(revoked)).body.error).toBe('invalid_grant')
  })

  test('C7: a new grant works after a response was lost', async () => {
    const token = await begin()
    await refresh(token)
    expect((await atSkew(world, GRACE_MS + 1000, () => refresh(token))).body.error).toBe('invalid_grant')
    expect((await refresh(await begin())).status).toBe(200)
  })

  test('C12: revocation requires the admin scope, and affects only the organization of the user', async () => {
    const token = await begin()
    const other = await createTenant(world.service)
    const { token: addressToken } = await tenant.device('user-c12')
    const attempt = async (bearer?: string) =>
      (await call(world.service, TOKEN, { form: { refresh_token: token, token: tenant.apiKey }, token: bearer })).status
    expect(await attempt()).toBe(401)
    expect(await attempt(await tenant.providerToken())).toBe(403)
    expect(await attempt(addressToken)).toBe(403)
    expect(await attempt(await other.adminToken())).toBe(200)
    expect((await refresh(token)).status).toBe(200)
    expect(typeof (await tenant.adminToken())).toBe('string')
  })

  test('C13: a revoked API key fails at its next grant, and other keys still work', async () => {
    const admin = await tenant.adminToken()
    const made = await call(world.service, '/api/latest/profile/keys', { token: admin, json: {} })
    const form = { grant_type: 'client_credentials', client_id: `user:${tenant.userId}`, client_secret: made.body.key }
    expect((await call(world.service, TOKEN, { form })).status).toBe(200)
    const revoked = await call(world.service, TOKEN, { form: { token: made.body.key }, token: admin })
    expect([revoked.status, revoked.body]).toEqual([200, {}])
    expect((await call(world.service, TOKEN, { form })).body.error).toBe('invalid_client')
    const keys = await call(world.service, '/api/latest/profile/keys', { token: admin })
    expect(keys.body.find((key: { id: string }) => key.id === made.body.id).revoked).toEqual(expect.any(String))
  })

  test('C14: revoking twice, or revoking unknown or malformed tokens, is 200', async () => {
    const token = await begin()
    for (const form of [
      { refresh_token: token },
      { refresh_token: token },
      { token: 'x' },
      { refresh_token: 'a.b.c' },
      { token, refresh_token: 'é' },
    ]) {
      expect(await revoke(form)).toBe(200)
    }
    expect((await refresh(token)).body.error).toBe('invalid_grant')
    const viaToken = await begin()
    const admin = await tenant.adminToken()
    const alias = await call(world.service, '/api/latest/auth/revoke', {
      form: { token: viaToken, token_type_hint: 'refresh_token' },
      token: admin,
    })
    expect(alias.status).toBe(200)
    expect((await refresh(viaToken)).body.error).toBe('invalid_grant')
    expect((await call(world.service, '/api/latest/auth/revoke', { form: '', token: admin })).body.error).toBe('invalid_request')
  })

  test('a deleted provider and an erased device cannot refresh', async () => {
    const former = await createTenant(world.service)
    const { device } = await former.device()
    const admin = await former.adminToken()
    const path = `/api/latest/provider/${former.provider.providerId}`
    const asDevice = await grant(world.service, {
      client_id: `address:${former.provider.providerId}:${device.address}`,
      client_secret: device.sign(device.address),
    })
    const asProvider = await grant(world.service, {
      client_id: `provider:${former.provider.providerId}`,
      client_secret: former.provider.pubKey,
    })
    await call(world.service, `${path}/user?address=${device.address}`, { token: admin, method: 'DELETE' })
    expect((await refresh(asDevice.refresh_token ?? '')).body.error).toBe('invalid_grant')
    await call(world.service, path, { token: admin, method: 'DELETE' })
    expect((await refresh(asProvider.refresh_token ?? '')).body.error).toBe('invalid_grant')
  })

  test('a device whose erasure was interrupted before its chains were deleted cannot refresh', async () => {
    const { device } = await tenant.device('leaver')
    const client_id = `address:${tenant.provider.providerId}:${device.address}`
    const first = await grant(world.service, { client_id, client_secret: device.sign(device.address) })
    const { refresh_token } = (await refresh(first.refresh_token ?? '')).body
    const failing = await world.another({
      storage: watchStorage(world.storage, {
        before: (text) => {
          if (text.includes('DELETE FROM licet.refresh_chains'))
            throw new LicetError('unavailable', 'The database is unavailable.', { retryAfterMs: 1000 })
        },
      }),
    })
    const path = `/api/latest/provider/${tenant.provider.providerId}/user?id=leaver`
    const erasure = await call(failing, path, { token: await tenant.adminToken(), method: 'DELETE' })
    expect([erasure.status, (await refresh(refresh_token)).body.error]).toEqual([503, 'invalid_grant'])
  })
})
