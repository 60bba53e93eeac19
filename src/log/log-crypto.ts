import type { Bytes } from './bytes.ts'

/** Computes SHA-256. It may return a promise, so that WebCrypto and the synchronous hash of Node both fit. */
export type Sha256 = (bytes: Bytes) => Bytes | Promise<Bytes>

/** Signs a message with Ed25519 (RFC 8032) and returns 64 bytes. */
export type SignEd25519 = (message: Bytes) => Bytes | Promise<Bytes>

/** The cryptography of a log. The layer above passes it in, because this layer has none. */
export interface LogCrypto {
  readonly sha256: Sha256
  /** Returns whether an Ed25519 signature (RFC 8032) is valid. The public key has 32 bytes, the signature 64. */
  readonly verifyEd25519: (publicKey: Bytes, message: Bytes, signature: Bytes) => boolean | Promise<boolean>
}
