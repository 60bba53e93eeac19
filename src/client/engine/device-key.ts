import { sha3_256 } from '@noble/hashes/sha3.js'
import { deriveAddress } from '../../core/address.ts'
import { toBase64, toBase64Url } from '../../core/base64.ts'
import { type Digest, utf8 } from '../../core/signature.ts'
import type { DeviceKey } from '../storage/types.ts'

const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
} as const

/** SHA3-256 of bytes. */
export const sha3: Digest = (bytes) => new Uint8Array(sha3_256(bytes))

/** SHA3-256 of a text's UTF-8 bytes, base64url. */
export function hashText(text: string): string {
  return toBase64Url(sha3(utf8(text)))
}

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
