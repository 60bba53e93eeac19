import type { Sql } from './storage.ts'

/** Returns whether the database is read-only: a standby, or a primary with `default_transaction_read_only`. */
export async function isReadOnly(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ setting: string }>("SELECT current_setting('transaction_read_only') AS setting")
  return row?.setting === 'on'
}
