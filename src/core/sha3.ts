import type { Digest } from './signature.ts'

// SHA3-256 in the terms of FIPS 202, section 6.1: lengths in bytes, and the suffix 01 with the first bit of the padding.
const RATE = 136
const SUFFIX = 0x06
const LENGTH = 32
const LAST_PADDING_BIT = 0x80
const STATE_WORDS = 50

/**
 * Creates SHA3-256 from the permutation Keccak-p[1600, 24]: the sponge of FIPS 202, section 4.
 *
 * The sponge of `@noble/hashes` would include every other digest of the family.
 *
 * @param permute Changes the state in place: 50 words of 32 bits, little-endian.
 */
export function createSha3(permute: (state: Uint32Array<ArrayBuffer>) => void): Digest {
  return (bytes) => {
    const state = new Uint32Array(STATE_WORDS)
    const absorb = (byte: number, at: number) => {
      state[at >> 2] = (state[at >> 2] ?? 0) ^ (byte << (8 * (at % 4)))
    }
    bytes.forEach((byte, at) => {
      absorb(byte, at % RATE)
      if ((at + 1) % RATE === 0) permute(state)
    })
    absorb(SUFFIX, bytes.length % RATE)
    absorb(LAST_PADDING_BIT, RATE - 1)
    permute(state)
    return Uint8Array.from({ length: LENGTH }, (_, at) => (state[at >> 2] ?? 0) >> (8 * (at % 4)))
  }
}
