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
  const devices = await sql.query<{ providerId: string; address: string }>(
    `SELECT a.provider_id AS "providerId", a.address FROM licet.addresses a
     WHERE ${NEWER_THAN_SWEPT} AND a.created <= $1 ORDER BY a.provider_id, a.registration`,
    [until],
  )
  const [gone] = await sql.query<{ many: number }>(
    `SELECT count(*) FILTER (WHERE licet.delete_unlicensed_device(d.provider_id, d.address))::integer AS many
     FROM unnest($1::uuid[], $2::text[]) AS d (provider_id, address)`,
    [devices.map(({ providerId }) => providerId), devices.map(({ address }) => address)],
  )
  await sql.query('UPDATE licet.device_sweep SET swept = $1', [until])
  return { deleted: gone?.many ?? 0, hasMore: next.many === DELETED_AT_ONCE }
}
