import { toTimestamp } from '../../core/timestamp.ts'
import type { NewLicense } from './licenses.ts'
import type { Sql } from './storage.ts'

/** What the database knows of a license request, and of the device that sent it. */
export interface Submission {
  readonly spki: Uint8Array<ArrayBuffer>
  readonly registration: string
  /** Whether the device stored the same request before. */
  readonly isStored: boolean
  /** Whether the text of the terms is stored. */
  readonly hasTerms: boolean
}

/** Returns what is known of a license request. `undefined` when the device is not registered, or its provider is deleted. */
export async function findSubmission(
  sql: Sql,
  request: Pick<NewLicense, 'providerId' | 'address' | 'requestHash' | 'termsHash'>,
): Promise<Submission | undefined> {
  const [found] = await sql.query<Submission>(
    `SELECT a.spki, a.registration,
       EXISTS (SELECT FROM licet.licenses l WHERE l.provider_id = $1 AND l.address = $2 AND l.request_hash = $3) AS "isStored",
       EXISTS (SELECT FROM licet.terms t WHERE t.hash = $4) AS "hasTerms"
     FROM licet.addresses a JOIN licet.providers p ON p.id = a.provider_id
     WHERE a.provider_id = $1 AND a.address = $2 AND p.deleted IS NULL`,
    [request.providerId, request.address, request.requestHash, request.termsHash],
  )
  return found
}

/** The limits of {@link storeLicense}. 0 means no limit for the quotas. */
export interface StoreLimits {
  readonly maxActive: number
  readonly maxLicensesPerHour: number
  readonly maxTermsPerDay: number
  /** Whether to send the text of the terms. Without it, the outcome is `unknown_terms` when the text is not stored. */
  readonly withTerms: boolean
}

/** The outcome of {@link storeLicense}. Only `created` has stored something. */
export interface StoreOutcome {
  readonly outcome:
    | 'created'
    | 'known'
    | 'unknown_device'
    /** The database has another default isolation than READ COMMITTED. Call it in a transaction. */
    | 'other_isolation'
    | 'unknown_terms'
    | 'nothing_to_revoke'
    | 'too_many_licenses'
    | 'licenses_quota'
    | 'terms_quota'
  /** The license that the new one replaces or revokes. */
  readonly supersedes: string | null
  /** When the oldest license was stored that fills the quota, in milliseconds since the epoch. */
  readonly since: number | null
}

/** Stores a license, its terms, its first transition, and the end of the licenses that it replaces, in one call of the database. */
export async function storeLicense(sql: Sql, license: NewLicense, limits: StoreLimits): Promise<StoreOutcome> {
  const [stored] = await sql.query<StoreOutcome>(
    `SELECT outcome, supersedes, since
     FROM licet.store_license_1($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
    [
      license.id,
      license.providerId,
      license.address,
      license.registration,
      license.ptr,
      license.requestHash,
      license.termsHash,
      limits.withTerms ? license.terms : null,
      license.suite,
      license.request,
      license.termsAt,
      JSON.stringify(license.uses),
      license.signature,
      license.expiry === null ? null : toTimestamp(license.expiry),
      license.receipt,
      license.status,
      toTimestamp(license.now),
      limits.maxActive,
      limits.maxLicensesPerHour,
      limits.maxTermsPerDay,
    ],
  )
  if (stored === undefined) throw new TypeError('The database returned no outcome.')
  return stored
}
