import * as portable from '../../core/base64.ts'

interface NodeBuffer {
  from(bytes: ArrayBufferLike, offset: number, length: number): { toString(form: Base64Form): string }
  from(text: string, form: Base64Form): Uint8Array
}

type Base64Form = 'base64' | 'base64url'

const { Buffer: buffer } = globalThis as { readonly Buffer?: NodeBuffer }

// Node's own codec takes a tenth of the time. The functions behave like `core/base64.ts`, and refuse the same input.

/** Encodes bytes as standard base64 with padding (RFC 4648 section 4). */
export const toBase64: (bytes: Uint8Array) => string =
  buffer === undefined ? portable.toBase64 : (bytes) => encode(buffer, bytes, 'base64')

/** Encodes bytes as base64url without padding (RFC 4648 section 5). */
export const toBase64Url: (bytes: Uint8Array) => string =
  buffer === undefined ? portable.toBase64Url : (bytes) => encode(buffer, bytes, 'base64url')

/**
 * Decodes standard base64, padded or not (RFC 4648 section 4).
 *
 * @throws {LicetError} `invalid_request` when the text is not base64.
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const bytes = decode(text, 'base64')
  const padded = bytes && toBase64(bytes)
  return bytes && (text === padded || text === padded?.replace(/={1,2}$/, '')) ? bytes : portable.fromBase64(text)
}

/**
 * Decodes base64url without padding (RFC 4648 section 5).
 *
 * @throws {LicetError} `invalid_request` when the text is not base64url.
 */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const bytes = decode(text, 'base64url')
  return bytes && text === toBase64Url(bytes) ? bytes : portable.fromBase64Url(text)
}

function encode(codec: NodeBuffer, bytes: Uint8Array, form: Base64Form): string {
  return codec.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(form)
}

/** Accepts several spellings of the same bytes. A copy, because a Buffer is a part of an array that other values share. */
function decode(text: string, form: Base64Form): Uint8Array<ArrayBuffer> | undefined {
  return buffer && new Uint8Array(buffer.from(text, form))
}
