import { sha3_256 } from '@noble/hashes/sha3.js'
import { toBase64Url } from '../core/base64.ts'
import { utf8 } from '../core/signature.ts'

/** SHA3-256 of a text, base64url: the version of terms. A module of its own, because SHA-3 is loaded only when terms are on screen. */
export function hashText(text: string): string {
  return toBase64Url(sha3_256(utf8(text)))
}
