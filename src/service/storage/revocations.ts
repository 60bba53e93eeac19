import { toTimestamp } from '../../core/timestamp.ts'
import type { RevokeLicense } from '../../protocol/records/license-operations.ts'
import { lockAddress } from './addresses.ts'
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
  license: Pick<StoredLicense, 'id' | 'providerId' | 'registration' | 'address'>,
  { requestedBy, channel, note, receipt, now }: NewRevocation,
): Promise<boolean> {
  const { id, providerId, registration, address } = license
  // Puts the requests of the device in order. Without a registration, the device is being erased.
  if (address === null || (await lockAddress(sql, providerId, address)) !== registration) return false
  const revoked = await sql.query(
    `WITH revoked AS (
       INSERT INTO licet.revocations (provider_id, registration, license_id, requested_by, channel, note, at, receipt)
       SELECT l.provider_id, l.registration, l.id, $4, $5, $6, $7, $8
       FROM licet.licenses l JOIN licet.open_licenses o
         ON o.provider_id = l.provider_id AND o.registration = l.registration AND o.license_id = l.id
       WHERE l.provider_id = $1 AND l.registration = $2 AND l.id = $3
         AND (l.expiry IS NULL OR date_trunc('milliseconds', l.expiry) > $7)
       RETURNING provider_id, registration, license_id
     ), logged AS (
       INSERT INTO licet.log_pending (kind, hash, at, license_id)
       SELECT 'end', sha256(convert_to($8, 'UTF8')), floor(extract(epoch FROM $7::timestamptz))::bigint, license_id FROM revoked
     )
     INSERT INTO licet.license_transitions (provider_id, registration, license_id, step, status, at)
     SELECT provider_id, registration, license_id, (
         SELECT max(s.step) + 1 FROM licet.license_transitions s
         WHERE s.provider_id = $1 AND s.registration = $2 AND s.license_id = $3
       ), 'revoked', $7 FROM revoked RETURNING license_id`,
    [providerId, registration, id, requestedBy, channel, note ?? null, toTimestamp(now), receipt],
  )
  return revoked.length === 1
}
