import { fromBase64 } from '../../core/base64.ts'

/** The longest that there is is a device's public key, of 392 letters. What anybody sends in place of one is not decoded beyond that. */
const MAX_BASE64_CHARS = 512

/** The bytes of a key, a signature or a secret in standard base64; `undefined` for what is none, or longer than any. */
export function readBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length > MAX_BASE64_CHARS) return undefined
  try {
    return fromBase64(text)
  } catch {
    return undefined
  }
}
