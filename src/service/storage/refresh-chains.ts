import { toTimestamp } from '../../core/timestamp.ts'
import { isForgotten } from './forgotten-tokens.ts'
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
  /**
   * When the first token expires at the latest, in milliseconds since the epoch: 30 days after its grant, whatever the option for the length
   * of chains. The cleanup and a restore remember its use by this time.
   */
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

/** Who holds the tokens of a chain. */
export interface ChainHolder {
  readonly providerId: string
  /** `null` for the chain of a provider. */
  readonly address: string | null
}

/** Which chain, and who holds its tokens. All rows of a device have the same holder, so a statement reads one of several database servers. */
export interface HeldChain {
  readonly chain: string
  readonly holder: ChainHolder
}

/** Returns SQL for whether an unstored chain was not used before. After the cleanup has deleted a use, nothing else shows it. */
const isUnused = (expires: string) => `NOT ${isForgotten('refresh', expires)}`

const toHolder = ({ providerId, address }: ChainHolder) => address ?? providerId

const holderOf = ({ providerId, device }: RefreshGrant): ChainHolder => ({ providerId, address: device?.address ?? null })

/**
 * Spends the first token of a chain, and stores the chain. If it is stored already, the token was used before: within the grace
 * period, returns the current token of the chain if that is the next one. Otherwise revokes the chain (RFC 9700 section 4.14). Exactly one
 * of several concurrent callers stores it.
 *
 * Returns `undefined` when the chain is revoked or its use can be forgotten, the provider deleted or the device erased.
 */
export async function startRefreshChain(sql: Sql, grant: RefreshGrant, use: RefreshUse): Promise<RefreshOutcome | undefined> {
  const { chain, device } = grant
  const stored = await insertChain(sql, grant, { ...use, jti: use.nextJti, revoked: null, orgId: null })
  if (stored === undefined) return spendAgain(sql, { ...use, chain, jti: chain, holder: holderOf(grant) })
  const link = { result: 'refreshed', jti: use.nextJti, moved: use.now, expires: use.expires } as const
  return { ...grant, ...link, registration: device?.registration ?? null, vouched: stored.vouched }
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
  const { chain, providerId } = grant
  const stored = await insertChain(sql, grant, { ...revocation, jti: chain, revoked: revocation.now })
  if (stored !== undefined) return providerId
  return revokeRefreshChain(sql, { chain, holder: holderOf(grant) }, revocation.orgId, revocation.now)
}

/** Stores a chain, unless it is stored already, or its use can be forgotten. */
async function insertChain(
  sql: Sql,
  grant: RefreshGrant,
  row: {
    readonly jti: string
    readonly now: number
    readonly expires: number
    readonly revoked: number | null
    /** `null` for any organization. */
    readonly orgId: string | null
  },
): Promise<{ readonly vouched: boolean } | undefined> {
  const { chain, clientId, providerId, device, scope, lifetime, expires } = grant
  const [inserted] = await sql.query<{ readonly vouched: boolean }>(
    `SELECT c.v_vouched AS vouched FROM licet.start_chain($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) AS c
     WHERE c.v_vouched IS NOT NULL`,
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
      toHolder(holderOf(grant)),
      toTimestamp(expires),
      device?.registration ?? null,
    ],
  )
  return inserted
}

/** Deletes some chains of an erased device. Returns `true` when none are left. */
export async function deleteChainsOfDevice(sql: Sql, providerId: string, address: string): Promise<boolean> {
  const rows = await sql.query(
    `DELETE FROM licet.refresh_chains WHERE holder = $2 AND id = ANY (ARRAY(
       SELECT id FROM licet.refresh_chains WHERE provider_id = $1 AND holder = $2 LIMIT ${DELETED_AT_ONCE}))
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

/** The use of a token of a chain. */
type ChainUse = RefreshUse & HeldChain & { readonly jti: string }

/**
 * Changes a chain that is not revoked and has not expired, if its provider and its device exist. `change` and `condition` have the parameters
 * `$1` to `$3`, the chain, its holder and now, and then their own.
 */
async function changeChain(
  sql: Sql,
  { chain, holder, now }: Pick<ChainUse, 'chain' | 'holder' | 'now'>,
  change: string,
  condition: string,
  values: readonly (string | number)[],
): Promise<Omit<RefreshOutcome, 'result'> | undefined> {
  const [device, registration, vouched] =
    holder.address === null ? ['', 'NULL', 'false'] : [', licet.addresses a', 'a.registration', 'a.vouched']
  const [changed] = await sql.query<Omit<RefreshOutcome, 'result'>>(
    `UPDATE licet.refresh_chains c SET ${change} FROM licet.providers p${device}
     WHERE c.id = $1 AND c.holder = $2 AND c.revoked IS NULL AND c.expires > $3::timestamptz AND p.id = c.provider_id AND p.deleted IS NULL
       ${device === '' ? '' : 'AND a.address = $2 AND a.provider_id = c.provider_id'} AND ${condition}
     RETURNING c.jti, c.moved, c.expires, c.client_id AS "clientId", c.provider_id AS "providerId", c.scope, c.lifetime,
       ${registration} AS registration, ${vouched} AS vouched`,
    [chain, toHolder(holder), toTimestamp(now), ...values],
  )
  return changed
}

/**
 * Spends a later token of a chain: moves the chain to the next token. If the token was used before: within the grace period, returns the
 * current token of the chain if that is the next one. Otherwise revokes the chain (RFC 9700 section 4.14).
 *
 * One statement moves the chain, so exactly one of several concurrent callers does.
 * Returns `undefined` when the chain is unknown, expired or revoked.
 */
export async function spendRefreshToken(sql: Sql, use: ChainUse): Promise<RefreshOutcome | undefined> {
  const { jti, nextJti, now, expires } = use
  const moved = await changeChain(
    sql,
    use,
    'jti = $5::text, previous = $4::text, expires = $6::timestamptz, moved = $7::bigint, repeats = 0',
    'c.jti = $4::text',
    [jti, nextJti, toTimestamp(expires), now],
  )
  return moved === undefined ? spendAgain(sql, use) : { ...moved, result: 'refreshed' }
}

/**
 * Spends a token that is not the current one of its chain: answers the direct predecessor of the current token within the grace period, on
 * both sides of now, because clocks of processes differ. Otherwise revokes the chain.
 */
async function spendAgain(sql: Sql, use: ChainUse): Promise<RefreshOutcome | undefined> {
  const { jti, nextJti, now, graceMs } = use
  const repeated = await changeChain(
    sql,
    use,
    'repeats = c.repeats + 1',
    `c.previous = $4::text AND abs($5::bigint - c.moved) < $6::bigint AND c.repeats < ${MAX_REPEATS}`,
    [jti, now, graceMs],
  )
  // The same token when the storage has repeated a statement whose result was lost.
  if (repeated !== undefined) return { ...repeated, result: repeated.jti === nextJti ? 'refreshed' : 'repeated' }
  const revoked = await changeChain(sql, use, 'revoked = $3::timestamptz', 'c.jti <> $4::text', [jti])
  return revoked && { ...revoked, result: 'reused' }
}

/**
 * Revokes a chain that has a row, if it belongs to a provider of the organization. `null` means any organization.
 * Returns the provider of the chain, unless the chain was revoked before.
 */
export async function revokeRefreshChain(
  sql: Sql,
  { chain, holder }: HeldChain,
  orgId: string | null,
  now: number,
): Promise<string | undefined> {
  const [revoked] = await sql.query<{ providerId: string }>(
    `UPDATE licet.refresh_chains SET revoked = $4
     WHERE id = $1 AND holder = $2 AND revoked IS NULL AND ($3::uuid IS NULL OR provider_id IN (SELECT id FROM licet.providers WHERE org_id = $3))
     RETURNING provider_id AS "providerId"`,
    [chain, toHolder(holder), orgId, toTimestamp(now)],
  )
  return revoked?.providerId
}

/**
 * Returns whether a token is the current one of its chain. `expires` comes from its {@link RefreshGrant}. A chain without a row was never used,
 * so its first token is current.
 */
export async function isCurrentRefreshToken(
  sql: Sql,
  token: HeldChain & { readonly jti: string; readonly now: number; readonly expires: number },
): Promise<boolean> {
  const { chain, holder, jti, now, expires } = token
  const [row] = await sql.query<{ current: boolean }>(
    `SELECT coalesce(
       (SELECT c.jti = $3 AND c.revoked IS NULL AND c.expires > $4 FROM licet.refresh_chains c WHERE c.id = $1::text::uuid AND c.holder = $2),
       $1 = $3 AND ${isUnused('$5')}) AS current`,
    [chain, toHolder(holder), jti, toTimestamp(now), toTimestamp(expires)],
  )
  return row?.current === true
}
