import { MAX_ACTIVE_LICENSES } from '../../core/limits.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import type { NewLicense } from './licenses.ts'
import type { Sql } from './storage.ts'

/** The limits of {@link findOldestInQuota}. Times are milliseconds since the epoch. */
export interface QuotaWindow {
  /** 0 for no limit. */
  readonly maxLicenses: number
  readonly licensesSince: number
  /** 0 for no limit. */
  readonly maxTerms: number
  readonly termsSince: number
}

/** When the oldest license or text was stored that fills a quota. `null` when the quota is not used up. */
export interface UsedQuota {
  readonly licenseAt: number | null
  readonly termsAt: number | null
}

/**
 * Returns when the oldest license or text was stored that fills a quota of the device of a license. A text is new unless a license of
 * the same device has it. The licenses of other devices do not matter, so that the quota does not show which texts they have.
 *
 * A license with a known text is over the quota of texts too when revocations, which are never refused, have exceeded it.
 *
 * Reads as many of the newest rows as the quota permits, however long the history of the device is.
 */
export async function findOldestInQuota(sql: Sql, license: NewLicense, window: QuotaWindow): Promise<UsedQuota> {
  // Revocations are between the licenses: at most one of each license that was active before the window or stored in it.
  const newest = 2 * window.maxLicenses + MAX_ACTIVE_LICENSES
  const [found] = await sql.query<UsedQuota>(
    `SELECT
       (SELECT n.created FROM (
          SELECT l.id, l.created FROM licet.licenses l WHERE l.provider_id = $1 AND l.address = $2 ORDER BY l.position DESC LIMIT $3
        ) AS n
        WHERE $4::integer > 0 AND n.created > $5
          AND EXISTS (SELECT 1 FROM licet.license_transitions s WHERE s.license_id = n.id AND s.step = 1 AND s.status = 'active')
        ORDER BY n.created DESC OFFSET greatest($4::integer - 1, 0) LIMIT 1) AS "licenseAt",
       (SELECT l.created FROM licet.licenses l
        WHERE l.provider_id = $1 AND l.address = $2 AND l.new_terms AND $6::integer > 0 AND l.created > $7
        ORDER BY l.created DESC OFFSET $6::integer - CASE WHEN $6::integer = 0 OR EXISTS (
          SELECT 1 FROM licet.licenses k WHERE k.provider_id = $1 AND k.address = $2 AND k.terms_hash = $8
        ) THEN 0 ELSE 1 END LIMIT 1) AS "termsAt"`,
    [
      license.providerId,
      license.address,
      newest,
      window.maxLicenses,
      toTimestamp(window.licensesSince),
      window.maxTerms,
      toTimestamp(window.termsSince),
      license.termsHash,
    ],
  )
  return found ?? { licenseAt: null, termsAt: null }
}
