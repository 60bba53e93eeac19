import { constants, createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createWebCrypto, toDeviceKey } from '../../src/service/index.ts'
import { createNodeCrypto } from '../../src/service/node.ts'
import { pooledDevice } from '../fixtures/device.ts'

const bytes = (data: Uint8Array | string) => new Uint8Array(typeof data === 'string' ? Buffer.from(data) : data)
const HASHES = { 'SHA-256': 'sha256', 'SHA3-256': 'sha3-256' } as const

describe.each([
  ['WebCrypto', createWebCrypto],
  ['node:crypto', createNodeCrypto],
])('the cryptography of the service on %s', (_, create) => {
  const crypto = create()
  const device = pooledDevice(0)
  const key = toDeviceKey(bytes(device.spki))

  test('hashes equal the hashes of node:crypto, for every length around a block', () => {
    for (const length of [0, 1, 55, 56, 63, 64, 65, 135, 136, 137, 10_000]) {
      const data = bytes(Buffer.alloc(length, 'Licet'))
      expect(Buffer.from(crypto.sha256(data)).toString('hex')).toBe(createHash('sha256').update(data).digest('hex'))
      expect(Buffer.from(crypto.sha3(data)).toString('hex')).toBe(createHash('sha3-256').update(data).digest('hex'))
    }
    // FIPS 202, the empty message.
    expect(Buffer.from(crypto.sha3(bytes(''))).toString('hex')).toBe(
      'a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a',
    )
  })

  test('random bytes have the requested length and do not repeat', () => {
    const seen = new Set(Array.from({ length: 1000 }, () => Buffer.from(crypto.random(16)).toString('hex')))
    expect(seen.size).toBe(1000)
    expect(crypto.random(0)).toHaveLength(0)
  })

  test.each(Object.entries(HASHES))('a device’s signature with %s is valid only for its text, key and hash', async (hash, name) => {
    const known = hash as keyof typeof HASHES
    const data = bytes('what was agreed')
    const signature = bytes(sign(name, data, device.privateKey))
    expect(await crypto.verifyRsa(key, known, data, signature)).toBe(true)
    expect(await crypto.verifyRsa(key, known, data, signature)).toBe(true)
    expect(await crypto.verifyRsa(key, known, bytes('what was not'), signature)).toBe(false)
    expect(await crypto.verifyRsa(toDeviceKey(bytes(pooledDevice(1).spki)), known, data, signature)).toBe(false)
    expect(await crypto.verifyRsa(key, known === 'SHA-256' ? 'SHA3-256' : 'SHA-256', data, signature)).toBe(false)
  })

  test.each(Object.entries(HASHES))('D3: with %s, an invalid signature is false and never an error', async (hash, name) => {
    const known = hash as keyof typeof HASHES
    const data = bytes('what was agreed')
    const good = bytes(sign(name, data, device.privateKey))
    const flipped = bytes(good)
    flipped[128] = (flipped[128] ?? 0) ^ 1
    const bad = [
      bytes(''),
      good.slice(1),
      new Uint8Array([0, ...good]),
      new Uint8Array(256),
      new Uint8Array(256).fill(255),
      bytes(device.spki.subarray(33, 289)),
      flipped,
      bytes(sign(name, data, { key: device.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING })),
    ]
    for (const signature of bad) expect(await crypto.verifyRsa(key, known, data, signature)).toBe(false)
  })

  test('node:crypto verifies the signatures of a generated ES256 key, and the reverse', async () => {
    const jwk = await crypto.generateKey()
    expect(Object.keys(jwk).sort()).toEqual(['crv', 'd', 'kty', 'x', 'y'])
    const data = bytes('header.payload')
    const signature = await (await crypto.importSigner(jwk))(data)
    expect(signature).toHaveLength(64)
    const publicKey = createPublicKey({ key: { ...jwk }, format: 'jwk' })
    expect(verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true)
    const check = await crypto.importVerifier(jwk)
    expect(await check(data, signature)).toBe(true)
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    expect(await check(data, bytes(sign('sha256', data, { key: other, dsaEncoding: 'ieee-p1363' })))).toBe(false)
    expect(await check(bytes('header.other'), signature)).toBe(false)
    const der = bytes(sign('sha256', data, other))
    for (const bad of [bytes(''), new Uint8Array(64), signature.slice(1), new Uint8Array([...signature, 0]), der]) {
      expect(await check(data, bad)).toBe(false)
    }
  })
})

test('the cache of parsed keys is bounded, and results stay correct', async () => {
  const crypto = createNodeCrypto({ maxCachedKeys: 2 })
  const data = bytes('x')
  for (let round = 0; round < 3; round++) {
    for (const n of [0, 1, 2]) {
      const { spki, privateKey } = pooledDevice(n)
      expect(await crypto.verifyRsa(toDeviceKey(bytes(spki)), 'SHA-256', data, bytes(sign('sha256', data, privateKey)))).toBe(true)
      expect(
        await crypto.verifyRsa(toDeviceKey(bytes(spki)), 'SHA-256', data, bytes(sign('sha256', data, pooledDevice(3).privateKey))),
      ).toBe(false)
    }
  }
})
