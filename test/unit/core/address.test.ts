import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { sha3_256 } from '@noble/hashes/sha3.js'
import { describe, expect, it } from 'vitest'
import { ADDRESS, assertDeviceKey, deriveAddress } from '../../../src/core/address.ts'
import { createRsaKey, createRsaPublicKey } from '../../fixtures/rsa-keys.ts'

const sha3 = (bytes: Uint8Array) => Uint8Array.from(sha3_256(bytes))

const spkiOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' })

const good = spkiOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey)
function altered(at: number, value: number): Uint8Array {
  const copy = Uint8Array.from(good)
  copy[at < 0 ? copy.length + at : at] = value
  return copy
}

describe('deriveAddress', () => {
  it('returns the SHA3-256 of the SPKI that node:crypto computes, as 43 characters of base64url', () => {
    for (let i = 0; i < 5; i++) {
      const key = i === 0 ? good : spkiOf(createRsaPublicKey(2048, 65_537))
      const address = deriveAddress(key, sha3)
      expect(address).toBe(createHash('sha3-256').update(key).digest('base64url'))
      expect(address).toMatch(ADDRESS)
      expect(address).toHaveLength(43)
    }
  })

  it.each(['', 'abc', 'The quick brown fox', 'x'.repeat(135), 'x'.repeat(136), 'x'.repeat(10_000)])(
    'uses a SHA3-256 that agrees with node:crypto for inputs around the block size (%#)',
    (text) => {
      expect(Buffer.from(sha3(Buffer.from(text))).toString('hex')).toBe(createHash('sha3-256').update(text).digest('hex'))
    },
  )
})

describe('assertDeviceKey', () => {
  it('accepts an RSA key of 2048 bits and returns its PKCS#1 part', () => {
    const pkcs1 = assertDeviceKey(good)
    expect(pkcs1).toHaveLength(270)
    expect(Array.from(pkcs1.subarray(0, 4))).toEqual([0x30, 0x82, 0x01, 0x0a])
  })

  // Regression: the message did not name the size, so a developer could not see what was wrong with an RSA key.
  it('names the size of another RSA key, and of nothing else', () => {
    const messageOf = (key: Uint8Array) => {
      try {
        assertDeviceKey(key)
      } catch (error) {
        return String(error)
      }
      return ''
    }
    for (const bits of [512, 1024, 3072, 4096, 8192])
      expect(messageOf(spkiOf(createRsaPublicKey(bits, 65_537)))).toContain(`is an RSA key of ${bits} bits.`)
    const ec = spkiOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)
    const others = [
      ec,
      spkiOf(createRsaPublicKey(2048, 3)),
      new Uint8Array(),
      Uint8Array.from([0x30]),
      Uint8Array.from([0x30, 0x84, 1]),
    ]
    const large = spkiOf(createRsaPublicKey(3072, 65_537))
    for (let length = 0; length < 40; length++) others.push(large.subarray(0, length))
    for (const other of others) expect(messageOf(other)).toContain('is not an RSA key of 2048 bits')
  })

  it.each<[string, Uint8Array]>([
    ['1024 bits', spkiOf(createRsaPublicKey(1024, 65_537))],
    ['4096 bits', spkiOf(createRsaPublicKey(4096, 65_537))],
    ['an EC key', spkiOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)],
    ['exponent 3', spkiOf(createRsaPublicKey(2048, 3))],
    ['exponent 1', altered(-1, 0)],
    ['an even modulus', altered(-6, 0x02)],
    ['a modulus with a leading zero', altered(33, 0x01)],
    ['trailing bytes', Uint8Array.from([...good, 0])],
    ['one byte less', good.subarray(0, -1)],
    ['PKCS#1', Uint8Array.from(good).subarray(24)],
    ['a private key', createRsaKey().export({ type: 'pkcs8', format: 'der' })],
    ['nothing', new Uint8Array()],
  ])('D5: refuses %s', (_, key) => {
    expect(() => assertDeviceKey(key)).toThrow(expect.objectContaining({ code: 'invalid_key' }))
  })
})
