import { decodeProtectedHeader } from 'jose'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { LicetError } from '../../src/core/errors.ts'
import { call, createTenant, grant, type Tenant } from '../fixtures/caller.ts'
import { watchStorage } from '../fixtures/watched-storage.ts'
import { atSkew, describeWorlds } from '../fixtures/worlds.ts'

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

  /** Another process with a manual clock, and the number of times it read the keys. */
  const idleProcess = async () => {
    const idle = { timeMs: 0, reads: 0, unavailable: false }
    const storage = watchStorage(world.storage, {
      before: (text) => {
        if (!text.includes('FROM licet.signing_keys')) return
        idle.reads++
        if (idle.unavailable) throw new LicetError('unavailable', 'The database is unavailable.')
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
    const rotated = await world.service.rotateSigningKey()
    await atSkew(world, 10_001, () => world.service.removeSigningKey(leakedKid))
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

  // Regression: the key set lacked the key of another process for five minutes.
  test('the key set contains the key of another process within one second, and many requests read the database once in that time', async () => {
    const { idle, service, kids } = await idleProcess()
    await kids()
    const rotated = await world.service.rotateSigningKey()
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
    const rotated = await world.service.rotateSigningKey()
    idle.timeMs += 1000
    expect((await kids())[0]).toBe(rotated)
  })

  // Regression: a process that had just read the keys refused tokens of a newer key for the ten seconds of the cool-down.
  test('A4: the first token of a key that another process created is accepted, also right after the keys were read', async () => {
    const { idle, service, kids } = await idleProcess()
    await kids()
    await world.service.rotateSigningKey()
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

  test('the new key signs after a rotation, former tokens stay valid, other processes follow, and a removed key is refused', async () => {
    const other = await world.another()
    await call(other, '/.well-known/jwks.json')
    const rotated = await world.service.rotateSigningKey()
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
    for (const skewMs of [0, 9_000, -9_000])
      await expect(atSkew(world, skewMs, () => world.service.removeSigningKey(kid))).rejects.toMatchObject({ field: 'kid' })
    expect((await call(world.service, '/.well-known/jwks.json')).body).toEqual(body)
    await atSkew(world, 60_000, () => world.service.removeSigningKey(kid))
    await expect(world.service.removeSigningKey(kid)).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await status(token)).toBe(401)
    expect(await status(fresh)).toBe(200)
  })
})
