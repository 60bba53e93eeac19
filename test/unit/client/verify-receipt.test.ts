import { exportJWK, generateKeyPair, type JSONWebKeySet, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AuthClient, type License, verifyReceipt } from '../../../src/client/index.ts'
import type { TestService } from '../../../src/testing/index.ts'
import { newClient } from '../../fixtures/client.ts'
import { createTestService } from '../../fixtures/test-service.ts'

let test: TestService
let license: License
let keys: JSONWebKeySet

beforeAll(async () => {
  test = await createTestService()
  const client = newClient(test)
  license = await client.createLicense()
  keys = await new AuthClient({ authUrl: test.authUrl, fetch: test.fetch }).getKeySet()
  await client.close()
})
afterAll(() => test.close())

it('D15: verifies a receipt offline and returns its claims', async () => {
  const claims = await verifyReceipt(license.receipt, keys, { issuer: test.authUrl })
  expect(claims).toMatchObject({
    sub: license.address,
    lic: license.id,
    terms: license.termsHash,
    status: 'active',
    iss: test.authUrl,
  })
  expect(Math.abs(claims.iat * 1000 - Date.parse(license.timestamp))).toBeLessThan(60_000)
})

it('D15: rejects a receipt with one changed character', async () => {
  const { receipt } = license
  const places = [0, 5, receipt.indexOf('.') + 3, receipt.lastIndexOf('.') + 3, receipt.length - 40]
  for (const at of places) {
    const letter = receipt[at] === 'A' ? 'B' : 'A'
    const altered = receipt.slice(0, at) + letter + receipt.slice(at + 1)
    await expect(verifyReceipt(altered, keys), `letter ${at}`).rejects.toMatchObject({ code: 'invalid_receipt' })
  }
})

it('D15: rejects a receipt signed with another key of the same id', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const kid = String(keys.keys[0]?.kid)
  const forged = await new SignJWT({
    sub: license.address,
    lic: 'x',
    prv: license.providerId,
    req: license.termsHash,
    terms: license.termsHash,
    status: 'active',
  })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'license-receipt+jwt' })
    .setIssuer(test.authUrl)
    .setIssuedAt()
    .sign(privateKey)
  await expect(verifyReceipt(forged, keys)).rejects.toThrow(/altered, or signed by another key/)
  // The forged receipt is valid with the key set of the forger: a receipt proves something only with the keys of the service.
  await expect(verifyReceipt(forged, { keys: [{ ...(await exportJWK(publicKey)), kid }] })).resolves.toMatchObject({ lic: 'x' })
})

it('D15: reports a receipt of another service, an unknown key and another type of token', async () => {
  await expect(verifyReceipt(license.receipt, keys, { issuer: 'https://other.example' })).rejects.toThrow(/another service/)
  await expect(verifyReceipt(license.receipt, { keys: [] })).rejects.toThrow(/not in the key set/)
  const { accessToken } = await new AuthClient({ authUrl: test.authUrl, fetch: test.fetch }).grant({ type: 'user', ...test.user })
  await expect(verifyReceipt(accessToken, keys)).rejects.toThrow(/another kind/)
})

it.each(['', '.', '..', 'a.b.c', 'x'.repeat(1_000_000), '{}'])('A18: rejects a text that is not a JWS, quickly', async (text) => {
  await expect(verifyReceipt(text, keys)).rejects.toMatchObject({ code: 'invalid_receipt' })
})

/** Signs a receipt with jose. */
async function sign(header: Readonly<Record<string, unknown>>, alg: 'ES256' | 'RS256' = 'ES256', claims: object = {}) {
  const { privateKey, publicKey } = await generateKeyPair(alg)
  const whole = {
    sub: license.address,
    lic: 'x',
    prv: license.providerId,
    req: license.termsHash,
    terms: license.termsHash,
    status: 'active',
    ...claims,
  }
  const receipt = await new SignJWT(whole)
    .setProtectedHeader({ alg, kid: 'k', typ: 'license-receipt+jwt', ...header })
    .setIssuer(test.authUrl)
    .setIssuedAt()
    .sign(privateKey, { crit: { 'x-must': true } })
  return { receipt, key: { ...(await exportJWK(publicKey)), kid: 'k' } }
}

it('accepts a receipt without the hash of the request only when the license is erased', async () => {
  const erased = await sign({}, 'ES256', { status: 'erased', sub: '', req: undefined })
  const claims = await verifyReceipt(erased.receipt, { keys: [erased.key] })
  expect([claims.status, claims.req]).toEqual(['erased', undefined])
  const active = await sign({}, 'ES256', { req: undefined })
  await expect(verifyReceipt(active.receipt, { keys: [active.key] })).rejects.toThrow(/lacks a required claim/)
})

it('A18: verifies what jose signs with ES256, with every optional member of the key', async () => {
  const { receipt, key } = await sign({})
  const described = { ...key, alg: 'ES256', use: 'sig', key_ops: ['verify'], later: 1 }
  for (const jwk of [key, described]) await expect(verifyReceipt(receipt, { keys: [jwk] })).resolves.toMatchObject({ lic: 'x' })
})

it.each([
  ['for encryption', { use: 'enc' }],
  ['for another algorithm', { alg: 'ES384' }],
  ['not for verifying', { key_ops: ['deriveKey'] }],
  ['on another curve', { crv: 'P-384' }],
  ['of another type', { kty: 'RSA' }],
  ['not a point of the curve', { x: 'A'.repeat(43) }],
])('A18: rejects a receipt when its key is %s', async (_, members) => {
  const { receipt, key } = await sign({})
  await expect(verifyReceipt(receipt, { keys: [{ ...key, ...members }] })).rejects.toThrow(
    /malformed, or signed with another algorithm/,
  )
})

it('A18: rejects every other algorithm, even if the key fits it, and every critical extension', async () => {
  const other = await sign({}, 'RS256')
  await expect(verifyReceipt(other.receipt, { keys: [other.key] })).rejects.toThrow(/with another algorithm/)
  const critical = await sign({ crit: ['x-must'], 'x-must': 1 })
  await expect(verifyReceipt(critical.receipt, { keys: [critical.key] })).rejects.toThrow(/malformed/)
  const { receipt, key } = await sign({})
  const [, body] = receipt.split('.')
  for (const alg of ['none', 'HS256', 'ES384']) {
    const header = Buffer.from(JSON.stringify({ alg, kid: 'k', typ: 'license-receipt+jwt' })).toString('base64url')
    for (const tail of ['', 'AAAA']) {
      await expect(verifyReceipt(`${header}.${body}.${tail}`, { keys: [key] }), `${alg} ${tail}`).rejects.toThrow(/malformed/)
    }
  }
})

it.each([{ req: 'short' }, { status: 'fine' }, { lic: 7 }, { terms: undefined }])(
  'A18: rejects a signed receipt with the claims %j',
  async (claims) => {
    const { receipt, key } = await sign({}, 'ES256', claims)
    await expect(verifyReceipt(receipt, { keys: [key] })).rejects.toThrow(/lacks a required claim/)
  },
)

it('A4: rejects a receipt without a key id, even if a key without an id would verify it', async () => {
  const { receipt, key } = await sign({ kid: undefined })
  for (const kid of ['k', undefined])
    await expect(verifyReceipt(receipt, { keys: [{ ...key, kid } as JWK] })).rejects.toThrow(/not in the key set/)
})

it('A14: rejects a receipt that is more than 60 s ahead', async () => {
  const { iat } = await verifyReceipt(license.receipt, keys)
  await expect(verifyReceipt(license.receipt, keys, { now: iat * 1000 - 61_000 })).rejects.toThrow(/future/)
  expect(await verifyReceipt(license.receipt, keys, { now: iat * 1000 - 59_000 })).toMatchObject({ iat })
})
