import type { SignEd25519 } from '../../log/log-crypto.ts'
import type { DeviceKey } from './verifying-key.ts'

/** The hashes that a device's RSASSA-PKCS1-v1_5 signature may use. */
export type RsaHash = 'SHA-256' | 'SHA3-256'

/** A public ES256 key, as in the key set (RFC 7517, RFC 7518 section 6.2). */
export interface PublicJwk {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  /** base64url without padding */
  readonly x: string
  /** base64url without padding */
  readonly y: string
}

/** A private ES256 key. */
export interface PrivateJwk extends PublicJwk {
  readonly d: string
}

/** A private Ed25519 key (RFC 8037), which signs the public log. */
export interface Ed25519Jwk {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  /** The public key, base64url without padding. */
  readonly x: string
  readonly d: string
}

/** Signs bytes with one ES256 key. Returns 64 bytes, r and s (RFC 7518 section 3.4). */
export type Es256Signer = (data: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>

/** Verifies an ES256 signature of 64 bytes, r and s. Never throws. */
export type Es256Verifier = (data: Uint8Array<ArrayBuffer>, signature: Uint8Array<ArrayBuffer>) => boolean | Promise<boolean>

/**
 * The cryptography of the service, as an option: {@link createWebCrypto} runs everywhere, `createNodeCrypto` of
 * `licet/service/node` is faster.
 */
export interface ServiceCrypto {
  sha256(bytes: Uint8Array): Uint8Array<ArrayBuffer>
  /** Computes SHA3-256. */
  sha3(bytes: Uint8Array): Uint8Array<ArrayBuffer>
  /** Returns random bytes of the platform's secure generator. */
  random(length: number): Uint8Array<ArrayBuffer>
  /** Verifies an RSASSA-PKCS1-v1_5 signature of a device. Never throws: an invalid signature of any form is `false`. */
  verifyRsa(
    key: DeviceKey,
    hash: RsaHash,
    data: Uint8Array<ArrayBuffer>,
    signature: Uint8Array<ArrayBuffer>,
  ): boolean | Promise<boolean>
  generateKey(): Promise<PrivateJwk>
  importSigner(key: PrivateJwk): Promise<Es256Signer>
  importVerifier(key: PublicJwk): Promise<Es256Verifier>
  generateEd25519(): Promise<Ed25519Jwk>
  importEd25519(key: Ed25519Jwk): Promise<SignEd25519>
  /** Verifies an Ed25519 signature of 64 bytes (RFC 8032). Never throws. The public key has 32 bytes. */
  verifyEd25519(
    publicKey: Uint8Array<ArrayBuffer>,
    data: Uint8Array<ArrayBuffer>,
    signature: Uint8Array<ArrayBuffer>,
  ): boolean | Promise<boolean>
}
