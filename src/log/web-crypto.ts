import type { Bytes } from './bytes.ts'
import type { LogCrypto } from './log-crypto.ts'

/** The part of WebCrypto that verifies a log. */
export interface LogSubtle<Key> {
  digest(algorithm: 'SHA-256', bytes: Bytes): Promise<ArrayBuffer>
  importKey(format: 'raw', key: Bytes, algorithm: 'Ed25519', extractable: false, usages: ['verify']): Promise<Key>
  verify(algorithm: 'Ed25519', key: Key, signature: Bytes, message: Bytes): Promise<boolean>
}

/**
 * Creates the cryptography of a log with WebCrypto.
 *
 * @param loadEd25519 Loads an implementation of Ed25519. It is called where WebCrypto has none: in browsers before 2025.
 */
export function createWebLogCrypto<Key>(
  subtle: LogSubtle<Key>,
  loadEd25519: () => Promise<Pick<LogCrypto, 'verifyEd25519'>>,
): LogCrypto {
  return {
    sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes)),
    async verifyEd25519(publicKey, message, signature) {
      const key = await subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']).catch(() => undefined)
      if (key !== undefined) return subtle.verify('Ed25519', key, signature, message)
      const { verifyEd25519 } = await loadEd25519()
      return verifyEd25519(publicKey, message, signature)
    },
  }
}
