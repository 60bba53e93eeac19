import { fromBase64, toBase64 } from '../core/base64.ts'

/** Bytes that WebCrypto accepts. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Joins bytes in the given order. */
export function concatBytes(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** Returns whether two byte sequences are the same. Everything in a log is public, so the time that this takes reveals nothing. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}

/** Writes bytes in hexadecimal, with lowercase letters. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Decodes padded base64 (RFC 4648 section 4), the only spelling in the formats of C2SP. `undefined` for any other text. */
export function readBase64(text: string): Bytes | undefined {
  try {
    const bytes = fromBase64(text)
    return toBase64(bytes) === text ? bytes : undefined
  } catch {
    return undefined
  }
}

/** Reads a decimal integer from 0 to 2^53 - 1 without leading zeroes. `undefined` for any other text. */
export function readDecimal(text: string): number | undefined {
  const value = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : undefined
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined
}
