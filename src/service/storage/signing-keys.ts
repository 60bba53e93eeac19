import { toTimestamp } from '../../core/timestamp.ts'
import type { PrivateJwk, PublicJwk } from '../crypto/service-crypto.ts'
import type { Sql } from './storage.ts'

/** A signing key as it is stored; a retired one has lost its private half. */
export interface StoredSigningKey {
  readonly kid: string
  readonly publicKey: PublicJwk
  readonly privateKey?: PrivateJwk
}

/** Every key that verifies, the newest first. */
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

/** Stores a key as the current one. When another process was first, its key stays and this one is dropped. */
export async function insertSigningKey(
  sql: Sql,
  key: { readonly kid: string; readonly publicKey: PublicJwk; readonly privateKey: PrivateJwk; readonly now: number },
): Promise<void> {
  await sql.query(
    'INSERT INTO licet.signing_keys (kid, public_jwk, private_jwk, created) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [key.kid, JSON.stringify(key.publicKey), JSON.stringify(key.privateKey), toTimestamp(key.now)],
  )
}

/** Retires the current key: its private half is forgotten, its public half goes on verifying. */
export async function retireSigningKeys(sql: Sql, now: number): Promise<void> {
  await sql.query('UPDATE licet.signing_keys SET retired = $1, private_jwk = NULL WHERE retired IS NULL', [toTimestamp(now)])
}

/**
 * Takes a former key out of the key set: what it signed verifies no more. `false` when there is none of that `kid`, or it was retired
 * around now; also shortly after now, for the clock may be another.
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
