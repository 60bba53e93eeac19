import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { LicetError } from '../../src/core/errors.ts'
import type { Service } from '../../src/service/index.ts'
import { call, createTenant, grant, type Tenant } from '../fixtures/caller.ts'
import { watchStorage } from '../fixtures/watched-storage.ts'
import { describeWorlds } from '../fixtures/worlds.ts'

const PROFILE = '/api/latest/profile'

describeWorlds('signing keys', (world) => {
  let tenant: Tenant
  /** A token of the current key, and the `kid` of this key. */
  let token: string
  let kid: string

  beforeAll(async () => {
    tenant = await createTenant(world.service)
  })
  beforeEach(async () => {
    token = await tenant.adminToken()
    kid = decodeProtectedHeader(token).kid ?? ''
  })

  const status = async (bearer: string) => (await call(world.service, PROFILE, { token: bearer })).status

  /** Replaces the signing key as after a leak. Returns the `kid` of the new key. */
  const rotateNow = async () => (await world.service.rotateSigningKey({ delayMs: 0 })).kid

  /** Moves the times of the keys as if they were older. The times come from the clock of the database, which a test cannot set. */
  const makeOlder = (ms: number) =>
    world.storage.query(
      `UPDATE licet.signing_keys SET signs_from = signs_from - $1 * interval '1 millisecond', retired = retired - $1 * interval '1 millisecond'`,
      [ms],
    )

  const privateKids = async () => {
    const rows = await world.storage.query<{ kid: string }>('SELECT kid FROM licet.signing_keys WHERE private_jwk IS NOT NULL')
    return rows.map((row) => row.kid).sort()
  }

  /** A token that is valid in everything but its key. */
  const tokenOfUnknownKey = async () => {
    const { privateKey } = await generateKeyPair('ES256')
    return new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'unknown' }).sign(privateKey)
  }

  /** Another process with a manual clock, and the number of times it read the keys. */
  const idleProcess = async () => {
    const idle = { timeMs: 0, reads: 0, readMs: 0, unavailable: false }
    const storage = watchStorage(world.storage, {
      before: (text) => {
        if (!text.includes('FROM licet.signing_keys')) return
        idle.reads++
        idle.timeMs += idle.readMs
        if (idle.unavailable) throw new LicetError('unavailable', 'The database is unavailable.', { retryAfterMs: 1000 })
      },
    })
    const service = await world.another({ storage, monotonic: () => idle.timeMs })
    const kids = async (): Promise<string[]> => {
      const { status: received, body } = await call(service, '/.well-known/jwks.json')
      expect(received).toBe(200)
      return body.keys.map((published: { kid: string }) => published.kid)
    }
    return { idle, service, kids }
  }

  // Regression: the first request after an idle time used the old keys, whatever their age, and so accepted and used a leaked key.
  // Every process signed invalid receipts for five minutes, and was not ready.
  test('A19: a key that another process removed is unused within one second, and every process is ready', async () => {
    const { idle, service, kids } = await idleProcess()
    const useToken = async (bearer: string) => (await call(service, PROFILE, { token: bearer })).status
    const leaked = await grant(service, { client_id: `user:${tenant.userId}`, client_secret: tenant.apiKey })
    const { kid: leakedKid = '' } = decodeProtectedHeader(leaked.access_token)
    const rotated = await rotateNow()
    await makeOlder(10_001)
    await world.service.removeSigningKey(leakedKid)
    idle.timeMs += 1000
    expect([await useToken(leaked.access_token), idle.reads]).toEqual([200, 1])
    idle.timeMs += 1
    const [refused, signed] = await Promise.all([
      useToken(leaked.access_token),
      grant(service, { client_id: `user:${tenant.userId}`, client_secret: tenant.apiKey }),
    ])
    expect([refused, decodeProtectedHeader(signed.access_token).kid]).toEqual([401, rotated])
    expect([(await call(service, '/readyz')).status, (await kids()).includes(leakedKid)]).toEqual([200, false])
    expect(await useToken(signed.access_token)).toBe(200)
  })

  // Regression: after a failure of the database, however long ago, every such token got 503 while a read took more than a second.
  test('E1: a token of an unknown key is refused while the database is slow, even after the database was unavailable', async () => {
    const { idle, service, kids } = await idleProcess()
    const useToken = async (bearer: string) => (await call(service, PROFILE, { token: bearer })).status
    await kids()
    idle.unavailable = true
    idle.timeMs += 2000
    await kids()
    Object.assign(idle, { unavailable: false, readMs: 1500 })
    idle.timeMs += 60_000
    expect(await useToken(await tokenOfUnknownKey())).toBe(401)
  })

  // Regression: the key set lacked the key of another process for five minutes.
  test('the key set contains the key of another process within one second, and many requests read the database once in that time', async () => {
    const { idle, service, kids } = await idleProcess()
    await kids()
    const rotated = await rotateNow()
    const fresh = await tenant.adminToken()
    idle.timeMs += 1001
    const sets = await Promise.all(Array.from({ length: 200 }, kids))
    expect(new Set(sets.map(([first]) => first))).toEqual(new Set([rotated]))
    for (let request = 0; request < 20; request++) await kids()
    expect(idle.reads).toBe(2)
    expect((await call(service, PROFILE, { token: fresh })).status).toBe(200)
  })

  test('E1: the last keys are published while the database is unavailable, and the database is tried once per second', async () => {
    const { idle, service, kids } = await idleProcess()
    const before = await kids()
    idle.unavailable = true
    idle.timeMs += 400_000
    for (let request = 0; request < 20; request++) expect(await kids()).toEqual(before)
    expect(idle.reads).toBe(2)
    expect((await call(service, PROFILE, { token: await tenant.adminToken() })).status).toBe(200)
    idle.unavailable = false
    const rotated = await rotateNow()
    idle.timeMs += 1000
    expect((await kids())[0]).toBe(rotated)
  })

  // Regression: a process that had just read the keys refused tokens of a newer key for the ten seconds of the cool-down.
  test('A4: the first token of a key that another process created is accepted, also right after the keys were read', async () => {
    const { idle, service, kids } = await idleProcess()
    await kids()
    await rotateNow()
    idle.timeMs += 500
    expect((await call(service, PROFILE, { token: await tenant.adminToken() })).status).toBe(200)
  })

  // Regression: a process that read empty tables stored a new key, which made a restore fail.
  test('E9: a running process creates no key in a database that has lost its keys', async () => {
    const { idle, service, kids } = await idleProcess()
    const before = await kids()
    await world.storage.query('CREATE TABLE licet.kept AS SELECT * FROM licet.signing_keys')
    await world.storage.query('DELETE FROM licet.signing_keys')
    idle.timeMs += 400_000
    expect(await kids()).toEqual(before)
    expect((await call(service, '/readyz')).status).toBe(503)
    expect(await world.storage.query('SELECT kid FROM licet.signing_keys')).toEqual([])
    await world.storage.query('INSERT INTO licet.signing_keys SELECT * FROM licet.kept')
    await world.storage.query('DROP TABLE licet.kept')
  })

  test('the new key signs after a rotation, earlier tokens stay valid, other processes follow, and a removed key is refused', async () => {
    const other = await world.another()
    await call(other, '/.well-known/jwks.json')
    const rotated = await rotateNow()
    const fresh = await tenant.adminToken()
    expect(decodeProtectedHeader(fresh).kid).toBe(rotated)
    expect(await status(token)).toBe(200)
    const { body } = await call(world.service, '/.well-known/jwks.json')
    expect(body.keys.map((published: { kid: string }) => published.kid).slice(0, 2)).toEqual([rotated, kid])
    expect(JSON.stringify(body)).not.toContain('"d"')
    const [{ left } = { left: -1 }] = await world.storage.query<{ left: number }>(
      'SELECT count(*) AS left FROM licet.signing_keys WHERE private_jwk IS NOT NULL',
    )
    expect(left).toBe(1)

    // The current key and an unknown one: if the promise resolved, a leaked key would stay in place unnoticed.
    for (const wrong of [rotated, 'unknown', ''])
      await expect(world.service.removeSigningKey(wrong)).rejects.toMatchObject({ code: 'invalid_request', field: 'kid' })
    // Regression: another process signed with the key for one more second, so that invalid receipts were stored.
    for (const olderMs of [0, 2_000, 2_000]) {
      await makeOlder(olderMs)
      await expect(world.service.removeSigningKey(kid)).rejects.toMatchObject({ field: 'kid' })
    }
    expect((await call(world.service, '/.well-known/jwks.json')).body).toEqual(body)
    await makeOlder(60_000)
    await world.service.removeSigningKey(kid)
    await expect(world.service.removeSigningKey(kid)).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await status(token)).toBe(401)
    expect(await status(fresh)).toBe(200)
  })

  test('a rotated key is published immediately, and every process signs with it from the same time of the database', async () => {
    const { idle, service, kids } = await idleProcess()
    await kids()
    const asked = Date.now()
    const { kid: next, signsFrom } = await world.service.rotateSigningKey({ delayMs: 10_000 })
    // The database runs on this machine.
    expect(signsFrom).toBeGreaterThanOrEqual(asked + 10_000)
    expect(signsFrom).toBeLessThan(Date.now() + 10_001)
    idle.timeMs += 1001
    expect((await kids()).slice(0, 2)).toEqual([next, kid])
    const kidOf = async (from: Service) => {
      const client = { client_id: `user:${tenant.userId}`, client_secret: tenant.apiKey }
      return decodeProtectedHeader((await grant(from, client)).access_token).kid
    }
    expect([await kidOf(world.service), await kidOf(service)]).toEqual([kid, kid])
    // This process does not read the keys again until they are a second old, and changes the key in time.
    idle.timeMs += 1001
    await kids()
    const { reads } = idle
    idle.timeMs += signsFrom - Date.now() + 5_000
    idle.unavailable = true
    expect([(await kids())[0], idle.reads]).toEqual([next, reads + 1])
    expect(await kidOf(service)).toBe(next)
    idle.unavailable = false
    // The previous key keeps its private key until it has ended.
    expect(await privateKids()).toEqual([next, kid].sort())
    await makeOlder(10_001)
    idle.timeMs += 1001
    await kids()
    expect(await privateKids()).toEqual([next])
    expect(await status(token)).toBe(200)
  })

  // Regression: a process that had searched for an unknown key refused valid tokens of a new key for up to a second.
  test('no process refuses a token of a new key while somebody sends unknown keys', async () => {
    const { idle, service, kids } = await idleProcess()
    const unknown = await tokenOfUnknownKey()
    const statusThere = async (bearer: string) => (await call(service, PROFILE, { token: bearer })).status
    await kids()
    expect(await statusThere(unknown)).toBe(401)
    await world.service.rotateSigningKey({ delayMs: 10_000 })
    // The search for an unknown key has its cool-down of ten seconds.
    idle.timeMs += 1001
    expect(await statusThere(unknown)).toBe(401)
    await makeOlder(10_001)
    await new Promise((resolve) => setTimeout(resolve, 1100))
    const fresh = await tenant.adminToken()
    expect(decodeProtectedHeader(fresh).kid).not.toBe(kid)
    expect(await statusThere(fresh)).toBe(200)
  })

  test('while the database is unavailable, a token with an unknown key is not refused as invalid', async () => {
    const { idle, service, kids } = await idleProcess()
    await kids()
    const unknown = await tokenOfUnknownKey()
    const statusThere = async (bearer: string) => (await call(service, PROFILE, { token: bearer })).status
    expect(await statusThere(unknown)).toBe(401)
    idle.unavailable = true
    idle.timeMs += 20_000
    expect([await statusThere(unknown), await statusThere(unknown)]).toEqual([503, 503])
    idle.unavailable = false
    idle.timeMs += 1001
    expect(await statusThere(unknown)).toBe(401)
  })

  test('two rotations at the same time, and one before another has taken effect, leave one key that signs and one that will', async () => {
    const other = await world.another()
    const delays = [20_000, 30_000, 10_000]
    const rotated = await Promise.all(
      delays.map((delayMs, at) => (at % 2 === 0 ? world.service : other).rotateSigningKey({ delayMs })),
    )
    expect(new Set(rotated.map((each) => each.kid)).size).toBe(3)
    const rows = await world.storage.query<{ kid: string; from: number; until: number | null }>(
      'SELECT kid, signs_from AS from, retired AS until FROM licet.signing_keys WHERE private_jwk IS NOT NULL',
    )
    for (const afterMs of [0, 10_500, 20_500, 30_500]) {
      const at = Date.now() + afterMs
      expect(rows.filter(({ from, until }) => from <= at && (until === null || at < until))).toHaveLength(1)
    }
    expect(rows.filter(({ until }) => until === null)).toHaveLength(1)
    // After a leak all of them end, including those that have not signed yet.
    const { kid: safe } = await other.rotateSigningKey({ delayMs: 0 })
    expect(await privateKids()).toEqual([safe])
    for (const { kid: pending } of rotated) {
      await expect(world.service.removeSigningKey(pending)).rejects.toMatchObject({ field: 'kid' })
    }
    await makeOlder(10_001)
    for (const { kid: pending } of rotated) await world.service.removeSigningKey(pending)
  })

  test.each([-1, 1, 9_999, Number.NaN, 31 * 86_400_000])(
    'refuses a key that signs after %d ms, and creates none',
    async (delayMs) => {
      const before = await privateKids()
      await expect(world.service.rotateSigningKey({ delayMs })).rejects.toMatchObject({ code: 'invalid_request', field: 'delayMs' })
      expect(await privateKids()).toEqual(before)
    },
  )
})
