import { Keccak } from '@noble/hashes/sha3.js'
import { toBase64Url } from '../core/base64.ts'
import { type Digest, utf8 } from '../core/signature.ts'

/** SHA3-256 in the terms of FIPS 202, section 6.1: rate and length in bytes, and the suffix 01 with the first bit of the padding. */
const RATE = 136
const SUFFIX = 0x06
const LENGTH = 32

/** SHA3-256 of bytes. By the class, since `sha3_256` brings along what makes every other digest of the family. */
export const sha3: Digest = (bytes) => new Uint8Array(new Keccak(RATE, SUFFIX, LENGTH).update(bytes).digest())

/** SHA3-256 of a text's UTF-8 bytes, base64url. */
export function hashText(text: string): string {
  return toBase64Url(sha3(utf8(text)))
}
