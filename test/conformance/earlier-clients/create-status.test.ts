import { beforeAll, expect, test } from 'vitest'
import { call, createTenant, type Tenant } from '../../fixtures/caller.ts'
import { signedRequest } from '../../fixtures/device.ts'
import { describeWorlds } from '../../fixtures/worlds.ts'

describeWorlds('the status of license create', (world) => {
  let tenant: Tenant
  let created = 0
  beforeAll(async () => {
    tenant = await createTenant(world.service)
  })

  /** Creates a new license, or sends the given one again. */
  const create = async ({ prefer, of = tenant, again = false }: { prefer?: string; of?: Tenant; again?: boolean } = {}) => {
    const { device, token } = await of.device(`user-${created++}`)
    const json = signedRequest(device)
    const headers = prefer === undefined ? {} : { prefer }
    const send = () => call(world.service, '/license/create', { token, json, headers })
    const first = await send()
    const { status, headers: received } = again ? await send() : first
    return [status, received.get('preference-applied')]
  }

  // Regression: an earlier client accepts only 200, and took a stored license for a failure.
  test('a request with `Prefer: status=200` is answered with 200 and `Preference-Applied`', async () => {
    expect(await create()).toEqual([201, null])
    expect(await create({ again: true })).toEqual([200, null])
    for (const prefer of [
      'status=200',
      'Status = 200',
      'status="200"',
      'respond-async, status=200; x=1',
      'a="b, status=201\\", status=202", status=200, status=201',
    ])
      expect([prefer, await create({ prefer })]).toEqual([prefer, [200, 'status=200']])
    expect(await create({ prefer: 'status=200', again: true })).toEqual([200, 'status=200'])
    for (const prefer of [
      '',
      'status',
      'status=201',
      'status=201, status=200',
      'x="status=200"',
      'x; status=200',
      'astatus=200',
      `${'a,'.repeat(500)}status=200`,
    ])
      expect([prefer.slice(0, 30), await create({ prefer })]).toEqual([prefer.slice(0, 30), [201, null]])
  })

  test('a provider with the setting `createStatus` answers its new licenses with it', async () => {
    const { admin } = world.service
    const token = await tenant.adminToken()
    const made = await call(world.service, '/api/latest/provider', { token, json: { name: 'Earlier app', createStatus: 200 } })
    expect([made.status, made.body.createStatus]).toEqual([201, 200])
    const got = await call(world.service, `/api/latest/provider/${made.body.providerId}`, { token })
    expect(got.body).toEqual(made.body)
    const own = await createTenant(world.service)
    expect(await create({ of: own })).toEqual([201, null])
    expect(await admin.updateProvider(own.provider.providerId, { createStatus: 200 })).toMatchObject({ createStatus: 200 })
    expect(await create({ of: own })).toEqual([200, null])
    expect(await create({ of: own, prefer: 'status=200' })).toEqual([200, 'status=200'])
    await admin.updateProvider(own.provider.providerId, { createStatus: 201 })
    expect(await create({ of: own })).toEqual([201, null])
    for (const createStatus of [204, '200', null]) {
      const refused = await call(world.service, '/api/latest/provider', { token, json: { name: 'Earlier app', createStatus } })
      expect([refused.status, refused.body.field]).toEqual([400, 'createStatus'])
    }
    const unknown = admin.updateProvider('00000000-0000-7000-8000-000000000000', { createStatus: 200 })
    await expect(unknown).rejects.toMatchObject({ code: 'invalid_request', field: 'id' })
  })
})
