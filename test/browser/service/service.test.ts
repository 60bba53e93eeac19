import { createLocalJWKSet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { deriveAddress } from '../../../src/core/address.ts'
import { toBase64 } from '../../../src/core/base64.ts'
import { toSignedBytes, utf8 } from '../../../src/core/signature.ts'
import { createService, createWebCrypto } from '../../../src/service/index.ts'

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }

test('the service runs completely in a browser, with a key that cannot be exported', async () => {
  const service = await createService({ authUrl: 'https://licet.test' })
  try {
    const { sha3 } = createWebCrypto()
    const { orgId } = await service.admin.createOrganization({ name: 'Fresh Basket' })
    const provider = await service.admin.createProvider({ orgId, name: 'Basket app' })
    const { privateKey, publicKey } = await crypto.subtle.generateKey(RSA, false, ['sign', 'verify'])
    const sign = async (data: Uint8Array<ArrayBuffer>) =>
      toBase64(new Uint8Array(await crypto.subtle.sign(RSA.name, privateKey, data)))
    const spki = new Uint8Array(await crypto.subtle.exportKey('spki', publicKey))
    const address = deriveAddress(spki, sha3)
    const post = async (path: string, type: string, body: string, token?: string) => {
      const headers = { 'content-type': type, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
      const response = await service.fetch(new Request(`https://licet.test${path}`, { method: 'POST', body, headers }))
      return { status: response.status, body: await response.json() }
    }
    const grant = async (client_id: string, client_secret: string): Promise<string> => {
      const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString()
      return (await post('/api/latest/auth/token', 'application/x-www-form-urlencoded', form)).body.access_token
    }
    const json = (path: string, body: object, token: string) => post(path, 'application/json', JSON.stringify(body), token)

    const providerToken = await grant(`provider:${provider.providerId}`, provider.pubKey)
    const registration = { id: 'user-1', address, pubKey: toBase64(spki), signature: await sign(utf8(`user-1.${address}`)) }
    expect((await json(`/api/latest/provider/${provider.providerId}/user`, registration, providerToken)).status).toBe(200)
    const token = await grant(`address:${provider.providerId}:${address}`, await sign(utf8(address)))
    const unsigned = {
      ptr: 'user-1',
      origin: 'com.example.basket',
      terms: '# Terms\n',
      description: 'Receipts',
      tags: ['physical_receipt'],
      uses: [{ usecases: ['analytics'], destinations: ['basket.example.com'] }],
    }
    const request = { ...unsigned, signature: await sign(toSignedBytes(unsigned, 'licet-1', sha3)) }
    const stored = await json('/license/create', request, token)
    expect(stored.status).toBe(201)
    expect(await json('/license/create', request, token)).toEqual({ status: 200, body: stored.body })
    const keys = await (await service.fetch(new Request('https://licet.test/.well-known/jwks.json'))).json()
    const { payload } = await jwtVerify(stored.body.receipt, createLocalJWKSet(keys), { typ: 'license-receipt+jwt' })
    expect(payload).toMatchObject({ sub: address, lic: stored.body.id })
  } finally {
    await service.close()
  }
})
