import type { Sql } from './storage.ts'

/** Tells whether the database takes no writes: a standby, or a primary that somebody set so. */
export async function isReadOnly(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ setting: string }>("SELECT current_setting('transaction_read_only') AS setting")
  return row?.setting === 'on'
}
