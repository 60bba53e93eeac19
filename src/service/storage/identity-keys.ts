import { toTimestamp } from '../../core/timestamp.ts'
import { isForgotten } from './forgotten-tokens.ts'
import { lockProvider } from './providers.ts'
import type { Sql } from './storage.ts'

/** A stored identity key. `created` is milliseconds since the epoch. */
export interface StoredIdentityKey {
  readonly kid: string
  /** The public JWK as JSON, with its required members only. */
  readonly jwk: string
  readonly created: number
}

const COLUMNS = 'kid, jwk, created'

/**
 * Stores an identity key once, and returns the stored key. `undefined` when the provider has `max` other keys, or is deleted. Call it in a
 * transaction.
 */
export async function insertIdentityKey(
  sql: Sql,
  key: {
    readonly providerId: string
    readonly kid: string
    readonly jwk: string
    readonly now: number
    readonly max: number
  },
): Promise<StoredIdentityKey | undefined> {
  await lockProvider(sql, key.providerId)
  const [stored] = await sql.query<StoredIdentityKey>(
    `INSERT INTO licet.identity_keys AS k (provider_id, kid, jwk, created)
     SELECT id, $2, $3, $4 FROM licet.providers WHERE id = $1 AND deleted IS NULL
       AND (SELECT count(*) FROM licet.identity_keys o WHERE o.provider_id = $1 AND o.kid <> $2) < $5
     ON CONFLICT (provider_id, kid) DO UPDATE SET jwk = k.jwk RETURNING ${COLUMNS}`,
    [key.providerId, key.kid, key.jwk, toTimestamp(key.now), key.max],
  )
  return stored
}

/** Returns the identity keys of a provider, newest first. */
export async function listIdentityKeys(sql: Sql, providerId: string): Promise<StoredIdentityKey[]> {
  return sql.query<StoredIdentityKey>(
    `SELECT ${COLUMNS} FROM licet.identity_keys WHERE provider_id = $1 ORDER BY created DESC, kid`,
    [providerId],
  )
}

/** Deletes an identity key. Returns `false` when the provider has no such key. */
export async function deleteIdentityKey(sql: Sql, providerId: string, kid: string): Promise<boolean> {
  const rows = await sql.query('DELETE FROM licet.identity_keys WHERE provider_id = $1 AND kid = $2 RETURNING kid', [
    providerId,
    kid,
  ])
  return rows.length === 1
}

/** Whether a device may use an identity token. `forgotten`: its use, if there was one, is deleted, or was lost by a restore. */
export type IdentityClaim = 'claimed' | 'replayed' | 'forgotten'

/**
 * Records the use of an identity token by a device, unless another device has used it, or the token is from before a restore. `token` and
 * `device` are hashes.
 */
export async function claimIdentityToken(
  sql: Sql,
  use: {
    readonly providerId: string
    readonly token: string
    readonly device: string
    /** When the token was issued, at the earliest. */
    readonly issued: number
    readonly expires: number
  },
): Promise<IdentityClaim> {
  const [stored] = await sql.query<{ device: string }>(
    `INSERT INTO licet.used_identity_tokens AS u (provider_id, token, device, expires)
     SELECT $1::uuid, $2::text, $3, $4::timestamptz
     WHERE NOT (${isForgotten('identity', '$4')} OR EXISTS (SELECT FROM licet.installation i WHERE i.restored >= $5::timestamptz))
       OR EXISTS (SELECT FROM licet.used_identity_tokens k WHERE k.provider_id = $1 AND k.token = $2)
     ON CONFLICT (provider_id, token) DO UPDATE SET device = u.device RETURNING u.device`,
    [use.providerId, use.token, use.device, toTimestamp(use.expires), toTimestamp(use.issued)],
  )
  if (stored === undefined) return 'forgotten'
  return stored.device === use.device ? 'claimed' : 'replayed'
}
