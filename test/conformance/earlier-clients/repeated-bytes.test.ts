import { beforeAll, expect, test } from 'vitest'
import { parseLicense } from '../../../src/protocol/parse-license.ts'
import { call, createTenant, type Tenant } from '../../fixtures/caller.ts'
import { signedRequest } from '../../fixtures/device.ts'
import { atSkew, describeLicenses } from '../../fixtures/worlds.ts'

describeLicenses('bytes that a device sends again', (world) => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await createTenant(world.service)
  })

  let users = 0
  const begin = async () => {
    const { device, token } = await tenant.device(`user-${users++}`)
    const create = async (json: unknown, headers: Record<string, string> = {}) =>
      call(world.service, '/license/create', { token, json, headers })
    const reasons = async () => (await call(world.service, '/license/verify', { token, method: 'POST' })).body.reason
    return { device, create, reasons }
  }

  // Regression: the answer was 200 with a withdrawn record, which looks like an agreement in force.
  test('agreeing again with bytes that were withdrawn, replaced or expired is 409 license_ended with the record', async () => {
    const endings = {
      revoked: (device: Parameters<typeof signedRequest>[0]) => signedRequest(device, { uses: [] }),
      superseded: (device: Parameters<typeof signedRequest>[0]) => signedRequest(device, { description: 'A newer one' }),
    }
    for (const [status, toRequest] of Object.entries(endings)) {
      const { device, create } = await begin()
      const agreement = signedRequest(device)
      const stored = await create(agreement)
      expect((await create(agreement)).body).toEqual(stored.body)
      await create(toRequest(device))
      for (const headers of [{}, { prefer: 'status=200' }]) {
        const again = await create(agreement, headers)
        expect([again.status, again.headers.get('content-type')]).toEqual([409, 'application/problem+json'])
        expect(again.body).toMatchObject({ status: 409, title: 'Conflict', code: 'license_ended', type: 'about:blank' })
        expect(again.body.license).toEqual({ ...stored.body, status })
        expect(parseLicense(again.body.license)).toEqual(again.body.license)
      }
    }
    const { device, create } = await begin()
    const brief = signedRequest(device, { expiry: new Date(Date.now() + 60_000).toISOString() })
    const stored = await create(brief)
    const late = await atSkew(world, 61_000, () => create(brief))
    expect([late.status, late.body.license]).toEqual([409, { ...stored.body, status: 'expired' }])
  })

  test('a repeated withdrawal is 200 with the same record, and agreeing again takes other bytes', async () => {
    const { device, create, reasons } = await begin()
    const [agreement, withdrawal] = [signedRequest(device), signedRequest(device, { uses: [] })]
    await create(agreement)
    const withdrawn = await create(withdrawal)
    expect([withdrawn.status, withdrawn.body.status]).toEqual([201, 'revoked'])
    const again = await create(withdrawal)
    expect([again.status, again.body]).toEqual([200, withdrawn.body])
    expect((await create(agreement)).status).toBe(409)
    expect(await reasons()).toBe('no_active_license')
    const next = await create(signedRequest(device, { 'x-follows': 'the last one' }))
    expect([next.status, await reasons()]).toEqual([201, 'licensed'])
    expect((await create(withdrawal)).status).toBe(200)
    expect(await reasons()).toBe('licensed')
  })

  test('concurrent repetitions of ended bytes store nothing', async () => {
    const { device, create } = await begin()
    const agreement = signedRequest(device)
    await create(agreement)
    await create(signedRequest(device, { uses: [] }))
    const responses = await Promise.all(Array.from({ length: 10 }, () => create(agreement)))
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual(responses.map(() => [409, 'license_ended']))
    const ofDevice = [tenant.provider.providerId, device.address]
    const rows = await world.storage.query('SELECT id FROM licet.licenses WHERE provider_id = $1 AND address = $2', ofDevice)
    expect(rows).toHaveLength(2)
  })
})
