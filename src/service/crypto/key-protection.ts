import { CompactEncrypt, calculateJwkThumbprint, compactDecrypt, decodeProtectedHeader } from 'jose'
import { LicetError } from '../../core/errors.ts'
import { utf8 } from '../../core/signature.ts'
import type { KeyManagement } from './key-management.ts'
import { fromBase64, toBase64Url } from './standard-base64.ts'

/** The keys that encrypt the secrets in the database. Each is 32 random bytes in base64. */
export interface KeyEncryption {
  /** Encrypts signing keys and secrets of webhooks. `openssl rand -base64 32` creates one. */
  readonly key: string
  /** The previous key. The service decrypts existing secrets with it, and encrypts them again with `key`. */
  readonly formerKey?: string | undefined
}

/** How private keys and secrets are stored, so that neither the database nor a backup contains them unencrypted. */
export interface KeyProtection {
  /**
   * Returns a secret as it is stored. Without a key, it is unencrypted. `purpose` is what it belongs to, so that no two can be exchanged.
   */
  protect(secret: string, purpose: string): Promise<string>
  /**
   * Returns a secret that was stored, encrypted or not.
   *
   * @throws {LicetError} `unavailable` when it is encrypted with another key, or was changed.
   */
  reveal(stored: string, purpose: string): Promise<string>
  /** Returns what every secret begins with that is encrypted with the current key. `undefined` without a key. */
  prefix(): Promise<string | undefined>
  /** The key management service that has the private signing keys, if there is one. */
  readonly management?: KeyManagement | undefined
}

const KEY_BYTES = 32
const RETRY_AFTER_MS = 1000
/** A compact JWE without an encrypted key. An unencrypted secret is JSON, or begins with `whsec_`. */
const ENCRYPTED = /^eyJ[\w-]+\.\.[\w-]+\.[\w-]*\.[\w-]+$/
const ALGORITHMS = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
const BYTES_OF_GROUP = 3

/**
 * Creates the protection of the secrets in the database: a compact JWE (RFC 7516) with `dir` and `A256GCM`.
 *
 * @throws {LicetError} `invalid_configuration` when a key does not have 32 bytes.
 */
export function createKeyProtection(options: {
  readonly keyEncryption?: KeyEncryption | undefined
  readonly keyManagement?: KeyManagement | undefined
}): KeyProtection {
  const { keyEncryption, keyManagement: management } = options
  const current = keyEncryption === undefined ? undefined : toKey(keyEncryption.key, 'keyEncryptionKey')
  const former = keyEncryption?.formerKey === undefined ? undefined : toKey(keyEncryption.formerKey, 'keyEncryptionFormerKey')
  const headerOf = async (key: Uint8Array) => ({ alg: 'dir', enc: 'A256GCM', kid: await kidOf(key) })
  return {
    async protect(secret, purpose) {
      if (current === undefined) return secret
      return new CompactEncrypt(utf8(secret)).setProtectedHeader({ ...(await headerOf(current)), purpose }).encrypt(current)
    },
    async reveal(stored, purpose) {
      if (!ENCRYPTED.test(stored)) return stored
      try {
        const header = decodeProtectedHeader(stored)
        for (const key of [current, former])
          if (key !== undefined && header.purpose === purpose && header.kid === (await kidOf(key)))
            return new TextDecoder().decode((await compactDecrypt(stored, key, ALGORITHMS)).plaintext)
      } catch (cause) {
        throw unreadable(cause)
      }
      throw unreadable()
    },
    async prefix() {
      if (current === undefined) return undefined
      const start = utf8(JSON.stringify(await headerOf(current)).slice(0, -1))
      // Whole groups of three bytes, because the encoding of a part of a group depends on what follows.
      return toBase64Url(start.slice(0, start.length - (start.length % BYTES_OF_GROUP)))
    },
    management,
  }
}

function kidOf(key: Uint8Array): Promise<string> {
  return calculateJwkThumbprint({ kty: 'oct', k: toBase64Url(key) })
}

/**
 * Returns the bytes of a key.
 *
 * @throws {LicetError} `invalid_configuration`
 */
function toKey(text: string, field: string): Uint8Array {
  const bytes = decode(text)
  if (bytes?.length === KEY_BYTES) return bytes
  throw new LicetError(
    'invalid_configuration',
    `${field} does not have ${KEY_BYTES} bytes in base64. The service did not start. Create a key with openssl rand -base64 ${KEY_BYTES}.`,
    { field },
  )
}

function decode(text: string): Uint8Array | undefined {
  try {
    return fromBase64(text.trim())
  } catch {
    return undefined
  }
}

function unreadable(cause?: unknown): LicetError<'unavailable'> {
  return new LicetError(
    'unavailable',
    'A secret in the database cannot be decrypted: the service does not have its key, or the secret was changed. Nothing was signed or stored. ' +
      'Set LICET_KEY_ENCRYPTION_KEY_FILE and, after the key was replaced, LICET_KEY_ENCRYPTION_FORMER_KEY_FILE.',
    { cause, retryAfterMs: RETRY_AFTER_MS },
  )
}
