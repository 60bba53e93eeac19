import { keccakP } from '@noble/hashes/sha3.js'
import { toBase64Url } from '../core/base64.ts'
import { createSha3 } from '../core/sha3.ts'
import { type Digest, utf8 } from '../core/signature.ts'

/** Computes the SHA3-256 of bytes. */
export const sha3: Digest = createSha3(keccakP)

/** Returns the SHA3-256 of the UTF-8 bytes of a text, base64url. */
export function hashText(text: string): string {
  return toBase64Url(sha3(utf8(text)))
}
