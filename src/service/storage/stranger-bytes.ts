import type { Sql } from './storage.ts'

/**
 * Adds to what unvouched devices of a provider stored on one UTC day, such as `2026-11-26`. Returns the sum of all processes.
 */
export async function addStrangerBytes(sql: Sql, providerId: string, day: string, bytes: number): Promise<number> {
  const [row] = await sql.query<{ bytes: number }>(
    `INSERT INTO licet.stranger_bytes AS b (provider_id, day, bytes) VALUES ($1, $2, $3)
     ON CONFLICT (provider_id, day) DO UPDATE SET bytes = b.bytes + excluded.bytes RETURNING b.bytes`,
    [providerId, day, bytes],
  )
  return row?.bytes ?? bytes
}
