import { SIGNATURE_BYTES } from '../../core/address.ts'
import type { DeviceKey } from './verifying-key.ts'

// DigestInfo of SHA3-256 (RFC 8017 section 9.2, OID 2.16.840.1.101.3.4.2.8) before the 32 bytes of the digest.
const SHA3_256_INFO = [
  0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x08, 0x05, 0x00, 0x04, 0x20,
]
// After the header of the SEQUENCE, the header of the INTEGER and the leading zero, which `assertDeviceKey` has checked.
const MODULUS_AT = 9
const MODULUS_BYTES = 256

/**
 * Verifies an RSASSA-PKCS1-v1_5 signature over a SHA3-256 digest, because WebCrypto does not support SHA-3.
 *
 * Encodes and compares (RFC 8017 section 8.2.2), so that no padding is parsed. All inputs are public, so constant time is not
 * needed.
 */
export function verifySha3Pkcs1(key: DeviceKey, digest: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== SIGNATURE_BYTES) return false
  const modulus = toBigInt(key.pkcs1.subarray(MODULUS_AT, MODULUS_AT + MODULUS_BYTES))
  const value = toBigInt(signature)
  if (value >= modulus) return false
  return raise65537(value, modulus) === toBigInt(encodeMessage(digest))
}

/** Returns whether a signature is a number below the modulus, as every valid signature is (RFC 8017 section 5.2.2). */
export function isBelowModulus(key: DeviceKey, signature: Uint8Array): boolean {
  const modulus = key.pkcs1.subarray(MODULUS_AT, MODULUS_AT + MODULUS_BYTES)
  const at = modulus.findIndex((byte, index) => byte !== signature[index])
  return at >= 0 && (signature[at] ?? 0) < (modulus[at] ?? 0)
}

function encodeMessage(digest: Uint8Array): Uint8Array {
  const encoded = new Uint8Array(SIGNATURE_BYTES).fill(0xff)
  encoded[0] = 0
  encoded[1] = 1
  const infoAt = SIGNATURE_BYTES - SHA3_256_INFO.length - digest.length
  encoded[infoAt - 1] = 0
  encoded.set(SHA3_256_INFO, infoAt)
  encoded.set(digest, infoAt + SHA3_256_INFO.length)
  return encoded
}

function raise65537(base: bigint, modulus: bigint): bigint {
  let power = base
  for (let i = 0; i < 16; i++) power = (power * power) % modulus
  return (power * base) % modulus
}

function toBigInt(bytes: Uint8Array): bigint {
  let hex = '0x'
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0')
  return BigInt(hex)
}
