import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIdentityToken } from '../../../src/server/index.ts'
import { createBackend } from '../../fixtures/identity.ts'

const PROVIDER = '01a2037b-f335-7886-80f2-1b46ede29c3f'
const { kid, privateKey } = createBackend(PROVIDER)
const identityKey = JSON.stringify(privateKey.export({ format: 'jwk' }))
const settings = { identityKey, providerId: PROVIDER, authUrl: 'https://auth.example' }

beforeEach(() => {
  for (const name of ['LICET_IDENTITY_KEY', 'LICET_PROVIDER_ID', 'LICET_AUTH_URL']) vi.stubEnv(name, undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

test('the token has the claims of the protocol, and each token has another id', async () => {
  const [first, second] = await Promise.all([
    createIdentityToken({ userId: 'ada', ...settings }),
    createIdentityToken({ userId: 'ada', ...settings }),
  ])
  const options = { typ: 'licet-identity+jwt', issuer: PROVIDER, subject: 'ada', audience: 'https://auth.example' }
  const { payload } = await jwtVerify(first, createPublicKey(privateKey), options)
  expect(decodeProtectedHeader(first)).toEqual({ alg: 'ES256', typ: 'licet-identity+jwt', kid })
  expect(Number(payload.exp) - Number(payload.iat)).toBe(300)
  const again = await jwtVerify(second, createPublicKey(privateKey), options)
  expect(again.payload.jti).not.toBe(payload.jti)
})

test('the settings come from environment variables, even from those that a framework passes to the browser', async () => {
  vi.stubEnv('LICET_IDENTITY_KEY', identityKey)
  vi.stubEnv('NEXT_PUBLIC_LICET_PROVIDER_ID', PROVIDER)
  vi.stubEnv('VITE_LICET_AUTH_URL', 'https://auth.example/')
  const { payload } = await jwtVerify(await createIdentityToken({ userId: 'ada' }), createPublicKey(privateKey))
  expect(payload).toMatchObject({ iss: PROVIDER, aud: 'https://auth.example', sub: 'ada' })
  vi.stubEnv('LICET_AUTH_URL', 'https://other.example')
  const other = await jwtVerify(await createIdentityToken({ userId: 'ada' }), createPublicKey(privateKey))
  expect(other.payload.aud).toBe('https://other.example')
})

test('a private key of Ed25519 signs with EdDSA', async () => {
  const pair = generateKeyPairSync('ed25519')
  const token = await createIdentityToken({
    userId: 'ada',
    ...settings,
    identityKey: JSON.stringify(pair.privateKey.export({ format: 'jwk' })),
  })
  expect(decodeProtectedHeader(token).alg).toBe('EdDSA')
  await jwtVerify(token, pair.publicKey, { subject: 'ada' })
})

test.each([
  ['userId', { userId: '' }],
  ['userId', { userId: 'u'.repeat(257) }],
  ['expires', { expires: 601 }],
  ['expires', { expires: 0.5 }],
  ['authUrl', { authUrl: 'auth.example' }],
  ['authUrl', { authUrl: undefined }],
  ['providerId', { providerId: undefined }],
  ['identityKey', { identityKey: undefined }],
  ['identityKey', { identityKey: 'secret-key' }],
  ['identityKey', { identityKey: JSON.stringify(createPublicKey(privateKey).export({ format: 'jwk' })) }],
  ['identityKey', { identityKey: JSON.stringify({ ...privateKey.export({ format: 'jwk' }), d: 'secret-key' }) }],
  ['identityKey', { identityKey: '[]' }],
])('a wrong %s is named in the error, which contains no key', async (field, options) => {
  const error = await createIdentityToken({ userId: 'ada', ...settings, ...options }).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ name: 'LicetError', code: 'invalid_configuration', field })
  expect(String(error)).not.toContain('secret-key')
  expect(error).not.toHaveProperty('cause')
})
