import { LicetError } from './errors.ts'

const STANDARD = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const URL_SAFE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Encodes bytes as standard base64 with padding (RFC 4648 section 4), the form that the wire uses for keys and signatures. */
export function toBase64(bytes: Uint8Array): string {
  const text = encode(bytes, STANDARD)
  return text + '='.repeat((4 - (text.length % 4)) % 4)
}

/** Encodes bytes as base64url without padding (RFC 4648 section 5), the form that the wire uses for addresses and hashes. */
export function toBase64Url(bytes: Uint8Array): string {
  return encode(bytes, URL_SAFE)
}

/**
 * Decodes standard base64, padded or not (RFC 4648 section 4).
 *
 * Exactly one text stands for given bytes, but for the padding: white space, base64url letters and unused bits that are not zero are refused.
 *
 * @throws {LicetError} `invalid_request` when the text is not base64.
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const bare = text.replace(/={1,2}$/, '')
  const padded = bare.length !== text.length
  if (padded && text.length % 4 !== 0) throw notBase64('base64')
  return decode(bare, STANDARD, 'base64')
}

/**
 * Decodes base64url without padding (RFC 4648 section 5).
 *
 * @throws {LicetError} `invalid_request` when the text is not base64url.
 */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return decode(text, URL_SAFE, 'base64url')
}

function encode(bytes: Uint8Array, alphabet: string): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 3) {
    const a = bytes[i] as number
    const b = bytes[i + 1]
    const c = bytes[i + 2]
    text += alphabet.charAt(a >> 2) + alphabet.charAt(((a & 3) << 4) | ((b ?? 0) >> 4))
    if (b !== undefined) text += alphabet.charAt(((b & 15) << 2) | ((c ?? 0) >> 6))
    if (c !== undefined) text += alphabet.charAt(c & 63)
  }
  return text
}

function decode(text: string, alphabet: string, form: string): Uint8Array<ArrayBuffer> {
  if (text.length % 4 === 1) throw notBase64(form)
  const bytes = new Uint8Array((text.length * 3) >> 2)
  let buffer = 0
  let bits = 0
  let at = 0
  for (const letter of text) {
    const value = alphabet.indexOf(letter)
    if (value < 0) throw notBase64(form)
    buffer = ((buffer << 6) | value) & 0xffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[at++] = (buffer >> bits) & 0xff
    }
  }
  if ((buffer & ((1 << bits) - 1)) !== 0) throw notBase64(form)
  return bytes
}

function notBase64(form: string): LicetError<'invalid_request'> {
  return new LicetError('invalid_request', `The text is not ${form}. Its bytes cannot be read. Encode them again as ${form}.`)
}
