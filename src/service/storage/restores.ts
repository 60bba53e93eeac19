import { REFRESH_TOKEN_SECONDS } from '../../core/limits.ts'
import { MINUTE_MS } from '../../core/time-units.ts'
import type { DeviceId } from './open-licenses.ts'
import type { Sql } from './storage.ts'

/** How long a refresh token from before a restore stays valid at most: its lifetime, and a minute in case the clock was ahead. */
const REFRESH_TOKEN_MS = REFRESH_TOKEN_SECONDS * 1000 + MINUTE_MS

/**
 * Records that the database was restored from a backup that can miss decisions. No device has visited since, and no refresh token from before
 * is valid: what was used or revoked in the lost hours is unused in the backup, and nothing else shows it.
 */
export async function markRestored(sql: Sql): Promise<void> {
  await sql.query('UPDATE licet.installation SET restored = now()')
  await sql.query('DELETE FROM licet.confirmed_devices')
  await sql.query('DELETE FROM licet.refresh_chains')
  await sql.query(
    `INSERT INTO licet.forgotten_tokens AS t (kind, day, expires)
     VALUES ('refresh', '-infinity', now() + $1 * interval '1 millisecond')
     ON CONFLICT (kind, day) DO UPDATE SET expires = greatest(t.expires, excluded.expires)`,
    [REFRESH_TOKEN_MS],
  )
}

/** Returns when the database was last restored, in milliseconds since the epoch. `undefined` when it never was. */
export async function readRestored(sql: Sql): Promise<number | undefined> {
  const [row] = await sql.query<{ restored: number | null }>('SELECT restored FROM licet.installation')
  return row?.restored ?? undefined
}

/** Records that the newest decision of a device is stored. With `requestHash`, only if that is the request of the license `id`. */
export async function confirmDevice(
  sql: Sql,
  { providerId, registration }: DeviceId,
  newest?: { readonly id: string; readonly requestHash: string },
): Promise<void> {
  await sql.query(
    `INSERT INTO licet.confirmed_devices (provider_id, registration)
     SELECT $1::uuid, $2::uuid WHERE $3::uuid IS NULL OR EXISTS (
       SELECT FROM licet.licenses WHERE provider_id = $1 AND registration = $2 AND id = $3 AND request_hash = $4
     ) ON CONFLICT DO NOTHING`,
    [providerId, registration, newest?.id ?? null, newest?.requestHash ?? null],
  )
}
