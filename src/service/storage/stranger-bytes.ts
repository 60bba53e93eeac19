import type { Sql } from './storage.ts'

/** Adds to what unvouched devices of a provider stored on a day of UTC, such as `2026-11-26`. */
export async function addStrangerBytes(sql: Sql, providerId: string, day: string, bytes: number): Promise<void> {
  await sql.query(
    `INSERT INTO licet.stranger_bytes AS b (provider_id, day, bytes) VALUES ($1, $2, $3)
     ON CONFLICT (provider_id, day) DO UPDATE SET bytes = b.bytes + excluded.bytes`,
    [providerId, day, bytes],
  )
}
