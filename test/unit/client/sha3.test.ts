import { createHash, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { hashText, sha3 } from '../../../src/client/sha3.ts'

it('equals the SHA3-256 of node:crypto at every length up to three blocks, and for a long input', () => {
  const lengths = [...Array.from({ length: 3 * 136 + 2 }, (_, at) => at), 200_003]
  for (const length of lengths) {
    // A view that starts one byte into its buffer.
    const bytes = new Uint8Array(randomBytes(length + 1)).subarray(1)
    expect(Buffer.from(sha3(bytes)).toString('hex'), `${length} bytes`).toBe(createHash('sha3-256').update(bytes).digest('hex'))
  }
})

it('returns the digest that NIST publishes for an empty input', () => {
  expect(Buffer.from(sha3(new Uint8Array())).toString('hex')).toBe(
    'a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a',
  )
})

it('hashes the UTF-8 bytes of a text, as base64url', () => {
  expect(hashText('Año 日本')).toBe(createHash('sha3-256').update('Año 日本').digest('base64url'))
})
