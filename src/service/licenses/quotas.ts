import { LicetError } from '../../core/errors.ts'
import { findOldestInQuota } from '../storage/license-quotas.ts'
import type { NewLicense } from '../storage/licenses.ts'
import type { Sql } from '../storage/storage.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How much a device may store. Anybody can register a device, because the key of a provider is public. 0 means no limit. */
export interface Quotas {
  /** New licenses of a device in any 60 minutes. Revocations are not counted. */
  readonly maxLicensesPerHour: number
  /**
   * New texts of terms of a device in any 24 hours. A text is new unless a license of the same device has it. Revocations can exceed
   * it, by one text for each active license. Then the device may store no license until it is within the quota again.
   */
  readonly maxTermsPerDay: number
}

/**
 * Requires that a new license is within the quotas of its device. Never refuses a revocation. Call it while the device is locked.
 *
 * @throws {LicetError} `too_many_requests` with the time until the quota permits another license.
 */
export async function assertQuotas(sql: Sql, license: NewLicense, quotas: Quotas): Promise<void> {
  const { now } = license
  const { maxLicensesPerHour: maxLicenses, maxTermsPerDay: maxTerms } = quotas
  // A revocation needs an active license, so their number is limited too.
  if (license.status === 'revoked' || (maxLicenses === 0 && maxTerms === 0)) return
  const { licenseAt, termsAt } = await findOldestInQuota(sql, license, {
    maxLicenses,
    licensesSince: now - HOUR_MS,
    maxTerms,
    termsSince: now - DAY_MS,
  })
  if (licenseAt !== null) throw overQuota(`${maxLicenses} licenses within an hour`, licenseAt + HOUR_MS - now)
  if (termsAt !== null) throw overQuota(`${maxTerms} new texts of terms within a day`, termsAt + DAY_MS - now)
}

function overQuota(amount: string, retryAfterMs: number): LicetError<'too_many_requests'> {
  return new LicetError(
    'too_many_requests',
    `This device has stored ${amount}, and may not store more now. Nothing was stored. Send the request again after the time in Retry-After.`,
    { retryAfterMs },
  )
}
