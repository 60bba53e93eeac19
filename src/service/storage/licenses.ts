import type { LicenseStatus } from '../../core/license.ts'
import { toTimestamp } from '../../core/timestamp.ts'
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
  readonly signature: string
  readonly expiry: string | null
  readonly supersedes: string | null
  readonly now: number
  readonly receipt: string
  readonly status: LicenseStatus
}

const LICENSE = `
  SELECT l.id, l.position, l.provider_id AS "providerId", l.address, l.request_hash AS "requestHash", l.terms_hash AS "termsHash",
    t.text AS terms, l.request, l.signature, l.supersedes, l.created, l.receipt,
    (SELECT s.status FROM licet.license_transitions s WHERE s.license_id = l.id ORDER BY s.step DESC LIMIT 1) AS status
  FROM licet.licenses l JOIN licet.terms t ON t.hash = l.terms_hash`

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
  readonly request: Uint8Array
}

/** Open licenses of a device and, when asked, of one pointer, the newest first. */
export async function listOpenLicenses(
  sql: Sql,
  device: { readonly providerId: string; readonly address: string; readonly ptr?: string },
): Promise<OpenLicense[]> {
  return sql.query<OpenLicense>(
    `SELECT l.id, l.expiry, l.request FROM licet.licenses l
     WHERE l.provider_id = $1 AND l.address = $2 AND ($3::text IS NULL OR l.ptr = $3)
       AND NOT EXISTS (SELECT 1 FROM licet.license_transitions s WHERE s.license_id = l.id AND s.status <> 'active')
     ORDER BY l.position DESC`,
    [device.providerId, device.address, device.ptr ?? null],
  )
}

/** Stores a license, its terms when they are new, and its first transition, in one statement. */
export async function insertLicense(sql: Sql, license: NewLicense): Promise<void> {
  await sql.query(
    `WITH text AS (
       INSERT INTO licet.terms (hash, text) VALUES ($6, $7) ON CONFLICT (hash) DO NOTHING
     ), license AS (
       INSERT INTO licet.licenses
         (id, provider_id, address, ptr, request_hash, terms_hash, suite, request, signature, expiry, supersedes, created, receipt)
       VALUES ($1, $2, $3, $4, $5, $6, $8, $9, $10, $11, $12, $13, $14)
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

/** Whose licenses are listed: a device's own, or those of an organisation's providers. */
export type LicenseOwner = { readonly providerId: string; readonly address: string } | { readonly orgId: string }

/** A page of licenses, the newest first, from below a position. */
export async function listLicenses(
  sql: Sql,
  owner: LicenseOwner,
  page: { readonly before: number; readonly limit: number },
): Promise<StoredLicense[]> {
  const tail = 'AND l.position < $2 ORDER BY l.position DESC LIMIT $3'
  if ('orgId' in owner) {
    return sql.query<StoredLicense>(
      `${LICENSE} WHERE l.provider_id IN (SELECT id FROM licet.providers WHERE org_id = $1) ${tail}`,
      [owner.orgId, page.before, page.limit],
    )
  }
  return sql.query<StoredLicense>(`${LICENSE} WHERE l.provider_id = $1 AND l.address = $4 ${tail}`, [
    owner.providerId,
    page.before,
    page.limit,
    owner.address,
  ])
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

/** Every license of a device, or every one of a pointer, for erasure. */
export async function listDeviceLicenses(
  sql: Sql,
  device: { readonly providerId: string; readonly address: string },
  ptr: string | null = null,
): Promise<StoredLicense[]> {
  return sql.query<StoredLicense>(`${LICENSE} WHERE l.provider_id = $1 AND l.address = $2 AND ($3::text IS NULL OR l.ptr = $3)`, [
    device.providerId,
    device.address,
    ptr,
  ])
}

/** Devices that hold licenses of a pointer, a hundred at most; those of one address when it is not `null`. */
export async function listDevicesOfPointer(
  sql: Sql,
  filter: { readonly providerId: string; readonly ptr: string; readonly address: string | null },
): Promise<string[]> {
  const rows = await sql.query<{ address: string }>(
    `SELECT DISTINCT address FROM licet.licenses
     WHERE provider_id = $1 AND ptr = $2 AND address IS NOT NULL AND ($3::text IS NULL OR address = $3) LIMIT 100`,
    [filter.providerId, filter.ptr, filter.address],
  )
  return rows.map(({ address }) => address)
}

/** Strips a license of what points to a person: the one change in place. */
export async function eraseLicense(
  sql: Sql,
  license: { readonly id: string; readonly request: Uint8Array; readonly receipt: string },
): Promise<void> {
  await sql.query('UPDATE licet.licenses SET address = NULL, ptr = NULL, request = $2, receipt = $3 WHERE id = $1', [
    license.id,
    license.request,
    license.receipt,
  ])
}
