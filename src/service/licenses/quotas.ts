import { LicetError } from '../../core/errors.ts'
import { DAY_MS, HOUR_MS } from '../../core/time-units.ts'

/** How much a device may store. Anybody can register a device, because the key of a provider is public. 0 means no limit. */
export interface Quotas {
  /** New licenses of a device in any 60 minutes. Revocations are not counted. */
  readonly maxLicensesPerHour: number
  /**
   * New texts of terms of a device in any 24 hours. A text is new unless a license of the same device has it. Large signed bytes count as
   * a new text. Revocations can exceed the quota by one text for each active license. Then the device may store no license until it is
   * within the quota again.
   */
  readonly maxTermsPerDay: number
}

/** Largest quota. */
const MAX_QUOTA = 1_000_000

/**
 * Refuses a quota that is not a whole number up to a million.
 *
 * @throws {LicetError} `invalid_configuration`
 */
export function checkQuotas(quotas: Quotas & { readonly maxRegistrationsPerHour: number }): void {
  for (const [field, value] of Object.entries(quotas)) {
    if (Number.isSafeInteger(value) && value >= 0 && value <= MAX_QUOTA) continue
    throw new LicetError(
      'invalid_configuration',
      `${field} is ${value}. The service did not start. Use a whole number up to ${MAX_QUOTA}, or 0 for no limit.`,
      { field },
    )
  }
}

/**
 * Refuses a quota of bytes that is not a whole number.
 *
 * @throws {LicetError} `invalid_configuration`
 */
export function checkStrangerBytes(bytes: number): void {
  if (Number.isSafeInteger(bytes) && bytes >= 0) return
  throw new LicetError(
    'invalid_configuration',
    `maxStrangerBytesPerDay is ${bytes}. The service did not start. Use a whole number of bytes, or 0 for no limit.`,
    { field: 'maxStrangerBytesPerDay' },
  )
}

/** Creates the error for a device that has used up a quota. `since` is when the oldest license that fills it was stored. */
export function overQuota(
  quota: 'licenses_quota' | 'terms_quota',
  { maxLicensesPerHour, maxTermsPerDay }: Quotas,
  since: number,
  now: number,
): LicetError<'too_many_requests'> {
  const [amount, windowMs] =
    quota === 'licenses_quota'
      ? [`${maxLicensesPerHour} licenses within an hour`, HOUR_MS]
      : [`${maxTermsPerDay} new texts of terms within a day`, DAY_MS]
  return new LicetError(
    'too_many_requests',
    `This device has stored ${amount}, and cannot store more now. Nothing was stored. Send the request again after the time in Retry-After.`,
    { retryAfterMs: since + windowMs - now },
  )
}
