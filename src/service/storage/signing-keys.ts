import { toTimestamp } from '../../core/timestamp.ts'
import type { PrivateJwk, PublicJwk } from '../crypto/service-crypto.ts'
import type { Sql } from './storage.ts'

/** A stored signing key. A retired key has no private key. */
export interface StoredSigningKey {
  readonly kid: string
  readonly publicKey: PublicJwk
  readonly privateKey?: PrivateJwk
}

/** Returns every key that verifies, newest first. */
export async function listSigningKeys(sql: Sql): Promise<StoredSigningKey[]> {
  const rows = await sql.query<{ kid: string; public_jwk: string; private_jwk: string | null }>(
    'SELECT kid, public_jwk, private_jwk FROM licet.signing_keys ORDER BY created DESC, kid',
  )
  return rows.map((row) => ({
    kid: row.kid,
    publicKey: JSON.parse(row.public_jwk) as PublicJwk,
    ...(row.private_jwk === null ? {} : { privateKey: JSON.parse(row.private_jwk) as PrivateJwk }),
  }))
}

/** Stores a key as the current one. Returns `false` when another process has stored a current key first. */
export async function insertSigningKey(
  sql: Sql,
  key: { readonly kid: string; readonly publicKey: PublicJwk; readonly privateKey: PrivateJwk; readonly now: number },
): Promise<boolean> {
  const rows = await sql.query(
    'INSERT INTO licet.signing_keys (kid, public_jwk, private_jwk, created) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING kid',
    [key.kid, JSON.stringify(key.publicKey), JSON.stringify(key.privateKey), toTimestamp(key.now)],
  )
  return rows.length === 1
}

/** Retires the current key: deletes its private key and keeps its public key, which still verifies. */
export async function retireSigningKeys(sql: Sql, now: number): Promise<void> {
  await sql.query('UPDATE licet.signing_keys SET retired = $1, private_jwk = NULL WHERE retired IS NULL', [toTimestamp(now)])
}

/**
 * Deletes a retired key. What it signed is no longer valid.
 *
 * Returns `false` when no retired key has this `kid`, or it was retired within the margin before or after now. The margin
 * covers the time after now too, because another process can have another clock.
 */
export async function deleteSigningKey(
  sql: Sql,
  kid: string,
  around: { readonly now: number; readonly marginMs: number },
): Promise<boolean> {
  const rows = await sql.query('DELETE FROM licet.signing_keys WHERE kid = $1 AND retired NOT BETWEEN $2 AND $3 RETURNING kid', [
    kid,
    toTimestamp(around.now - around.marginMs),
    toTimestamp(around.now + around.marginMs),
  ])
  return rows.length === 1
}
