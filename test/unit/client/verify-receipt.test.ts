import { exportJWK, generateKeyPair, type JSONWebKeySet, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AuthClient, type License, verifyReceipt } from '../../../src/client/index.ts'
import { createTestService, type TestService } from '../../../src/testing/index.ts'
import { newClient } from './support.ts'

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

it('D15 a receipt verifies offline and says what was agreed', async () => {
  const claims = await verifyReceipt(license.receipt, keys, { issuer: test.authUrl })
  expect(claims).toMatchObject({
    sub: license.address,
    lic: license.id,
    terms: license.termsHash,
    status: 'active',
    iss: test.authUrl,
  })
  expect(Math.abs(claims.iat * 1000 - Date.parse(license.timestamp))).toBeLessThan(2000)
})

it('D15 a receipt altered in any one letter proves nothing', async () => {
  const { receipt } = license
  const places = [0, 5, receipt.indexOf('.') + 3, receipt.lastIndexOf('.') + 3, receipt.length - 40]
  for (const at of places) {
    const letter = receipt[at] === 'A' ? 'B' : 'A'
    const altered = receipt.slice(0, at) + letter + receipt.slice(at + 1)
    await expect(verifyReceipt(altered, keys), `letter ${at}`).rejects.toMatchObject({ code: 'invalid_receipt' })
  }
})

it('D15 a receipt by another key, under the same name, proves nothing', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const kid = String(keys.keys[0]?.kid)
  const forged = await new SignJWT({
    sub: license.address,
    lic: 'x',
    req: license.termsHash,
    terms: license.termsHash,
    status: 'active',
  })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'license-receipt+jwt' })
    .setIssuer(test.authUrl)
    .setIssuedAt()
    .sign(privateKey)
  await expect(verifyReceipt(forged, keys)).rejects.toThrow(/altered, or signed by another key/)
  // The same bytes verify with the forger's own key set: what a receipt proves hangs on whose keys it is checked with.
  await expect(verifyReceipt(forged, { keys: [{ ...(await exportJWK(publicKey)), kid }] })).resolves.toMatchObject({ lic: 'x' })
})

it('D15 a receipt of another service, an unknown key, a token of another kind: each is said', async () => {
  await expect(verifyReceipt(license.receipt, keys, { issuer: 'https://other.example' })).rejects.toThrow(/another service/)
  await expect(verifyReceipt(license.receipt, { keys: [] })).rejects.toThrow(/not in the key set/)
  const { accessToken } = await new AuthClient({ authUrl: test.authUrl, fetch: test.fetch }).grant({ type: 'user', ...test.user })
  await expect(verifyReceipt(accessToken, keys)).rejects.toThrow(/another kind/)
})

it.each(['', '.', '..', 'a.b.c', 'x'.repeat(1_000_000), '{}'])('A18 text that is no JWS is damaged, fast', async (text) => {
  await expect(verifyReceipt(text, keys)).rejects.toMatchObject({ code: 'invalid_receipt' })
})
