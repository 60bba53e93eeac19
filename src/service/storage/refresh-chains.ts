import { toTimestamp } from '../../core/timestamp.ts'
import type { Sql } from './storage.ts'

/** What a chain of refresh tokens was granted. Its first token contains this, because the chain has no row before the first use. */
export interface RefreshGrant {
  /** Id of the chain, and `jti` of its first token. */
  readonly chain: string
  readonly clientId: string
  readonly providerId: string
  /** `null` for the chain of a provider. */
  readonly device: { readonly address: string; readonly registration: string } | null
  readonly scope: string
  /** Lifetime in seconds of each access token of the chain. */
  readonly lifetime: number
  /** When the first token expires, in milliseconds since the epoch. */
  readonly expires: number
}

/** Maximum number of chains of an erased device that one step deletes. */
const DELETED_AT_ONCE = 1000
/**
 * How often a used token is answered within the grace period: enough for pages that refresh at the same time. A thief who follows a chain
 * needs it once for each link.
 */
const MAX_REPEATS = 20

/** One use of a refresh token. Times are milliseconds since the epoch. */
export interface RefreshUse {
  /** `jti` of the next token. */
  readonly nextJti: string
  readonly now: number
  /** When the next token expires. */
  readonly expires: number
  /** How long a used token is still accepted, in milliseconds. 0 means never. */
  readonly graceMs: number
}

/**
 * Returns SQL for whether a token is the direct predecessor of the current one, and may still be answered. On both sides of now, because
 * clocks of processes differ.
 */
const isInGrace = (jti: string, now: string, graceMs: string) =>
  `(c.previous = ${jti}::text AND abs(${now}::bigint - c.moved) < ${graceMs}::bigint AND c.repeats < ${MAX_REPEATS})`

/** Returns SQL for whether an unstored chain was not used before. After the cleanup has deleted a use, nothing else shows it. */
const isUnused = (expires: string) =>
  `${expires}::timestamptz > (SELECT f.expires FROM licet.forgotten_tokens f WHERE f.kind = 'refresh')`

const VOUCHED = `coalesce((
         SELECT a.vouched FROM licet.addresses a WHERE a.provider_id = c.provider_id AND a.address = c.address), false) AS vouched`

/**
 * Spends the first token of a chain, and stores the chain. If it is stored already, the token was used before: within the grace
 * period, returns the current token of the chain if that is the next one. Otherwise revokes the chain (RFC 9700 section 4.14). Exactly one
 * of several concurrent callers stores it.
 *
 * Returns `undefined` when the chain is revoked or its use can be forgotten, the provider deleted or the device erased.
 */
export async function startRefreshChain(sql: Sql, grant: RefreshGrant, use: RefreshUse): Promise<RefreshOutcome | undefined> {
  const row = await insertChain(sql, grant, { ...use, jti: use.nextJti, revoked: null, orgId: null })
  return row && { ...grant, ...row, registration: grant.device?.registration ?? null }
}

/**
 * Revokes a chain whose first token may be unused, if it belongs to a provider of the organization. `null` means any organization.
 * Returns the provider of the chain, unless the chain was revoked before.
 */
export async function revokeUnusedChain(
  sql: Sql,
  grant: RefreshGrant,
  revocation: { readonly orgId: string | null; readonly now: number; readonly expires: number },
): Promise<string | undefined> {
  const row = await insertChain(sql, grant, { ...revocation, jti: grant.chain, revoked: revocation.now, graceMs: 0 })
  return row && grant.providerId
}

/** Stores a chain, or revokes one that is stored. Locks the device's row, so that an erasure finds the chain. */
async function insertChain(
  sql: Sql,
  { chain, clientId, providerId, device, scope, lifetime, expires }: RefreshGrant,
  row: {
    readonly jti: string
    readonly now: number
    readonly expires: number
    readonly revoked: number | null
    /** `null` for any organization. */
    readonly orgId: string | null
    readonly graceMs: number
  },
): Promise<StoredLink | undefined> {
  const [inserted] = await sql.query<StoredLink>(
    `INSERT INTO licet.refresh_chains AS c
       (id, jti, client_id, provider_id, scope, lifetime, created, expires, revoked, previous, moved, address)
     SELECT $1::uuid, $2::text, $3, p.id, $5, $6, $7::timestamptz, $8, $9::timestamptz, $1::text, $11::bigint,
       ${device === null ? 'NULL' : 'a.address'}
     FROM licet.providers p
     ${device === null ? '' : 'JOIN licet.addresses a ON a.provider_id = p.id AND a.address = $14 AND a.registration = $15'}
     WHERE p.id = $4 AND p.deleted IS NULL AND ($10::uuid IS NULL OR p.org_id = $10)
       AND (${isUnused('$13')} OR EXISTS (SELECT FROM licet.refresh_chains k WHERE k.id = $1))
     ${device === null ? '' : 'FOR KEY SHARE OF a'}
     ON CONFLICT (id) DO UPDATE SET repeats = c.repeats + 1,
       revoked = CASE WHEN ${isInGrace('$1', '$11', '$12')} THEN NULL ELSE $7::timestamptz END
     WHERE c.revoked IS NULL
     RETURNING ${resultOf('$2')} AS result, c.jti, c.moved, c.expires, ${VOUCHED}`,
    [
      chain,
      row.jti,
      clientId,
      providerId,
      scope,
      lifetime,
      toTimestamp(row.now),
      toTimestamp(row.expires),
      row.revoked === null ? null : toTimestamp(row.revoked),
      row.orgId,
      row.now,
      row.graceMs,
      toTimestamp(expires),
      ...(device === null ? [] : [device.address, device.registration]),
    ],
  )
  return inserted
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

/** The current token of a chain, and how the chain came to it. */
interface StoredLink {
  /**
   * `refreshed`: the chain moved to the next token. `repeated`: the token was used within the grace period, and the chain did not move.
   * `reused`: it was used before that, and the whole chain is now revoked.
   */
  readonly result: 'refreshed' | 'repeated' | 'reused'
  readonly jti: string
  /** When the chain moved to the current token, in milliseconds since the epoch. */
  readonly moved: number
  /** When the current token expires, in milliseconds since the epoch. */
  readonly expires: number
  /** Whether a backend vouched for the person of the device. */
  readonly vouched: boolean
}

/** The result of {@link startRefreshChain} and {@link spendRefreshToken}. */
export interface RefreshOutcome extends StoredLink {
  readonly clientId: string
  readonly providerId: string
  readonly scope: string
  readonly lifetime: number
  /** Registration of the device, or `null` for a provider. */
  readonly registration: string | null
}

/** Returns SQL for the `result` of an outcome, from the stored chain after the statement. */
function resultOf(nextJti: string): string {
  return `CASE WHEN c.revoked IS NOT NULL THEN 'reused' WHEN c.jti = ${nextJti} THEN 'refreshed' ELSE 'repeated' END`
}

/**
 * Spends a later token of a chain: moves the chain to the next token. If the token was used before: within the grace period, returns the
 * current token of the chain if that is the next one. Otherwise revokes the chain (RFC 9700 section 4.14).
 *
 * Runs in one statement, so that exactly one of several concurrent callers moves the chain.
 * Returns `undefined` when the chain is unknown, expired or revoked.
 */
export async function spendRefreshToken(
  sql: Sql,
  { chain, jti, nextJti, now, expires, graceMs }: RefreshUse & { readonly chain: string; readonly jti: string },
): Promise<RefreshOutcome | undefined> {
  const [outcome] = await sql.query<RefreshOutcome>(
    `UPDATE licet.refresh_chains c
     SET jti = CASE WHEN c.jti = $2 THEN $3 ELSE c.jti END,
         expires = CASE WHEN c.jti = $2 THEN $5::timestamptz ELSE c.expires END,
         previous = CASE WHEN c.jti = $2 THEN $2::text ELSE c.previous END,
         moved = CASE WHEN c.jti = $2 THEN $6::bigint ELSE c.moved END,
         repeats = CASE WHEN c.jti = $2 THEN 0 ELSE c.repeats + 1 END,
         revoked = CASE WHEN c.jti = $2 OR ${isInGrace('$2', '$6', '$7')} THEN NULL ELSE $4::timestamptz END
     FROM licet.providers p
     WHERE c.id = $1 AND c.revoked IS NULL AND c.expires > $4::timestamptz AND p.id = c.provider_id AND p.deleted IS NULL
       -- Not EXISTS, for which the planner can read all addresses into a hash table.
       AND (c.address IS NULL OR (SELECT a.registration FROM licet.addresses a WHERE a.provider_id = c.provider_id AND a.address = c.address) IS NOT NULL)
     RETURNING ${resultOf('$3')} AS result, c.jti, c.moved, c.expires, c.client_id AS "clientId", c.provider_id AS "providerId", c.scope,
       c.lifetime,
       (SELECT a.registration FROM licet.addresses a WHERE a.provider_id = c.provider_id AND a.address = c.address) AS registration,
       ${VOUCHED}`,
    [chain, jti, nextJti, toTimestamp(now), toTimestamp(expires), now, graceMs],
  )
  return outcome
}

/**
 * Revokes a chain that has a row, if it belongs to a provider of the organization. `null` means any organization.
 * Returns the provider of the chain, unless the chain was revoked before.
 */
export async function revokeRefreshChain(sql: Sql, chain: string, orgId: string | null, now: number): Promise<string | undefined> {
  const [revoked] = await sql.query<{ providerId: string }>(
    `UPDATE licet.refresh_chains SET revoked = $3
     WHERE id = $1 AND revoked IS NULL AND ($2::uuid IS NULL OR provider_id IN (SELECT id FROM licet.providers WHERE org_id = $2))
     RETURNING provider_id AS "providerId"`,
    [chain, orgId, toTimestamp(now)],
  )
  return revoked?.providerId
}

/**
 * Returns whether a token is the current one of its chain. `expires` is when the token expires. A chain without a row was never used, so its
 * first token is current.
 */
export async function isCurrentRefreshToken(
  sql: Sql,
  token: { readonly chain: string; readonly jti: string; readonly now: number; readonly expires: number },
): Promise<boolean> {
  const [row] = await sql.query<{ current: boolean }>(
    `SELECT coalesce(
       (SELECT c.jti = $2 AND c.revoked IS NULL AND c.expires > $3 FROM licet.refresh_chains c WHERE c.id = $1::text::uuid),
       $1 = $2 AND ${isUnused('$4')}) AS current`,
    [token.chain, token.jti, toTimestamp(token.now), toTimestamp(token.expires)],
  )
  return row?.current === true
}
