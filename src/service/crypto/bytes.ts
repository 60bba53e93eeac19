import { fromBase64 } from './standard-base64.ts'

/** Longest base64 text that is decoded. The longest valid one is a device's public key, with 392 characters. */
const MAX_BASE64_CHARS = 512

/** Decodes a key, a signature or a secret in standard base64. Returns `undefined` when the text is not base64 or is too long. */
export function readBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length > MAX_BASE64_CHARS) return undefined
  try {
    return fromBase64(text)
  } catch {
    return undefined
  }
}

/** Returns whether two byte strings are equal. The time depends only on their lengths. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let at = 0; at < a.length; at++) difference |= (a[at] ?? 0) ^ (b[at] ?? 0)
  return difference === 0
}

/** Joins byte strings. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
