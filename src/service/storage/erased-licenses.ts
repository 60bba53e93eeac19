import { toTimestamp } from '../../core/timestamp.ts'
import type { Sql } from './storage.ts'

/** What erasing a license needs of it. */
export interface ErasableLicense {
  readonly id: string
  readonly address: string
  readonly requestHash: string
  readonly termsHash: string
  readonly request: Uint8Array
}

/** Which licenses are erased; `null` matches everything, so callers name an address or a pointer. */
export interface ErasureFilter {
  readonly providerId: string
  readonly address: string | null
  readonly ptr: string | null
  /** The newest position that is looked at: what arrives during the erasure is none of it. */
  readonly upTo: number
}

/** Licenses that are erased at once: few, for each may be as large as a request. */
export const ERASED_AT_ONCE = 20

/** Some licenses that are still to be erased, by id and without their terms; none when the erasure is complete. */
export async function listErasableLicenses(sql: Sql, filter: ErasureFilter): Promise<ErasableLicense[]> {
  const licenses = await sql.query<ErasableLicense>(
    `SELECT id, address, request_hash AS "requestHash", terms_hash AS "termsHash", request FROM licet.licenses
     WHERE provider_id = $1 AND address IS NOT NULL AND ($2::text IS NULL OR address = $2) AND ($3::text IS NULL OR ptr = $3)
       AND position <= $4 LIMIT ${ERASED_AT_ONCE}`,
    [filter.providerId, filter.address, filter.ptr, filter.upTo],
  )
  // Not in the statement: with ORDER BY id and LIMIT it would look for them along the primary key.
  return licenses.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** The position of the newest license of a provider. */
export async function findNewestPosition(sql: Sql, providerId: string): Promise<number> {
  const [row] = await sql.query<{ newest: number }>(
    'SELECT coalesce(max(position), 0) AS newest FROM licet.licenses WHERE provider_id = $1',
    [providerId],
  )
  return row?.newest ?? 0
}

/** Strips a license of what points to a person: the one change in place. Nothing happens to one that is stripped already. */
export async function eraseLicense(
  sql: Sql,
  license: { readonly id: string; readonly request: Uint8Array; readonly receipt: string; readonly now: number },
): Promise<void> {
  await sql.query(
    `WITH erased AS (
       UPDATE licet.licenses SET address = NULL, ptr = NULL, signature = '', request = $2, receipt = $3
       WHERE id = $1 AND address IS NOT NULL RETURNING id
     )
     INSERT INTO licet.license_transitions (license_id, step, status, at)
     SELECT id, (SELECT max(s.step) + 1 FROM licet.license_transitions s WHERE s.license_id = $1), 'erased', $4 FROM erased`,
    [license.id, license.request, license.receipt, toTimestamp(license.now)],
  )
}
