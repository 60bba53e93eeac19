import type { Sql } from './storage.ts'

/** Removes the time limits of the connection and its role from a transaction that works on whole tables, which takes minutes. */
export async function allowLongWork(sql: Sql): Promise<void> {
  await sql.query('SET LOCAL statement_timeout = 0')
  await sql.query('SET LOCAL idle_in_transaction_session_timeout = 0')
}
