import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { canonicalize } from '../../src/core/canonical-json.ts'
import type { LicenseRequest, UnsignedLicenseRequest } from '../../src/core/license.ts'

/** A device written with `node:crypto` only, so that nothing of ours vouches for itself. */
export interface Device {
  readonly privateKey: KeyObject
  readonly spki: Buffer
  readonly pubKey: string
  readonly address: string
  sign(data: Buffer | string, hash?: string): string
}

const pool: Device[] = []

/** The n-th device of a pool: making RSA keys is slow, and the same key is another device to another provider. */
export function pooledDevice(n: number): Device {
  const device = pool[n] ?? createDevice()
  pool[n] = device
  return device
}

export function createDevice(): Device {
  return toDevice(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
}

export function toDevice(privateKey: KeyObject): Device {
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return {
    privateKey,
    spki,
    pubKey: spki.toString('base64'),
    address: sha3(spki).toString('base64url'),
    sign: (data, hash = 'sha256') => sign(hash, typeof data === 'string' ? Buffer.from(data) : data, privateKey).toString('base64'),
  }
}

export function sha3(data: Buffer | string): Buffer {
  return createHash('sha3-256').update(data).digest()
}

export const TERMS = '# Terms\n\nYou permit Fresh Basket to use your receipts.\n'

export function unsignedRequest(members: Partial<UnsignedLicenseRequest> = {}): UnsignedLicenseRequest {
  return {
    ptr: 'user-1',
    origin: 'com.example.basket',
    terms: TERMS,
    description: 'Receipts for rewards',
    tags: ['purchase_history', 'physical_receipt', 'email_receipt'],
    uses: [{ usecases: ['analytics', 'attribution'], destinations: ['basket.example.com'] }],
    ...members,
  }
}

/** A request signed in the suite `licet-1`. */
export function signedRequest(device: Device, members: Partial<UnsignedLicenseRequest> = {}): LicenseRequest {
  const request = unsignedRequest(members)
  return { ...request, signature: device.sign(sha3(canonicalize(JSON.parse(JSON.stringify(request))))) }
}
