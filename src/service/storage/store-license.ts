import { toTimestamp } from '../../core/timestamp.ts'
import type { CreateStatus } from '../../protocol/records/accounts.ts'
import type { NewLicense } from './licenses.ts'
import { type Sql, StorageError } from './storage.ts'

/** What the database contains about a license request, and about the device that sent it. */
export interface Submission {
  readonly spki: Uint8Array<ArrayBuffer>
  /** Whether the device stored the same request before. */
  readonly isStored: boolean
  /** Whether the text of the terms is stored. */
  readonly hasTerms: boolean
  /** The HTTP status of a new license of this provider. */
  readonly createStatus: CreateStatus
  /** Whether the company's backend vouched for the `ptr` of the request. */
  readonly vouched: boolean
  /** Whether the provider accepts a new license only of a person that its backend vouched for. */
  readonly requireIdentity: boolean
  /** The license that a new license for the same `ptr` replaces, and when it was stored. */
  readonly supersedes: string | null
  readonly supersededCreated: number | null
}

/** Returns what is known of a license request. `undefined` when the device has another registration now, or its provider is deleted. */
export async function findSubmission(
  sql: Sql,
  request: Pick<NewLicense, 'providerId' | 'registration' | 'requestHash' | 'termsHash' | 'ptr' | 'now'>,
): Promise<Submission | undefined> {
  const [found] = await sql.query<Submission>(
    `WITH device AS MATERIALIZED (
       SELECT d.spki, coalesce(p.create_status, 201) AS "createStatus", p.require_identity AS "requireIdentity", d.vouched AND d.ptr = $5 AS vouched
       FROM licet.devices d JOIN licet.providers p ON p.id = d.provider_id
       WHERE d.registration = $2 AND d.provider_id = $1 AND p.deleted IS NULL
     ), stored AS MATERIALIZED (
       SELECT l.id FROM licet.licenses l
       WHERE l.provider_id = $1 AND l.registration = $2 AND l.address IS NOT NULL AND l.request_hash = $3
     ), replaced AS MATERIALIZED (
       SELECT l.id, l.created FROM licet.open_licenses o
       -- OFFSET 0, so that the planner reads each license by its key.
       CROSS JOIN LATERAL (
         SELECT * FROM licet.licenses WHERE provider_id = $1 AND registration = $2 AND id = o.license_id OFFSET 0
       ) AS l
       WHERE o.provider_id = $1 AND o.registration = $2 AND o.ptr = $5
         AND (o.expiry IS NULL OR date_trunc('milliseconds', o.expiry) > $6) LIMIT 1
     )
     SELECT d.*, EXISTS (SELECT FROM stored) AS "isStored", EXISTS (SELECT FROM licet.terms t WHERE t.hash = $4) AS "hasTerms",
       r.id AS supersedes, r.created AS "supersededCreated"
     FROM device d LEFT JOIN replaced r ON true`,
    [request.providerId, request.registration, request.requestHash, request.termsHash, request.ptr, toTimestamp(request.now)],
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
    /** Another license of the device became visible while this one was stored, on one of several database servers. Call it again. */
    | 'conflict'
    /** The license replaces another one than `supersedes`. */
    | 'other_supersedes'
    /** Whether a backend vouches for the person differs from `vouched`. */
    | 'other_vouched'
    | 'identity_required'
    /** The same signature was erased before. */
    | 'erased'
    | 'nothing_to_revoke'
    | 'too_many_licenses'
    | 'licenses_quota'
    | 'terms_quota'
  /** The license that the new one replaces or revokes. */
  readonly supersedes: string | null
  /** When the oldest license that fills the quota, or the license `supersedes` was stored, in milliseconds since the epoch. */
  readonly since: number | null
  /** The HTTP status of a new license of this provider. */
  readonly createStatus: CreateStatus | null
}

const STORE = `SELECT outcome, supersedes, since, create_status AS "createStatus"
  FROM licet.store_license(
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25)`

const UNIQUE_VIOLATION = '23505'
const CONFLICT: StoreOutcome = { outcome: 'conflict', supersedes: null, since: null, createStatus: null }

/** Stores a license, its terms, its first transition, and the end of the licenses that it replaces, in one call of the database. */
export async function storeLicense(sql: Sql, license: NewLicense, limits: StoreLimits): Promise<StoreOutcome> {
  const storing = sql.query<StoreOutcome>(STORE, [
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
    license.supersedes,
    license.vouched,
    license.deviceOnly,
    license.signatureHash,
    license.signedBytes,
  ])
  const [stored] = await storing.catch((error: unknown) => {
    if (error instanceof StorageError && error.state === UNIQUE_VIOLATION) return [CONFLICT]
    throw error
  })
  if (stored === undefined) throw new TypeError('The database returned no outcome.')
  return stored
}
