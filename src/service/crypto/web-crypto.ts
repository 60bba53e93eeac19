import { sha256 } from '@noble/hashes/sha2.js'
import { sha3_256 } from '@noble/hashes/sha3.js'
import { SIGNATURE_BYTES } from '../../core/address.ts'
import { verifySha3Pkcs1 } from './rsa-pkcs1.ts'
import type { Es256Signer, Es256Verifier, PrivateJwk, PublicJwk, ServiceCrypto } from './service-crypto.ts'
import type { DeviceKey } from './verifying-key.ts'

const EC = { name: 'ECDSA', namedCurve: 'P-256' } as const
const ES256 = { name: 'ECDSA', hash: 'SHA-256' } as const
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const
const ES256_SIGNATURE_BYTES = 64
const ED25519 = { name: 'Ed25519' } as const

/**
 * Creates the cryptography of the service with WebCrypto and `@noble/hashes`, for browsers, workers, Node and other platforms.
 */
export function createWebCrypto(): ServiceCrypto {
  const { subtle } = crypto
  return {
    sha256: (bytes) => new Uint8Array(sha256(bytes)),
    sha3: (bytes) => new Uint8Array(sha3_256(bytes)),
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),

    async verifyRsa(key: DeviceKey, hash, data, signature) {
      if (signature.length !== SIGNATURE_BYTES) return false
      if (hash === 'SHA3-256') return verifySha3Pkcs1(key, sha3_256(data), signature)
      const imported = await subtle.importKey('spki', key.spki, RSA, false, ['verify'])
      return subtle.verify(RSA, imported, signature, data)
    },

    async generateKey(): Promise<PrivateJwk> {
      const pair = await subtle.generateKey(EC, true, ['sign', 'verify'])
      const { x, y, d } = await subtle.exportKey('jwk', pair.privateKey)
      if (x === undefined || y === undefined || d === undefined) throw new TypeError('The platform exported an incomplete key.')
      return { kty: 'EC', crv: 'P-256', x, y, d }
    },

    async importSigner(jwk: PrivateJwk): Promise<Es256Signer> {
      const key = await subtle.importKey('jwk', { ...jwk }, EC, false, ['sign'])
      return async (data) => new Uint8Array(await subtle.sign(ES256, key, data))
    },

    async importVerifier(jwk: PublicJwk): Promise<Es256Verifier> {
      const key = await subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.y }, EC, false, ['verify'])
      return (data, signature) => signature.length === ES256_SIGNATURE_BYTES && subtle.verify(ES256, key, signature, data)
    },

    async generateEd25519() {
      const pair = await subtle.generateKey(ED25519, true, ['sign', 'verify'])
      if (!('privateKey' in pair)) throw new TypeError('The platform created no pair of Ed25519 keys.')
      const { x, d } = await subtle.exportKey('jwk', pair.privateKey)
      if (x === undefined || d === undefined) throw new TypeError('The platform exported an incomplete key.')
      return { kty: 'OKP', crv: 'Ed25519', x, d }
    },

    async importEd25519(jwk) {
      const key = await subtle.importKey('jwk', { ...jwk }, ED25519, false, ['sign'])
      return async (data) => new Uint8Array(await subtle.sign(ED25519, key, data))
    },

    async verifyEd25519(publicKey, data, signature) {
      try {
        return await subtle.verify(ED25519, await subtle.importKey('raw', publicKey, ED25519, false, ['verify']), signature, data)
      } catch {
        return false
      }
    },
  }
}
