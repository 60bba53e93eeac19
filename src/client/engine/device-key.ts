import { deriveAddress } from '../../core/address.ts'
import { fromBase64, toBase64 } from '../../core/base64.ts'
import { sha3 } from '../sha3.ts'
import type { DeviceKey } from '../storage/stored-device.ts'

const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
} as const

/** Makes a device key that cannot leave the browser (wire decisions, section 2). */
export async function generateDeviceKey(subtle: SubtleCrypto): Promise<DeviceKey> {
  const { privateKey, publicKey } = await subtle.generateKey(ALGORITHM, false, ['sign', 'verify'])
  const spki = new Uint8Array(await subtle.exportKey('spki', publicKey))
  return { privateKey, publicKey: spki, address: deriveAddress(spki, sha3) }
}

/** Signs bytes with a device key: base64 of RSASSA-PKCS1-v1_5 with SHA-256, the same for the same bytes. */
export async function signBytes(subtle: SubtleCrypto, key: DeviceKey, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toBase64(new Uint8Array(await subtle.sign(ALGORITHM.name, key.privateKey, bytes)))
}

/** Tells whether a device key signed these bytes. A signature that is no base64 is none. */
export async function verifyBytes(
  subtle: SubtleCrypto,
  key: DeviceKey,
  bytes: Uint8Array<ArrayBuffer>,
  signature: string,
): Promise<boolean> {
  try {
    const publicKey = await subtle.importKey('spki', key.publicKey, ALGORITHM, false, ['verify'])
    return await subtle.verify(ALGORITHM.name, publicKey, fromBase64(signature), bytes)
  } catch {
    return false
  }
}
