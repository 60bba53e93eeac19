import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createService, type Service } from '../../src/service/index.ts'
import { call, createTenant } from './caller.ts'
import { createDevice, signedRequest } from './device.ts'

let service: Service
beforeAll(async () => {
  service = await createService({ authUrl: 'https://auth.example.com' })
})
afterAll(() => service.close())

describe('the vertical', () => {
  test('a device registers, agrees, and its receipt verifies with jose', async () => {
    const tenant = await createTenant(service)
    const device = createDevice()
    expect((await tenant.register(device)).status).toBe(200)
    const token = await tenant.addressToken(device)
    const request = signedRequest(device)
    const first = await call(service, '/license/create', { token, json: request })
    expect(first.body).toMatchObject({ status: 'active', ...request })
    expect(first.status).toBe(201)
    const again = await call(service, '/license/create', { token, json: request })
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    const keys = await call(service, '/.well-known/jwks.json')
    const { payload } = await jwtVerify(first.body.receipt, createLocalJWKSet(keys.body), { typ: 'license-receipt+jwt' })
    expect(payload).toMatchObject({ iss: 'https://auth.example.com', sub: device.address, lic: first.body.id })
  })
})
