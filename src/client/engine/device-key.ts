import { deriveAddress } from '../../core/address.ts'
import { fromBase64, toBase64, toBase64Url } from '../../core/base64.ts'
import type { DeviceKey } from '../record/stored-device.ts'
import { sha3 } from '../sha3.ts'

const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
} as const

/** Creates the key pair of this device, and its salt. The private key cannot be exported. */
export async function generateDeviceKey(subtle: SubtleCrypto): Promise<DeviceKey> {
  const { privateKey, publicKey } = await subtle.generateKey(ALGORITHM, false, ['sign', 'verify'])
  const spki = new Uint8Array(await subtle.exportKey('spki', publicKey))
  return { privateKey, publicKey: spki, address: deriveAddress(spki, sha3), salt: await generateSalt(subtle) }
}

/** Creates the salt of a device: 128 random bits, base64url. */
async function generateSalt(subtle: SubtleCrypto): Promise<string> {
  // A new AES key is 128 random bits. `subtle` is the only source of them that the environment has.
  const key = await subtle.generateKey({ name: 'AES-CTR', length: 128 }, true, ['encrypt'])
  return toBase64Url(new Uint8Array(await subtle.exportKey('raw', key)))
}

/** Signs bytes with RSASSA-PKCS1-v1_5 and SHA-256. Returns base64. The same bytes always have the same signature. */
export async function signBytes(subtle: SubtleCrypto, key: DeviceKey, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toBase64(new Uint8Array(await subtle.sign(ALGORITHM.name, key.privateKey, bytes)))
}

/** Returns whether a device key signed these bytes. `signature` is base64; malformed base64 returns `false`. */
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
