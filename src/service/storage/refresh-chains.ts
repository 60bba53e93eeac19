import { toTimestamp } from '../../core/timestamp.ts'
import type { Sql } from './storage.ts'

/** A new chain of refresh tokens. */
export interface NewRefreshChain {
  readonly id: string
  readonly jti: string
  readonly clientId: string
  readonly providerId: string
  /** `null` for the chain of a provider. */
  readonly device: { readonly address: string; readonly registration: string } | null
  readonly scope: string
  /** Lifetime in seconds of each access token of the chain. */
  readonly lifetime: number
  readonly now: number
  readonly expires: number
}

// An expired chain is kept for another day, in case the clock is set back.
const KEEP_EXPIRED_MS = 86_400_000
/** Maximum number of expired chains that one deletion removes. One in sixteen calls deletes, so more chains are deleted than created. */
const EXPIRED_AT_ONCE = 100
/** Maximum number of chains of an erased device that one step deletes. */
const DELETED_AT_ONCE = 1000

/**
 * Stores a chain. One in sixteen calls, by the id of the chain, also deletes some expired chains.
 *
 * Returns `false` when the device was erased, or erased and registered again. Locks the device's row, so that an erasure finds
 * the chain.
 */
export async function insertRefreshChain(sql: Sql, chain: NewRefreshChain): Promise<boolean> {
  const { device } = chain
  const rows = await sql.query(
    `INSERT INTO licet.refresh_chains (id, jti, client_id, provider_id, scope, lifetime, created, expires, address)
     ${
       device === null
         ? 'VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NULL)'
         : `SELECT $1, $2, $3, $4, $5, $6, $7, $8, address FROM licet.addresses
            WHERE provider_id = $4 AND address = $9 AND registration = $10 FOR KEY SHARE`
     }
     RETURNING id`,
    [
      chain.id,
      chain.jti,
      chain.clientId,
      chain.providerId,
      chain.scope,
      chain.lifetime,
      toTimestamp(chain.now),
      toTimestamp(chain.expires),
      ...(device === null ? [] : [device.address, device.registration]),
    ],
  )
  if (chain.id.endsWith('0')) await deleteExpiredChains(sql, chain.now)
  return rows.length === 1
}

async function deleteExpiredChains(sql: Sql, now: number): Promise<void> {
  await sql.query(
    `DELETE FROM licet.refresh_chains WHERE id = ANY (ARRAY(
       SELECT id FROM licet.refresh_chains WHERE expires < $1 ORDER BY expires LIMIT ${EXPIRED_AT_ONCE} FOR UPDATE SKIP LOCKED))`,
    [toTimestamp(now - KEEP_EXPIRED_MS)],
  )
}

/** Deletes some chains of an erased device. Returns `true` when none are left. */
export async function deleteChainsOfDevice(sql: Sql, providerId: string, address: string): Promise<boolean> {
  const rows = await sql.query(
    `DELETE FROM licet.refresh_chains WHERE id = ANY (ARRAY(
       SELECT id FROM licet.refresh_chains WHERE provider_id = $1 AND address = $2 LIMIT ${DELETED_AT_ONCE}))
     RETURNING id`,
    [providerId, address],
  )
  return rows.length < DELETED_AT_ONCE
}

/** The result of {@link spendRefreshToken}. */
export interface RefreshOutcome {
  /** `false` when the token was used before. Then the whole chain is now revoked. */
  readonly fresh: boolean
  readonly clientId: string
  readonly providerId: string
  readonly scope: string
  readonly lifetime: number
  /** Registration of the device, or `null` for a provider. */
  readonly registration: string | null
}

/**
 * Spends a refresh token: moves its chain to the next token or, if the token was used before, revokes the chain (RFC 9700
 * section 4.14).
 *
 * Runs in one statement, so that exactly one of several concurrent callers gets a token.
 * Returns `undefined` when the chain is unknown, expired or revoked.
 */
export async function spendRefreshToken(
  sql: Sql,
  use: { readonly chain: string; readonly jti: string; readonly nextJti: string; readonly now: number; readonly expires: number },
): Promise<RefreshOutcome | undefined> {
  const [outcome] = await sql.query<RefreshOutcome>(
    `UPDATE licet.refresh_chains c
     SET jti = CASE WHEN c.jti = $2 THEN $3 ELSE c.jti END,
         expires = CASE WHEN c.jti = $2 THEN $5::timestamptz ELSE c.expires END,
         revoked = CASE WHEN c.jti = $2 THEN NULL ELSE $4::timestamptz END
     FROM licet.providers p
     WHERE c.id = $1 AND c.revoked IS NULL AND c.expires > $4::timestamptz AND p.id = c.provider_id AND p.deleted IS NULL
       AND (c.address IS NULL OR EXISTS (SELECT 1 FROM licet.addresses a WHERE a.provider_id = c.provider_id AND a.address = c.address))
     RETURNING c.revoked IS NULL AS fresh, c.client_id AS "clientId", c.provider_id AS "providerId", c.scope, c.lifetime,
       (SELECT a.registration FROM licet.addresses a WHERE a.provider_id = c.provider_id AND a.address = c.address) AS registration`,
    [use.chain, use.jti, use.nextJti, toTimestamp(use.now), toTimestamp(use.expires)],
  )
  return outcome
}

/** Revokes a chain, if it belongs to a provider of the organization. */
export async function revokeRefreshChain(sql: Sql, chain: string, orgId: string, now: number): Promise<void> {
  await sql.query(
    `UPDATE licet.refresh_chains SET revoked = $3
     WHERE id = $1 AND revoked IS NULL AND provider_id IN (SELECT id FROM licet.providers WHERE org_id = $2)`,
    [chain, orgId, toTimestamp(now)],
  )
}
