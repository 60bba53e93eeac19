import { LicetError } from './errors.ts'

interface NodeBuffer {
  from(bytes: ArrayBufferLike, offset: number, length: number): { toString(form: Base64Form): string }
  from(text: string, form: Base64Form): Uint8Array<ArrayBuffer>
}

type Base64Form = 'base64' | 'base64url'

// Node's own codec takes a tenth of the time. Bundlers do not add a polyfill for a member of globalThis.
const { Buffer: buffer } = globalThis as { readonly Buffer?: NodeBuffer }

/** Encodes bytes as standard base64 with padding (RFC 4648 section 4). The wire uses it for keys and signatures. */
export function toBase64(bytes: Uint8Array): string {
  if (buffer !== undefined) return buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Encodes bytes as base64url without padding (RFC 4648 section 5). The wire uses it for addresses and hashes. */
export function toBase64Url(bytes: Uint8Array): string {
  if (buffer !== undefined) return buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64url')
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
  return decode(text, 'base64url', (bytes) => text === toBase64Url(bytes))
}

// Decoders accept several spellings of the same bytes. Encoding them again finds the ones to refuse.
function decode(text: string, form: Base64Form, isSpelling: (bytes: Uint8Array) => boolean): Uint8Array<ArrayBuffer> {
  try {
    const bytes = decodeLoosely(text, form)
    if (isSpelling(bytes)) return bytes
  } catch {}
  throw new LicetError('invalid_request', `The text is not ${form}, so its bytes cannot be read. Encode the bytes as ${form}.`)
}

function decodeLoosely(text: string, form: Base64Form): Uint8Array<ArrayBuffer> {
  // A copy, because a Buffer is a part of a larger array that other values share.
  if (buffer !== undefined) return new Uint8Array(buffer.from(text, form))
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
}

function withoutPadding(text: string): string {
  return text.replace(/={1,2}$/, '')
}
