import type { LicenseStatus, LicenseUse } from '../../core/license.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import { WILDCARD } from '../../core/vocabulary.ts'
import type { Sql } from './storage.ts'

/** A license as stored, with the state of its last transition. Times are milliseconds since the epoch. */
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

/** A license that is about to be stored. */
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

/** The license of a device with an identity (wire decisions, section 4). */
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

/** A license that nothing has ended yet; its `expiry` may have come. */
export interface OpenLicense {
  readonly id: string
  readonly expiry: number | null
}

/** Open licenses of a device for a pointer, the newest first. */
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

/** Whether a device has an active license, and whether one of them covers what was asked. */
export interface Coverage {
  readonly active: boolean
  readonly covered: boolean
}

/** What License Verify answers from. Stops at the first license that tells, and reads of each no more than its uses. */
export async function findCoverage(
  sql: Sql,
  device: { readonly providerId: string; readonly address: string; readonly now: number },
  asked: { readonly usecase: string; readonly destination: string } | undefined,
): Promise<Coverage> {
  const active = `FROM licet.licenses l WHERE l.provider_id = $1 AND l.address = $2
    AND (l.expiry IS NULL OR date_trunc('milliseconds', l.expiry) > $3) AND ${IS_OPEN}`
  const parameters = [device.providerId, device.address, toTimestamp(device.now)]
  if (asked === undefined) {
    const [found] = await sql.query<{ active: boolean }>(`SELECT EXISTS (SELECT 1 ${active}) AS active`, parameters)
    return { active: found?.active === true, covered: found?.active === true }
  }
  // OFFSET 0 has the uses looked at only of what is active, one by one.
  const [found] = await sql.query<Coverage>(
    `SELECT EXISTS (SELECT 1 ${active}) AS active, EXISTS (
       SELECT 1 FROM (SELECT l.uses, l.request ${active} ORDER BY l.position DESC OFFSET 0) AS o
       WHERE coalesce(o.uses, (convert_from(o.request, 'UTF8')::json -> 'uses')::jsonb) @> ANY ($4::text[]::jsonb[])) AS covered`,
    [...parameters, toPatterns(asked)],
  )
  return found ?? { active: false, covered: false }
}

/** The uses that cover what was asked, by name or by the wildcard, as JSON that the stored ones may contain. */
function toPatterns({ usecase, destination }: { readonly usecase: string; readonly destination: string }): string[] {
  return [usecase, WILDCARD].flatMap((use) =>
    [destination, WILDCARD].map((where) => JSON.stringify([{ usecases: [use], destinations: [where] }])),
  )
}

/** Stores a license, its terms when they are new, and its first transition, in one statement. */
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

/** Whose licenses are listed: a device's own, or those of an organization's providers. */
export type LicenseOwner = { readonly providerId: string; readonly address: string } | { readonly orgId: string }

/** A part of a list of licenses. */
export interface LicensePage {
  readonly licenses: readonly StoredLicense[]
  /** Whether older ones follow. */
  readonly more: boolean
}

// What a page may hold, read off an index: of each provider so many and no more, for the planner would look for those of a small
// organization among everybody's.
const NEWEST_OF_ORGANIZATION = `SELECT n.* FROM licet.providers p CROSS JOIN LATERAL (
    SELECT l.provider_id, l.position FROM licet.licenses l
    WHERE l.provider_id = p.id AND l.position < $1 ORDER BY l.position DESC LIMIT $2 + 1
  ) n WHERE p.org_id = $4 ORDER BY n.position DESC LIMIT $2 + 1`

const NEWEST_OF_DEVICE = `SELECT l.provider_id, l.position FROM licet.licenses l
  WHERE l.provider_id = $4 AND l.address = $5 AND l.position < $1 ORDER BY l.position DESC LIMIT $2 + 1`

/**
 * A page of licenses, the newest first, from below a position: as many as `bytes` have room for, and one at least.
 *
 * The database counts the bytes of requests and terms before it reads them; a record on the wire has more than these, never fewer.
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

/** One license, when it belongs to the owner. */
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
