import type { Sql } from './storage.ts'

/** SQL of the clock of the database, in milliseconds since the epoch. */
export const CLOCK = 'extract(epoch FROM clock_timestamp())::double precision * 1000'

/** Returns the clock of the database as whole milliseconds, as it stores times. */
export async function readClock(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ now: number }>(`SELECT ${CLOCK} AS now`)
  return Math.floor(Number(row?.now))
}

/** Returns by how many milliseconds the clock of this machine is ahead, at least: a slow answer of the database is no difference. */
export async function readClockDifference(sql: Sql): Promise<number> {
  const begun = Date.now()
  const ofDatabase = await readClock(sql)
  return begun > ofDatabase ? begun - ofDatabase : Math.min(0, Date.now() - ofDatabase)
}
