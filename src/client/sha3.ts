import { keccakP } from '@noble/hashes/sha3.js'
import { toBase64Url } from '../core/base64.ts'
import { type Digest, utf8 } from '../core/signature.ts'

/** Parameters of SHA3-256 (FIPS 202 §6.1), in bytes. The suffix is 01 with the first bit of the padding. */
const RATE = 136
const SUFFIX = 0x06
const LENGTH = 32
const LAST_BIT_OF_PADDING = 0x80
const STATE_WORDS = 50

/**
 * Computes the SHA3-256 of bytes: the permutation of the library in the sponge of FIPS 202 §4. The library's own sponge would add
 * every other digest of the family to the bundle.
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

/** Returns the SHA3-256 of the UTF-8 bytes of a text, base64url. */
export function hashText(text: string): string {
  return toBase64Url(sha3(utf8(text)))
}
