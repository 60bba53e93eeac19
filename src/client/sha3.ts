import { keccakP } from '@noble/hashes/sha3.js'
import { toBase64Url } from '../core/base64.ts'
import { type Digest, utf8 } from '../core/signature.ts'

/** SHA3-256 in the terms of FIPS 202, section 6.1: rate and length in bytes, and the suffix 01 with the first bit of the padding. */
const RATE = 136
const SUFFIX = 0x06
const LENGTH = 32
const LAST_BIT_OF_PADDING = 0x80
const STATE_WORDS = 50

/**
 * SHA3-256 of bytes: the library's permutation in the sponge of FIPS 202, section 4. The library's own sponge would bring along every
 * other digest of the family.
 */
export const sha3: Digest = (bytes) => {
  const state = new Uint32Array(STATE_WORDS)
  const absorb = (byte: number, at: number) => {
    state[at >> 2] = (state[at >> 2] ?? 0) ^ (byte << (8 * (at % 4)))
  }
  bytes.forEach((byte, at) => {
    absorb(byte, at % RATE)
    if ((at + 1) % RATE === 0) keccakP(state)
  })
  absorb(SUFFIX, bytes.length % RATE)
  absorb(LAST_BIT_OF_PADDING, RATE - 1)
  keccakP(state)
  return Uint8Array.from({ length: LENGTH }, (_, at) => (state[at >> 2] ?? 0) >> (8 * (at % 4)))
}

/** SHA3-256 of a text's UTF-8 bytes, base64url. */
export function hashText(text: string): string {
  return toBase64Url(sha3(utf8(text)))
}
