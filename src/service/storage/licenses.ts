import type { LicenseStatus, LicenseUse } from '../../core/license.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import { WILDCARD } from '../../core/words.ts'
import type { Sql } from './storage.ts'

/** A stored license, with the status of its last transition. Times are milliseconds since the epoch. */
export interface StoredLicense {
  readonly id: string
  readonly position: number
  readonly providerId: string
  readonly address: string | null
  readonly requestHash: string
  readonly termsHash: string
  readonly terms: string
  readonly request: Uint8Array
  readonly signature: string
  readonly supersedes: string | null
  readonly created: number
  readonly receipt: string
  readonly status: LicenseStatus
}

/** A license before it is stored. */
export interface NewLicense {
  readonly id: string
  readonly providerId: string
  readonly address: string
  readonly ptr: string
  readonly requestHash: string
  readonly termsHash: string
  readonly terms: string
  readonly suite: string
  readonly request: Uint8Array
  readonly uses: readonly LicenseUse[]
  readonly signature: string
  readonly expiry: string | null
  readonly supersedes: string | null
  readonly now: number
  readonly receipt: string
  readonly status: LicenseStatus
}

const COLUMNS = `l.id, l.position, l.provider_id AS "providerId", l.address, l.request_hash AS "requestHash", l.terms_hash AS "termsHash",
    t.text AS terms, l.request, l.signature, l.supersedes, l.created, l.receipt,
    (SELECT s.status FROM licet.license_transitions s WHERE s.license_id = l.id ORDER BY s.step DESC LIMIT 1) AS status`

const LICENSE = `SELECT ${COLUMNS} FROM licet.licenses l JOIN licet.terms t ON t.hash = l.terms_hash`

const IS_OPEN = "NOT EXISTS (SELECT 1 FROM licet.license_transitions s WHERE s.license_id = l.id AND s.status <> 'active')"

/** Returns the license that a device stored with the same request. */
export async function findLicenseByRequest(
  sql: Sql,
  identity: { readonly providerId: string; readonly address: string; readonly requestHash: string },
): Promise<StoredLicense | undefined> {
  const [license] = await sql.query<StoredLicense>(
    `${LICENSE} WHERE l.provider_id = $1 AND l.address = $2 AND l.request_hash = $3`,
    [identity.providerId, identity.address, identity.requestHash],
  )
  return license
}

/** A license that is not superseded, revoked, expired or erased by a transition. Its `expiry` can be in the past. */
export interface OpenLicense {
  readonly id: string
  readonly expiry: number | null
}

/** Returns the open licenses of a device for a `ptr`, newest first. */
export async function listOpenLicenses(
  sql: Sql,
  device: { readonly providerId: string; readonly address: string; readonly ptr: string },
): Promise<OpenLicense[]> {
  return sql.query<OpenLicense>(
    `SELECT l.id, l.expiry FROM licet.licenses l
     WHERE l.provider_id = $1 AND l.address = $2 AND l.ptr = $3 AND ${IS_OPEN} ORDER BY l.position DESC`,
    [device.providerId, device.address, device.ptr],
  )
}

/** Whether a device has an active license, and whether an active license covers the requested use. */
export interface Coverage {
  readonly active: boolean
  readonly covered: boolean
}

/**
 * Reads the result of License Verify. Stops at the first license that covers the use, and reads only the uses of each license.
 */
export async function findCoverage(
  sql: Sql,
  device: { readonly providerId: string; readonly address: string; readonly now: number },
  requested: { readonly usecase: string; readonly destination: string } | undefined,
): Promise<Coverage> {
  const active = `FROM licet.licenses l WHERE l.provider_id = $1 AND l.address = $2
    AND (l.expiry IS NULL OR date_trunc('milliseconds', l.expiry) > $3) AND ${IS_OPEN}`
  const parameters = [device.providerId, device.address, toTimestamp(device.now)]
  if (requested === undefined) {
    const [found] = await sql.query<{ active: boolean }>(`SELECT EXISTS (SELECT 1 ${active}) AS active`, parameters)
    return { active: found?.active === true, covered: found?.active === true }
  }
  // OFFSET 0 makes PostgreSQL read the uses of active licenses only, one by one.
  const [found] = await sql.query<Coverage>(
    `SELECT EXISTS (SELECT 1 ${active}) AS active, EXISTS (
       SELECT 1 FROM (SELECT l.uses, l.request ${active} ORDER BY l.position DESC OFFSET 0) AS o
       WHERE coalesce(o.uses, (convert_from(o.request, 'UTF8')::json -> 'uses')::jsonb) @> ANY ($4::text[]::jsonb[])) AS covered`,
    [...parameters, toPatterns(requested)],
  )
  return found ?? { active: false, covered: false }
}

/** Returns the uses that cover a requested use, by name or by the wildcard, as JSON patterns for `@>`. */
function toPatterns({ usecase, destination }: { readonly usecase: string; readonly destination: string }): string[] {
  return [usecase, WILDCARD].flatMap((use) =>
    [destination, WILDCARD].map((where) => JSON.stringify([{ usecases: [use], destinations: [where] }])),
  )
}

/** Stores a license, its terms if they are new, and its first transition, in one statement. */
export async function insertLicense(sql: Sql, license: NewLicense): Promise<void> {
  await sql.query(
    `WITH text AS (
       INSERT INTO licet.terms (hash, text) VALUES ($6, $7) ON CONFLICT (hash) DO NOTHING
     ), license AS (
       INSERT INTO licet.licenses
         (id, provider_id, address, ptr, request_hash, terms_hash, suite, request, signature, expiry, supersedes, created, receipt, uses)
       VALUES ($1, $2, $3, $4, $5, $6, $8, $9, $10, $11, $12, $13, $14, $16::text::jsonb)
     )
     INSERT INTO licet.license_transitions (license_id, step, status, at) VALUES ($1, 1, $15, $13)`,
    [
      license.id,
      license.providerId,
      license.address,
      license.ptr,
      license.requestHash,
      license.termsHash,
      license.terms,
      license.suite,
      license.request,
      license.signature,
      license.expiry,
      license.supersedes,
      toTimestamp(license.now),
      license.receipt,
      license.status,
      JSON.stringify(license.uses),
    ],
  )
}

/** Appends a transition to a license. */
export async function insertTransition(
  sql: Sql,
  transition: { readonly licenseId: string; readonly status: LicenseStatus; readonly at: number; readonly cause?: string },
): Promise<void> {
  await sql.query(
    `INSERT INTO licet.license_transitions (license_id, step, status, at, cause)
     SELECT $1, max(step) + 1, $2, $3, $4 FROM licet.license_transitions WHERE license_id = $1`,
    [transition.licenseId, transition.status, toTimestamp(transition.at), transition.cause ?? null],
  )
}

/** The owner of licenses: a device, or an organization with all its providers. */
export type LicenseOwner = { readonly providerId: string; readonly address: string } | { readonly orgId: string }

/** A page of licenses. */
export interface LicensePage {
  readonly licenses: readonly StoredLicense[]
  /** Whether older licenses follow. */
  readonly more: boolean
}

// Reads at most one page per provider from an index. Without this limit, the planner scans the licenses of all organizations.
const NEWEST_OF_ORGANIZATION = `SELECT n.* FROM licet.providers p CROSS JOIN LATERAL (
    SELECT l.provider_id, l.position FROM licet.licenses l
    WHERE l.provider_id = p.id AND l.position < $1 ORDER BY l.position DESC LIMIT $2 + 1
  ) n WHERE p.org_id = $4 ORDER BY n.position DESC LIMIT $2 + 1`

const NEWEST_OF_DEVICE = `SELECT l.provider_id, l.position FROM licet.licenses l
  WHERE l.provider_id = $4 AND l.address = $5 AND l.position < $1 ORDER BY l.position DESC LIMIT $2 + 1`

/**
 * Returns a page of licenses below a position, newest first: as many as fit in `bytes`, and at least one.
 *
 * The database sums the bytes of requests and terms before it reads them. A JSON record is always larger than these.
 */
export async function listLicenses(
  sql: Sql,
  owner: LicenseOwner,
  page: { readonly before: number; readonly limit: number; readonly bytes: number },
): Promise<LicensePage> {
  const [newest, ...parameters] =
    'orgId' in owner
      ? ([NEWEST_OF_ORGANIZATION, owner.orgId] as const)
      : ([NEWEST_OF_DEVICE, owner.providerId, owner.address] as const)
  const rows = await sql.query<StoredLicense & { readonly found: number }>(
    `WITH candidates AS (
       SELECT l.id, l.position, octet_length(l.request) + octet_length(t.text) AS bytes
       FROM (${newest}) n JOIN licet.licenses l ON l.provider_id = n.provider_id AND l.position = n.position
       JOIN licet.terms t ON t.hash = l.terms_hash
     ), sized AS (
       SELECT id, count(*) OVER () AS found, row_number() OVER newest AS nth, sum(bytes) OVER newest AS upto
       FROM candidates WINDOW newest AS (ORDER BY position DESC)
     )
     SELECT ${COLUMNS}, c.found
     FROM sized c JOIN licet.licenses l ON l.id = c.id JOIN licet.terms t ON t.hash = l.terms_hash
     WHERE c.nth = 1 OR (c.nth <= $2 AND c.upto <= $3) ORDER BY l.position DESC`,
    [page.before, page.limit, page.bytes, ...parameters],
  )
  return { licenses: rows, more: (rows[0]?.found ?? 0) > rows.length }
}

/** Returns a license, if it belongs to the owner. */
export async function findLicense(sql: Sql, owner: LicenseOwner, id: string): Promise<StoredLicense | undefined> {
  const [license] =
    'orgId' in owner
      ? await sql.query<StoredLicense>(
          `${LICENSE} WHERE l.id = $1 AND l.provider_id IN (SELECT id FROM licet.providers WHERE org_id = $2)`,
          [id, owner.orgId],
        )
      : await sql.query<StoredLicense>(`${LICENSE} WHERE l.id = $1 AND l.provider_id = $2 AND l.address = $3`, [
          id,
          owner.providerId,
          owner.address,
        ])
  return license
}
