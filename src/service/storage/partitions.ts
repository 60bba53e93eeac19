import type { Sql } from './storage.ts'

/**
 * The tables whose rows belong to one device. Each of their unique and foreign keys between them has the provider and the device, so they can
 * be partitioned by these two, and every statement for one device reads one partition.
 */
export const DEVICE_TABLES = ['licenses', 'license_transitions', 'open_licenses', 'revocations', 'signed_bytes'] as const

/** How many partitions a table can have. More cost memory and time in each connection. */
export const PARTITION_COUNT = { min: 2, max: 128 } as const

/** Returns the names of the partitions of a table, in their order. Empty when the table is not partitioned. */
export async function listPartitions(query: Sql['query'], table: string): Promise<string[]> {
  const rows = await query<{ name: string }>(
    `SELECT p.relname AS name FROM pg_catalog.pg_inherits i
     JOIN pg_catalog.pg_class p ON p.oid = i.inhrelid
     JOIN pg_catalog.pg_class t ON t.oid = i.inhparent
     WHERE t.relname = '${table}' AND t.relnamespace = 'licet'::regnamespace ORDER BY length(p.relname), p.relname`,
  )
  return rows.map(({ name }) => name)
}

/** Returns how many bytes the tables of devices have on disk, with their indexes. */
export async function readTableBytes(sql: Sql): Promise<number> {
  const [found] = await sql.query<{ bytes: number }>(
    `SELECT coalesce(sum(pg_total_relation_size(r.oid)), 0)::bigint AS bytes FROM pg_class t
     CROSS JOIN LATERAL (SELECT t.oid UNION ALL SELECT i.inhrelid FROM pg_inherits i WHERE i.inhparent = t.oid) AS r (oid)
     WHERE t.relnamespace = 'licet'::regnamespace AND t.relname = ANY ($1)`,
    [[...DEVICE_TABLES]],
  )
  return found?.bytes ?? 0
}
