import { toBase64Url } from '../core/base64.ts'
import { type Digest, utf8 } from '../core/signature.ts'

/** Returns the version of a text: SHA3-256 of its UTF-8 bytes, as base64url without padding. Terms have no other version number. */
export function hashTerms(text: string, sha3: Digest): string {
  return toBase64Url(sha3(utf8(text)))
}
