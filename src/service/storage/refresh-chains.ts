import { toTimestamp } from '../../core/timestamp.ts'
import type { Sql } from './storage.ts'

/** A chain of refresh tokens at its beginning. */
export interface NewRefreshChain {
  readonly id: string
  readonly jti: string
  readonly clientId: string
  readonly providerId: string
  /** `null`: the chain of the provider itself. */
  readonly device: { readonly address: string; readonly registration: string } | null
  readonly scope: string
  /** Seconds that each access token of the chain lives. */
  readonly lifetime: number
  readonly now: number
  readonly expires: number
}

// A chain that is over is kept a day longer, for a clock that is put back.
const KEPT_OVER_MS = 86_400_000
/** Most chains that are swept away at once, by one in sixteen that begin: several times as many as begin. */
const SWEPT_AT_ONCE = 100
/** Most chains of an erased device that are deleted at once. */
const DELETED_AT_ONCE = 1000

/**
 * Begins a chain. One in sixteen, by its id, sweeps away some that are over: the table does not grow for ever.
 *
 * `false` when the device is registered no more, or anew. Its row is held until the chain is stored, so that an erasure finds it.
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
  if (chain.id.endsWith('0')) await sweepChains(sql, chain.now)
  return rows.length === 1
}

async function sweepChains(sql: Sql, now: number): Promise<void> {
  await sql.query(
    `DELETE FROM licet.refresh_chains WHERE id = ANY (ARRAY(
       SELECT id FROM licet.refresh_chains WHERE expires < $1 ORDER BY expires LIMIT ${SWEPT_AT_ONCE} FOR UPDATE SKIP LOCKED))`,
    [toTimestamp(now - KEPT_OVER_MS)],
  )
}

/** Deletes chains of a device that was erased, a bounded number at once; `true` when none is left. */
export async function deleteChainsOfDevice(sql: Sql, providerId: string, address: string): Promise<boolean> {
  const rows = await sql.query(
    `DELETE FROM licet.refresh_chains WHERE id = ANY (ARRAY(
       SELECT id FROM licet.refresh_chains WHERE provider_id = $1 AND address = $2 LIMIT ${DELETED_AT_ONCE}))
     RETURNING id`,
    [providerId, address],
  )
  return rows.length < DELETED_AT_ONCE
}

/** What came of presenting a refresh token. */
export interface RefreshOutcome {
  /** `false`: the token had been used, and the whole chain is revoked now. */
  readonly fresh: boolean
  readonly clientId: string
  readonly providerId: string
  readonly scope: string
  readonly lifetime: number
  /** That of the device; `null` for a provider. */
  readonly registration: string | null
}

/**
 * Spends a refresh token: moves its chain to the next token or, when it was used before, revokes the chain (RFC 9700 section 4.14).
 *
 * One statement, so that of any number of callers exactly one gets a token. `undefined`: the chain is over, or there is none.
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

/** Revokes a chain of an organization's provider; nothing happens to others' chains. */
export async function revokeRefreshChain(sql: Sql, chain: string, orgId: string, now: number): Promise<void> {
  await sql.query(
    `UPDATE licet.refresh_chains SET revoked = $3
     WHERE id = $1 AND revoked IS NULL AND provider_id IN (SELECT id FROM licet.providers WHERE org_id = $2)`,
    [chain, orgId, toTimestamp(now)],
  )
}
