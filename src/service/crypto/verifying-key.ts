import { assertDeviceKey } from '../../core/address.ts'

/** A device's public key, checked to be RSA-2048 with e = 65537 in DER. */
export interface DeviceKey {
  readonly spki: Uint8Array<ArrayBuffer>
  /** The PKCS#1 part of `spki`, which is faster to import. */
  readonly pkcs1: Uint8Array<ArrayBuffer>
}

/**
 * Parses a device's key from SPKI DER.
 *
 * @throws {LicetError} `invalid_key` when it is not an RSA key of 2048 bits with e = 65537.
 */
export function toDeviceKey(spki: Uint8Array<ArrayBuffer>): DeviceKey {
  const rest = assertDeviceKey(spki)
  return { spki, pkcs1: new Uint8Array(spki.buffer, rest.byteOffset, rest.byteLength) }
}
