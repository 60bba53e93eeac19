import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { StorageError } from '../../src/service/index.ts'
import { call, createTenant, type Tenant, TOKEN } from '../fixtures/caller.ts'
import { type Device, pooledDevice, signedRequest } from '../fixtures/device.ts'
import { watchStorage } from '../fixtures/watched-storage.ts'
import { AUTH_URL, atSkew, describeWorlds } from '../fixtures/worlds.ts'

describeWorlds('registration with grant=address', (world) => {
  let tenant: Tenant
  let path: string
  let devices = 0

  beforeAll(async () => {
    tenant = await createTenant(world.service)
    path = `/api/latest/provider/${tenant.provider.providerId}/user`
  })

  const signed = (device: Device, id = 'user-1') => ({
    id,
    address: device.address,
    pubKey: device.pubKey,
    signature: device.sign(`${id}.${device.address}`),
  })
  const register = async (json: unknown, query = '?grant=address') =>
    call(world.service, path + query, { token: await tenant.providerToken(), json })

  test('the response contains the record and the response of an address grant', async () => {
    const device = pooledDevice(devices++)
    const response = await register(signed(device))
    const clientId = `address:${tenant.provider.providerId}:${device.address}`
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { token, ...record } = response.body
    expect(record).toEqual({
      id: 'user-1',
      address: device.address,
      pubKey: device.pubKey,
      vouched: false,
      created: expect.any(String),
    })
    const granted = await call(world.service, TOKEN, {
      form: { grant_type: 'client_credentials', client_id: clientId, client_secret: device.sign(device.address) },
    })
    expect(Object.keys(token)).toEqual(Object.keys(granted.body))
    expect(token).toMatchObject({ scope: '', token_type: 'Bearer', expires_in: 600_000 })
    const keys = await call(world.service, '/.well-known/jwks.json')
    const { payload } = await jwtVerify(token.access_token, createLocalJWKSet(keys.body), {
      typ: 'at+jwt',
      issuer: AUTH_URL,
      audience: AUTH_URL,
      subject: clientId,
    })
    expect(payload).toMatchObject({ client_id: clientId, scp: [] })
    expect(Number(payload.exp) - Number(payload.iat)).toBe(600)
    expect(decodeProtectedHeader(token.access_token).kid).toBe(keys.body.keys[0].kid)
    const created = await call(world.service, '/license/create', { token: token.access_token, json: signedRequest(device) })
    expect(created.status).toBe(201)
    const refresh = () => call(world.service, TOKEN, { form: { grant_type: 'refresh_token', refresh_token: token.refresh_token } })
    const [first, again] = [await refresh(), await refresh()]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(decodeJwt(again.body.refresh_token).jti).toBe(decodeJwt(first.body.refresh_token).jti)
  })

  test('the response is only the record without the parameter, or with another value', async () => {
    const device = pooledDevice(devices++)
    const { body } = await register(signed(device), '')
    expect(Object.keys(body)).toEqual(['id', 'address', 'pubKey', 'vouched', 'created'])
    for (const query of ['?grant=', '?grant=provider', '?grant=ADDRESS'])
      expect(await register(signed(device), query)).toMatchObject({ status: 200, body })
    const [{ chains } = { chains: -1 }] = await world.storage.query<{ chains: number }>(
      'SELECT count(*) AS chains FROM licet.refresh_chains WHERE provider_id = $1 AND holder = $2',
      [tenant.provider.providerId, device.address],
    )
    expect(chains).toBe(0)
  })

  test('B1: a query with an unknown or repeated parameter is refused', async () => {
    const device = pooledDevice(devices++)
    for (const query of ['?other=address', '?grant=address&other=1', '?grant=address&grant=address', '?grant=address&grant=']) {
      const { status, body } = await register(signed(device), query)
      expect([status, body.code]).toEqual([400, 'invalid_request'])
    }
    const listed = await call(world.service, `${path}?address=${device.address}`, { token: await tenant.providerToken() })
    expect(listed.body).toEqual([])
  })

  test('a repeated registration returns the same record and another token', async () => {
    const device = pooledDevice(devices++)
    const [first, second] = [await register(signed(device)), await register(signed(device))]
    expect([first.status, second.status]).toEqual([200, 200])
    expect({ ...second.body, token: undefined }).toEqual({ ...first.body, token: undefined })
    expect(second.body.token.access_token).not.toBe(first.body.token.access_token)
    for (const { body } of [first, second])
      expect((await call(world.service, '/license', { token: body.token.access_token })).status).toBe(200)
  })

  test('D4: a request without a valid signature gets neither a record nor a token', async () => {
    const device = pooledDevice(devices++)
    const stranger = pooledDevice(devices++)
    const good = signed(device)
    const bad: [object, number, string][] = [
      [{ ...good, signature: stranger.sign(`user-1.${device.address}`) }, 400, 'invalid_signature'],
      // The signature of an address grant is not valid for a registration.
      [{ ...good, signature: device.sign(device.address) }, 400, 'invalid_signature'],
      [{ ...good, address: stranger.address }, 400, 'invalid_address'],
    ]
    for (const [json, status, code] of bad) {
      const { status: received, body } = await register(json)
      expect([received, body.code, body.token]).toEqual([status, code, undefined])
    }
    await register(good)
    const conflict = await register(signed(device, 'user-2'))
    expect([conflict.status, conflict.body.code, conflict.body.token]).toEqual([409, 'address_taken', undefined])
    const unknown = await call(world.service, `${path}?grant=address`, { json: good })
    expect([unknown.status, unknown.body.token]).toEqual([401, undefined])
  })

  test('A19: a token from before an erasure stays refused after the device registers again', async () => {
    const device = pooledDevice(devices++)
    const token = async () => (await register(signed(device))).body.token.access_token
    const old = await atSkew(world, -60_000, token)
    const erasure = { token: await tenant.adminToken(), method: 'DELETE' }
    expect((await call(world.service, `${path}?address=${device.address}`, erasure)).status).toBe(204)
    const reregistered = await token()
    // Another process of the service whose clock is slightly behind.
    const behind = await atSkew(world, -2_000, token)
    const responses = async (bearer: string) => [
      (await call(world.service, '/license', { token: bearer })).status,
      (await call(world.service, '/license/verify', { token: bearer, json: {} })).status,
      (await call(world.service, '/license/create', { token: bearer, json: signedRequest(device) })).status,
    ]
    expect(await responses(old)).toEqual([401, 401, 401])
    expect(await responses(reregistered)).toEqual([200, 200, 201])
    expect(await responses(behind)).toEqual([200, 200, 200])
  })

  // Regression: the service compared the times of the registration and the token, so that the device was refused for an hour.
  test('A21: a device that registered while the clock was an hour ahead works after the clock is corrected', async () => {
    const device = pooledDevice(devices++)
    await atSkew(world, 3_600_000, () => register(signed(device)))
    const again = (await register(signed(device))).body.token
    const form = { grant_type: 'refresh_token', refresh_token: again.refresh_token }
    const refreshed = (await call(world.service, TOKEN, { form })).body
    for (const bearer of [await tenant.addressToken(device), again.access_token, refreshed.access_token]) {
      expect((await call(world.service, '/license', { token: bearer })).status).toBe(200)
      expect((await call(world.service, '/license/verify', { token: bearer, json: {} })).status).toBe(200)
    }
    const json = signedRequest(device)
    expect((await call(world.service, '/license/create', { token: again.access_token, json })).status).toBe(201)
  })

  test('A21: a token from before an erasure stays refused, even when the clock is set back before the device registers again', async () => {
    const device = pooledDevice(devices++)
    const old = (await register(signed(device))).body.token.access_token
    const erasure = { token: await tenant.adminToken(), method: 'DELETE' }
    await call(world.service, `${path}?address=${device.address}`, erasure)
    await atSkew(world, -3_600_000, () => register(signed(device)))
    expect((await call(world.service, '/license', { token: old })).status).toBe(401)
    expect((await call(world.service, '/license', { token: await tenant.addressToken(device) })).status).toBe(200)
  })

  test('E1: the operator gets an event when the database fails during a list', async () => {
    const storage = watchStorage(world.storage, {
      before: (text) => {
        if (text.includes('FROM licet.addresses') && text.includes('ORDER BY')) throw new StorageError('57P01')
      },
    })
    const service = await world.another({ storage })
    world.events.length = 0
    expect((await call(service, `${path}?id=many`, { token: await tenant.providerToken() })).status).toBe(500)
    const route = '/api/latest/provider/:providerId/user'
    expect(world.events).toEqual([{ type: 'server_error', method: 'GET', route, error: 'SQLSTATE 57P01' }])
  })
})
