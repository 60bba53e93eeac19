import { toTimestamp } from '../../core/timestamp.ts'
import type { RevokeLicense } from '../../protocol/records/license-operations.ts'
import { lockDevices } from './addresses.ts'
import type { StoredLicense } from './licenses.ts'
import type { Sql } from './storage.ts'

/** A revocation without the device, before it is stored. */
export interface NewRevocation extends RevokeLicense {
  readonly receipt: string
  readonly now: number
}

/**
 * Revokes a license without its device, and stores by whom. Call it in a transaction. Returns `false` when the license is no longer active.
 */
export async function insertRevocation(
  sql: Sql,
  license: Pick<StoredLicense, 'id' | 'providerId' | 'registration'>,
  { requestedBy, channel, note, receipt, now }: NewRevocation,
): Promise<boolean> {
  const { id, providerId, registration } = license
  // Puts the requests of the device in order. Without a registration, the device is being erased.
  if ((await lockDevices(sql, providerId, [registration])).length === 0) return false
  const revoked = await sql.query(
    `INSERT INTO licet.revocations (provider_id, registration, license_id, requested_by, channel, note, at, receipt)
     SELECT o.provider_id, o.registration, o.license_id, $4, $5, $6, $7, $8 FROM licet.open_licenses o
     WHERE o.provider_id = $1 AND o.registration = $2 AND o.license_id = $3
       AND (o.expiry IS NULL OR date_trunc('milliseconds', o.expiry) > $7) RETURNING 1`,
    [providerId, registration, id, requestedBy, channel, note ?? null, toTimestamp(now), receipt],
  )
  if (revoked.length === 0) return false
  await sql.query("SELECT licet.log_receipt('end', $1, $2, $3)", [id, receipt, toTimestamp(now)])
  await sql.query("SELECT licet.end_license($1, $2, $3, 'revoked', $4)", [providerId, registration, id, toTimestamp(now)])
  return true
}
