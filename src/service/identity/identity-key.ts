import { calculateJwkThumbprint, importJWK, type JWK } from 'jose'
import { LicetError } from '../../core/errors.ts'
import { utf8 } from '../../core/signature.ts'
import { parseJsonBytes } from '../../core/strict-json.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import type { IdentityKey } from '../../protocol/records/accounts.ts'
import type { StoredIdentityKey } from '../storage/identity-keys.ts'

/** A public key with which a backend signs identity tokens: P-256 or Ed25519. */
export type PublicIdentityJwk = IdentityKey['jwk']

/** The algorithms of an identity token, by the curve of its key. RFC 9864 gives EdDSA the name of the curve. */
export const IDENTITY_ALGORITHMS: Readonly<Record<string, readonly string[]>> = {
  'P-256': ['ES256'],
  Ed25519: ['EdDSA', 'Ed25519'],
}

/**
 * Returns the required members of a public JWK, and its thumbprint (RFC 7638), which is the id of the key.
 *
 * @throws {LicetError} `invalid_key` when it is not a point of its curve.
 */
export async function toIdentityKey(jwk: JWK): Promise<{ readonly kid: string; readonly jwk: PublicIdentityJwk }> {
  const { kty = '', crv = '', x = '', y } = jwk
  const isEc = crv === 'P-256'
  const key = { kty, crv, x, ...(isEc && y !== undefined ? { y } : {}) }
  try {
    await importJWK(key, isEc ? 'ES256' : 'EdDSA')
  } catch {
    throw new LicetError(
      'invalid_key',
      `The key is not a public key of the curve ${isEc ? 'P-256' : 'Ed25519'}. Nothing was stored. Send the public JWK of such a key.`,
    )
  }
  return { kid: await calculateJwkThumbprint(key), jwk: key }
}

/** Parses a stored public key. */
export function parseStoredJwk({ jwk }: Pick<StoredIdentityKey, 'jwk'>): PublicIdentityJwk {
  // The service wrote it.
  return parseJsonBytes(utf8(jwk)) as unknown as PublicIdentityJwk
}

/** Converts a stored identity key to its JSON form. */
export function toIdentityKeyRecord(key: StoredIdentityKey): IdentityKey {
  return { kid: key.kid, jwk: parseStoredJwk(key), created: toTimestamp(key.created) }
}
