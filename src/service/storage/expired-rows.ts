import { REFRESH_TOKEN_SECONDS } from '../../core/limits.ts'
import { DAY_MS, SECOND_MS } from '../../core/time-units.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import { timeOfId } from '../crypto/create-id.ts'
import { dayOf, type ForgottenKind } from './forgotten-tokens.ts'
import type { Sql, Storage } from './storage.ts'

/** Key of the advisory lock for the cleanup: "clean" in hexadecimal. Nothing else in the database may use it. */
const CLEANUP_LOCK = 0x63_6c65_616e

/**
 * Runs a step of the cleanup in a transaction, unless another process is running one. Then it returns `undefined`, without waiting.
 *
 * The lock belongs to the transaction, because a pooler in transaction mode gives the next one another connection.
 */
export async function inCleanupTurn<T>(storage: Storage, step: (sql: Sql) => Promise<T>): Promise<T | undefined> {
  return storage.transaction(async (sql) => {
    const [lock] = await sql.query<{ held: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS held', [CLEANUP_LOCK])
    return lock?.held === true ? step(sql) : undefined
  })
}

/** Rows that one statement deletes. This takes a small part of the statement timeout. */
export const DELETED_AT_ONCE = 500

/** Deletes a batch of expired rows, and returns whether there can be more. */
export type DeleteExpired = (sql: Sql, now: number) => Promise<boolean>

/** Chains and uses of identity tokens are kept for another day, in case the clock is set back. */
const USES_KEPT_MS = DAY_MS
/** Counts of strangers are kept for another day, in case the clock is set back. */
const STRANGER_BYTES_KEPT_MS = DAY_MS
/** How long webhooks that were given up are kept: 30 days. */
const FAILED_DELIVERIES_KEPT_MS = 30 * DAY_MS

/** Returns a function that deletes some rows. The statement returns them, and its `$1` is a time: now, less a period. */
function deleteOlder(keptMs: number, statement: string): DeleteExpired {
  return async (sql, now) => {
    const deleted = await sql.query(statement, [toTimestamp(now - keptMs)])
    return deleted.length === DELETED_AT_ONCE
  }
}

/** A deleted use of a token. */
interface DeletedUse {
  /** In milliseconds since the epoch. */
  readonly expires: number
}

/**
 * Returns a function that deletes some uses of tokens, and remembers until when the forgotten tokens are valid: `expiryOf` returns it for a
 * deleted row. Call it in a transaction.
 */
function forgetUses<Row extends DeletedUse>(
  kind: ForgottenKind,
  statement: string,
  expiryOf: (row: Row) => number = ({ expires }) => expires,
): DeleteExpired {
  return async (sql, now) => {
    const forgotten = await sql.query<Row>(statement, [toTimestamp(now - USES_KEPT_MS)])
    if (forgotten.length > 0)
      await sql.query(
        `INSERT INTO licet.forgotten_tokens AS t (kind, day, expires)
         SELECT $1, ${dayOf('f.expires')}, max(f.expires) FROM unnest($2::timestamptz[]) AS f (expires) GROUP BY 1, 2
         ON CONFLICT (kind, day) DO UPDATE SET expires = greatest(t.expires, excluded.expires)`,
        [kind, forgotten.map((row) => toTimestamp(expiryOf(row)))],
      )
    return forgotten.length === DELETED_AT_ONCE
  }
}

/**
 * Expired chains of refresh tokens. Without its row, the first token of a chain starts it again, and it expires before the last one. The id of
 * the chain has the time of that token.
 */
export const deleteExpiredChains = forgetUses<DeletedUse & { readonly id: string }>(
  'refresh',
  `DELETE FROM licet.refresh_chains WHERE id = ANY (ARRAY(
     SELECT id FROM licet.refresh_chains WHERE expires > '-infinity' AND expires < $1 ORDER BY expires LIMIT ${DELETED_AT_ONCE}))
   RETURNING id, expires`,
  ({ id, expires }) => Math.min(expires, timeOfId(id)) + REFRESH_TOKEN_SECONDS * SECOND_MS,
)

/** Identity tokens that were used and have expired. */
export const deleteUsedIdentityTokens = forgetUses(
  'identity',
  `DELETE FROM licet.used_identity_tokens d USING (
     SELECT provider_id, token FROM licet.used_identity_tokens
     WHERE expires < $1 ORDER BY expires LIMIT ${DELETED_AT_ONCE} FOR UPDATE SKIP LOCKED
   ) o WHERE d.provider_id = o.provider_id AND d.token = o.token RETURNING d.expires`,
)

/** What unvouched devices stored on earlier days. */
export const deleteStrangerBytes: DeleteExpired = async (sql, now) => {
  await sql.query('DELETE FROM licet.stranger_bytes WHERE day < $1', [
    new Date(now - STRANGER_BYTES_KEPT_MS).toISOString().slice(0, 10),
  ])
  return false
}

/** Webhooks that were given up. Delivered events are deleted immediately. */
export const deleteFailedDeliveries = deleteOlder(
  FAILED_DELIVERIES_KEPT_MS,
  `DELETE FROM licet.webhook_deliveries w USING (
     SELECT f.endpoint_id, f.sequence FROM licet.webhook_endpoints e CROSS JOIN LATERAL (
       SELECT d.endpoint_id, d.sequence FROM licet.webhook_deliveries d
       WHERE d.endpoint_id = e.id AND d.dead IS NOT NULL AND d.dead < $1 ORDER BY d.dead LIMIT ${DELETED_AT_ONCE}
     ) f LIMIT ${DELETED_AT_ONCE}
   ) o WHERE w.endpoint_id = o.endpoint_id AND w.sequence = o.sequence AND w.dead IS NOT NULL RETURNING 1`,
)
