import { toTimestamp } from '../../core/timestamp.ts'
import type { Sql } from './storage.ts'

/** A chain of refresh tokens at its beginning. */
export interface NewRefreshChain {
  readonly id: string
  readonly jti: string
  readonly clientId: string
  readonly providerId: string
  readonly address: string | null
  readonly scope: string
  /** Seconds that each access token of the chain lives. */
  readonly lifetime: number
  readonly now: number
  readonly expires: number
}

/** Begins a chain. */
export async function insertRefreshChain(sql: Sql, chain: NewRefreshChain): Promise<void> {
  await sql.query(
    `INSERT INTO licet.refresh_chains (id, jti, client_id, provider_id, address, scope, lifetime, created, expires)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      chain.id,
      chain.jti,
      chain.clientId,
      chain.providerId,
      chain.address,
      chain.scope,
      chain.lifetime,
      toTimestamp(chain.now),
      toTimestamp(chain.expires),
    ],
  )
}

/** What came of presenting a refresh token. */
export interface RefreshOutcome {
  /** `false`: the token had been used, and the whole chain is revoked now. */
  readonly fresh: boolean
  readonly clientId: string
  readonly providerId: string
  readonly scope: string
  readonly lifetime: number
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
     RETURNING c.revoked IS NULL AS fresh, c.client_id AS "clientId", c.provider_id AS "providerId", c.scope, c.lifetime`,
    [use.chain, use.jti, use.nextJti, toTimestamp(use.now), toTimestamp(use.expires)],
  )
  return outcome
}

/** Revokes a chain of an organisation's provider; nothing happens to others' chains. */
export async function revokeRefreshChain(sql: Sql, chain: string, orgId: string, now: number): Promise<void> {
  await sql.query(
    `UPDATE licet.refresh_chains SET revoked = $3
     WHERE id = $1 AND revoked IS NULL AND provider_id IN (SELECT id FROM licet.providers WHERE org_id = $2)`,
    [chain, orgId, toTimestamp(now)],
  )
}
