import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { createOpenApi } from '../../src/service/index.ts'
import { ROUTES } from '../../src/service/routes.ts'
import { call, createTenant } from '../fixtures/caller.ts'
import { signedRequest } from '../fixtures/device.ts'
import { member, OPENAPI, withOpenApiChecks } from '../fixtures/openapi.ts'
import { describeWorlds } from '../fixtures/worlds.ts'

describe('the OpenAPI document', () => {
  test('F7: is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(OPENAPI))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test('F7: has every operation of the service and no other', () => {
    const served = ROUTES.flatMap(({ method, paths }) =>
      paths.map((path) => `${method} ${path.replace(/:(\w+)(\{[^}]+\})?/g, '{$1}')}`),
    )
    const written = Object.keys(member(OPENAPI, 'paths')).flatMap((path) =>
      Object.keys(member(OPENAPI, 'paths', path))
        .filter((name) => ['get', 'post', 'delete', 'put', 'patch'].includes(name))
        .map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(written.sort()).toEqual(served.sort())
  })

  test('license paths have trailUrl as their server, and an invalid address is refused', () => {
    expect(member(OPENAPI, 'paths', '/license/create').servers).toEqual([{ url: 'https://trail.example.com' }])
    expect(OPENAPI.servers).toEqual([{ url: 'https://auth.example.com' }])
    expect(() => createOpenApi({ authUrl: 'auth.example.com' })).toThrow(
      expect.objectContaining({ code: 'invalid_configuration', field: 'authUrl' }),
    )
  })
})

// describeWorlds() checks every response of its services with the document.
describeWorlds('responses', (world) => {
  test('F7: all requests of an agreement, from the first token to the record, match the OpenAPI document, and so do errors', async () => {
    const tenant = await createTenant(world.service)
    const { device, token } = await tenant.device()
    const json = signedRequest(device)
    expect((await call(world.service, '/license/create', { json })).status).toBe(401)
    expect((await call(world.service, '/license/create', { json: { ...json, signature: 'AAAA' }, token })).status).toBe(400)
    expect((await call(world.service, '/license/create', { json, token })).status).toBe(201)
    expect((await call(world.service, '/license/create', { json, token })).status).toBe(200)
    expect((await call(world.service, '/license', { token })).body.licenses).toHaveLength(1)
    expect((await call(world.service, '/license', { method: 'PUT', token })).status).toBe(405)
    expect((await call(world.service, '/licence', { token })).status).toBe(404)
  })

  // Regression: the document counted the blanks around a name, which the service removes first.
  test('accepts each name that the service accepts: 200 characters, with blanks around them', async () => {
    const tenant = await createTenant(world.service)
    const token = await tenant.adminToken()
    const create = (name: string) => call(world.service, '/api/latest/provider', { json: { name }, token })
    expect((await create(` ${'n'.repeat(200)} `)).body.name).toBe('n'.repeat(200))
    expect((await create('n'.repeat(201))).status).toBe(400)
  })

  test('F7: a response with an additional or a missing member does not match', async () => {
    const tenant = await createTenant(world.service)
    const token = await tenant.adminToken()
    const altered = (alter: (profile: object) => object) =>
      withOpenApiChecks({
        ...world.service,
        fetch: async (request, from) => {
          const response = await world.service.fetch(request, from)
          return new Response(JSON.stringify(alter(await response.json())), response)
        },
      })
    const profile = (service = world.service) => call(service, '/api/latest/profile', { token })
    expect((await profile()).status).toBe(200)
    await expect(profile(altered((body) => ({ ...body, admin: true })))).rejects.toThrow('additional properties')
    await expect(profile(altered(({ ...body }) => Object.assign(body, { email: undefined })))).rejects.toThrow("'email'")
  })
})
