import { toBase64Url } from './base64.ts'
import { LicetError } from './errors.ts'
import type { Digest } from './signature.ts'

// SEQUENCE { SEQUENCE { OID rsaEncryption, NULL }, BIT STRING { … } }: DER allows no other head for an RSA-2048 key with a 3-byte exponent.
const SPKI_HEAD = [
  0x30, 0x82, 0x01, 0x22, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00, 0x03, 0x82,
  0x01, 0x0f, 0x00,
]
// SEQUENCE { INTEGER (257 bytes, leading zero), INTEGER 65537 }
const MODULUS_HEAD = [0x30, 0x82, 0x01, 0x0a, 0x02, 0x82, 0x01, 0x01, 0x00]
const EXPONENT_TAIL = [0x02, 0x03, 0x01, 0x00, 0x01]
// SEQUENCE { OID rsaEncryption, NULL }
const RSA_ALGORITHM = SPKI_HEAD.slice(4, 19)
const SPKI_BYTES = 294
const MODULUS_BITS = 2048
const MODULUS_AT = SPKI_HEAD.length + MODULUS_HEAD.length
const EXPONENT_AT = SPKI_BYTES - EXPONENT_TAIL.length

/** Length of an RSA-2048 signature in bytes. */
export const SIGNATURE_BYTES = 256

/** The form of an address: 32 bytes as base64url without padding, so the last two bits are zero. */
export const ADDRESS = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

/** Returns the address of a device: SHA3-256 of its public key in SPKI DER, as base64url without padding (wire decisions, section 2). */
export function deriveAddress(spki: Uint8Array, sha3: Digest): string {
  return toBase64Url(sha3(spki))
}

/**
 * Asserts that a public key is an RSA key of 2048 bits with exponent 65537 in DER, and returns its PKCS#1 part.
 *
 * Compares bytes, so hostile input reaches no parser. Importing PKCS#1 is much faster than importing SPKI.
 *
 * @throws {LicetError} `invalid_key` for any other key.
 */
export function assertDeviceKey(spki: Uint8Array): Uint8Array {
  const modulus = spki.subarray(MODULUS_AT, EXPONENT_AT)
  const wellFormed =
    spki.length === SPKI_BYTES &&
    startsWith(spki, SPKI_HEAD) &&
    startsWith(spki.subarray(SPKI_HEAD.length), MODULUS_HEAD) &&
    startsWith(spki.subarray(EXPONENT_AT), EXPONENT_TAIL) &&
    ((modulus[0] ?? 0) & 0x80) !== 0 &&
    ((modulus[modulus.length - 1] ?? 0) & 1) === 1
  if (!wellFormed) throw invalidKey(readModulusBits(spki))
  return spki.subarray(SPKI_HEAD.length)
}

function invalidKey(bits: number | undefined): LicetError<'invalid_key'> {
  const message =
    bits === undefined || bits === MODULUS_BITS
      ? 'The public key is not an RSA key of 2048 bits with exponent 65537 in SPKI DER. Nothing was registered. Generate such a key pair.'
      : `The public key is an RSA key of ${bits} bits. Nothing was registered, because every key has 2048 bits. Generate an RSA key pair of 2048 bits with exponent 65537.`
  return new LicetError('invalid_key', message, { field: 'pubKey' })
}

/** Returns the size of an RSA key in SPKI DER, for an error. `undefined` when the bytes are something else. */
function readModulusBits(spki: Uint8Array): number | undefined {
  const whole = readElement(spki, 0, 0x30)
  const algorithm = whole && startsWith(spki.subarray(whole.start), RSA_ALGORITHM) ? whole.start + RSA_ALGORITHM.length : undefined
  const bitString = algorithm === undefined ? undefined : readElement(spki, algorithm, 0x03)
  // The first byte of a BIT STRING is the number of unused bits.
  const key = bitString && readElement(spki, bitString.start + 1, 0x30)
  const modulus = key && readElement(spki, key.start, 0x02)
  if (modulus === undefined) return undefined
  const first = spki[modulus.start] ?? 0
  return first === 0 ? 8 * (modulus.length - 1) : 8 * (modulus.length - 1) + (32 - Math.clz32(first))
}

/** Reads the head of a DER element. `undefined` when it has another tag, or does not fit into the bytes. */
function readElement(der: Uint8Array, at: number, tag: number): { readonly start: number; readonly length: number } | undefined {
  const first = der[at + 1]
  if (der[at] !== tag || first === undefined) return undefined
  const lengthBytes = first < 0x80 ? 0 : first - 0x80
  if (lengthBytes > 2) return undefined
  const start = at + 2 + lengthBytes
  const length = lengthBytes === 0 ? first : der.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0)
  return length > 0 && start + length <= der.length ? { start, length } : undefined
}

/** Returns the text that a device signs to register its address for a user id of the app (wire decisions, section 2). */
export function toRegistrationText(id: string, address: string): string {
  return `${id}.${address}`
}

function startsWith(bytes: Uint8Array, head: readonly number[]): boolean {
  return head.every((byte, at) => bytes[at] === byte)
}
