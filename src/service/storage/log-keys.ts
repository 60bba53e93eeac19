import { toTimestamp } from '../../core/timestamp.ts'
import { refuseUnencrypted } from './protected-secrets.ts'
import type { Sql } from './storage.ts'

/** A key that signs checkpoints of the public log. Times are milliseconds since the epoch. */
export interface StoredLogKey {
  /** 32 bytes as base64. */
  readonly publicKey: string
  /** As it is stored, which can be encrypted. `null` after the key has retired. */
  readonly privateJwk: string | null
  /** From when it signs. */
  readonly created: number
  /** When it stops signing, or stopped. `null` for the newest key. */
  readonly retired: number | null
}

/** Returns every key, oldest first. */
export async function listLogKeys(sql: Sql): Promise<StoredLogKey[]> {
  return sql.query<StoredLogKey>(
    'SELECT public_key AS "publicKey", private_jwk AS "privateJwk", created, retired FROM licet.log_keys ORDER BY created, public_key',
  )
}

/** Stores a key that signs from now on. The previous one signs too until `retired`. Call it while the log is locked. */
export async function insertLogKey(
  sql: Sql,
  key: Pick<StoredLogKey, 'publicKey' | 'created'> & { readonly privateJwk: string },
  retired: number,
): Promise<void> {
  await refuseUnencrypted(sql, key.privateJwk)
  await sql.query('UPDATE licet.log_keys SET retired = $1 WHERE retired IS NULL', [toTimestamp(retired)])
  await sql.query('INSERT INTO licet.log_keys (public_key, private_jwk, created) VALUES ($1, $2, $3)', [
    key.publicKey,
    key.privateJwk,
    toTimestamp(key.created),
  ])
}

/** Ends a key at a time. */
export async function retireLogKey(sql: Sql, publicKey: string, retired: number): Promise<void> {
  await sql.query('UPDATE licet.log_keys SET retired = $2 WHERE public_key = $1', [publicKey, toTimestamp(retired)])
}

/** Deletes the private part of keys that have retired. Their public part still verifies. */
export async function deleteRetiredLogKeys(sql: Sql, now: number): Promise<void> {
  await sql.query('UPDATE licet.log_keys SET private_jwk = NULL WHERE private_jwk IS NOT NULL AND retired <= $1', [
    toTimestamp(now),
  ])
}
