import { LicetError } from './errors.ts'

/** Encodes bytes as standard base64 with padding (RFC 4648 section 4). The wire uses it for keys and signatures. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Encodes bytes as base64url without padding (RFC 4648 section 5). The wire uses it for addresses and hashes. */
export function toBase64Url(bytes: Uint8Array): string {
  return withoutPadding(toBase64(bytes)).replaceAll('+', '-').replaceAll('/', '_')
}

/**
 * Decodes standard base64, padded or not (RFC 4648 section 4).
 *
 * Refuses white space, base64url letters and unused bits that are not zero, so the same bytes have one spelling with padding and one without.
 *
 * @throws {LicetError} `invalid_request` when the text is not base64.
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return decode(text, 'base64', (bytes) => {
    const only = toBase64(bytes)
    return text === only || text === withoutPadding(only)
  })
}

/**
 * Decodes base64url without padding (RFC 4648 section 5).
 *
 * @throws {LicetError} `invalid_request` when the text is not base64url.
 */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return decode(text.replaceAll('-', '+').replaceAll('_', '/'), 'base64url', (bytes) => text === toBase64Url(bytes))
}

// `atob` accepts several spellings of the same bytes. Encoding them again finds the ones to refuse.
function decode(text: string, form: string, isSpelling: (bytes: Uint8Array) => boolean): Uint8Array<ArrayBuffer> {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    if (isSpelling(bytes)) return bytes
  } catch {}
  throw new LicetError('invalid_request', `The text is not ${form}, so its bytes cannot be read. Encode the bytes as ${form}.`)
}

function withoutPadding(text: string): string {
  return text.replace(/={1,2}$/, '')
}
