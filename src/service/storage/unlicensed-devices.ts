import { toTimestamp } from '../../core/timestamp.ts'
import { DELETED_AT_ONCE } from './expired-rows.ts'
import type { Sql } from './storage.ts'

/** With the condition of the index `addresses_by_age`. */
const NEWER_THAN_SWEPT = "a.created > (SELECT swept FROM licet.device_sweep) AND a.created < 'infinity'"

/** Result of {@link sweepUnlicensedDevices}. */
export interface Sweep {
  readonly deleted: number
  readonly hasMore: boolean
}

/**
 * Deletes devices without a license, of those that were registered before a time. Each device is read exactly one time, the oldest first,
 * so a database with many licensed devices costs nothing. Runs in a transaction.
 */
export async function sweepUnlicensedDevices(sql: Sql, before: number): Promise<Sweep> {
  const [next] = await sql.query<{ until: number | null; many: number }>(
    `SELECT max(n.created) AS until, count(*)::integer AS many FROM (
       SELECT a.created FROM licet.addresses a
       WHERE ${NEWER_THAN_SWEPT} AND a.created < $1 ORDER BY a.created LIMIT ${DELETED_AT_ONCE}
     ) AS n`,
    [toTimestamp(before)],
  )
  if (next === undefined || next.until === null) return { deleted: 0, hasMore: false }
  const until = toTimestamp(next.until)
  // Locked before the licenses are read, because a device that stores its first one locks its row. In the order of an erasure.
  await sql.query(
    `SELECT FROM licet.addresses a WHERE ${NEWER_THAN_SWEPT} AND a.created <= $1
     ORDER BY a.provider_id, a.address FOR UPDATE`,
    [until],
  )
  const [gone] = await sql.query<{ many: number }>(
    `WITH gone AS (
       DELETE FROM licet.addresses a WHERE ${NEWER_THAN_SWEPT} AND a.created <= $1 AND NOT EXISTS (
         SELECT FROM licet.licenses l WHERE l.provider_id = a.provider_id AND l.registration = a.registration
       ) RETURNING 1
     ) SELECT count(*)::integer AS many FROM gone`,
    [until],
  )
  await sql.query('UPDATE licet.device_sweep SET swept = $1', [until])
  return { deleted: gone?.many ?? 0, hasMore: next.many === DELETED_AT_ONCE }
}
