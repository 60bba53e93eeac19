import type { DeviceId } from './open-licenses.ts'
import type { Sql } from './storage.ts'

/** Returns how many bytes of a device's license are stored, without its text, which other licenses can have too. 0 when it is unknown. */
export async function readLicenseBytes(sql: Sql, { providerId, registration }: DeviceId, id: string): Promise<number> {
  const [license] = await sql.query<{ bytes: number }>(
    `SELECT octet_length(l.request) + octet_length(l.receipt) + coalesce(octet_length(s.bytes), 0) AS bytes
     FROM licet.licenses l LEFT JOIN licet.signed_bytes s
       ON s.provider_id = l.provider_id AND s.registration = l.registration AND s.license_id = l.id
     WHERE l.id = $1 AND l.provider_id = $2 AND l.registration = $3`,
    [id, providerId, registration],
  )
  return license?.bytes ?? 0
}
