import { createHash } from 'node:crypto'
import { sha3_256 } from '@noble/hashes/sha3.js'
import { describe, expect, it } from 'vitest'
import { toCanonicalBytes, toSignedBytes } from '../../../src/core/signature.ts'

const sha3 = (bytes: Uint8Array) => Uint8Array.from(sha3_256(bytes))
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const request = {
  ptr: 'user-1',
  origin: 'com.example.app',
  terms: '# Terms\n',
  description: 'Receipts',
  tags: ['purchase_history'],
  uses: [{ usecases: ['analytics'], destinations: ['example.com'] }],
}
const canonical =
  '{"description":"Receipts","origin":"com.example.app","ptr":"user-1","tags":["purchase_history"],"terms":"# Terms\\n","uses":[{"destinations":["example.com"],"usecases":["analytics"]}]}'

describe('toSignedBytes', () => {
  it('signs the SHA3-256 of the canonical request in licet-1', () => {
    const expected = createHash('sha3-256').update(canonical).digest('hex')
    expect(Buffer.from(toSignedBytes(request, 'licet-1', sha3)).toString('hex')).toBe(expected)
  })

  it('signs the canonical request itself in rsa-sha3-256', () => {
    expect(text(toSignedBytes(request, 'rsa-sha3-256', sha3))).toBe(canonical)
  })

  it('signs the members in the order received in rs256-json', () => {
    expect(text(toSignedBytes(request, 'rs256-json', sha3))).toBe(JSON.stringify(request))
  })

  it('D1: leaves the signature out, and is the same for any order of members', () => {
    const reordered = { signature: 'x', ...Object.fromEntries(Object.entries(request).reverse()) }
    expect(text(toCanonicalBytes(reordered))).toBe(canonical)
  })

  it.each([
    ['a lone surrogate', { ...request, description: '\ud83d' }],
    ['an unsafe integer in an extension', { ...request, 'x-n': 2 ** 53 }],
    ['a number that is not finite', { ...request, 'x-n': Number.NaN }],
    ['U+0000', { ...request, description: 'a\u0000b' }],
  ])('refuses to sign %s', (_, bad) => {
    for (const suite of ['licet-1', 'rsa-sha3-256'] as const) {
      expect(() => toSignedBytes(bad, suite, sha3)).toThrow(expect.objectContaining({ code: 'invalid_json' }))
    }
  })
})
