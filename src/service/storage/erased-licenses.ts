import { toTimestamp } from '../../core/timestamp.ts'
import { BY_POSITION } from './list-licenses.ts'
import type { Sql } from './storage.ts'

/** The columns of a license that its erasure needs. */
export interface ErasableLicense {
  readonly id: string
  readonly providerId: string
  readonly registration: string
  readonly address: string
  readonly requestHash: string
  readonly termsHash: string
  readonly supersedes: string | null
  readonly vouched: boolean
  readonly request: Uint8Array
  readonly receipt: string
}

/** Licenses to erase: of a device, or with a `ptr`, on one device or on all. */
export type ErasureFilter = { readonly providerId: string } & (
  | { readonly registration: string }
  | {
      readonly ptr: string
      readonly address: string | null
      /** The newest position to erase. Licenses that arrive during the erasure are not erased. */
      readonly upTo: number
    }
)

/** Licenses per step of an erasure. Few, because each can be as large as a request. */
export const ERASED_AT_ONCE = 20

const COLUMNS = `id, provider_id AS "providerId", registration, address, request_hash AS "requestHash", terms_hash AS "termsHash", supersedes,
  vouched, request, receipt`

/** Returns some licenses that are not erased yet, sorted by id, without their terms. Empty when the erasure is complete. */
export async function listErasableLicenses(sql: Sql, filter: ErasureFilter): Promise<ErasableLicense[]> {
  const [condition, ...values] =
    'registration' in filter
      ? (['registration = $2', filter.registration] as const)
      : (['ptr = $2 AND ($3::text IS NULL OR address = $3) AND position <= $4', filter.ptr, filter.address, filter.upTo] as const)
  const licenses = await sql.query<ErasableLicense>(
    `SELECT ${COLUMNS} FROM licet.licenses WHERE provider_id = $1 AND address <> '' AND ${condition} LIMIT ${ERASED_AT_ONCE}`,
    [filter.providerId, ...values],
  )
  // Sorted here: with ORDER BY id and LIMIT, PostgreSQL would scan the primary key.
  return licenses.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Returns the licenses of a list that are not erased yet, sorted by id, without their terms. */
export async function findErasableLicenses(sql: Sql, ids: readonly string[]): Promise<ErasableLicense[]> {
  return sql.query<ErasableLicense>(
    `SELECT ${COLUMNS} FROM licet.licenses WHERE id = ANY ($1::uuid[]) AND address IS NOT NULL ORDER BY id`,
    [ids],
  )
}

/** Returns whether a license was erased whose signature has this SHA-256. */
export async function wasErased(sql: Sql, providerId: string, signatureHash: Uint8Array): Promise<boolean> {
  const rows = await sql.query('SELECT 1 FROM licet.erased_licenses WHERE provider_id = $1 AND signature_hash = $2', [
    providerId,
    signatureHash,
  ])
  return rows.length > 0
}

/** Returns the position of the newest license of a provider, or 0. */
export async function findNewestPosition(sql: Sql, providerId: string): Promise<number> {
  const [row] = await sql.query<{ newest: number }>(
    `SELECT coalesce(max(position), 0) AS newest FROM licet.licenses WHERE provider_id = $1 AND ${BY_POSITION}`,
    [providerId],
  )
  return row?.newest ?? 0
}

/** What stays of an erased license. */
export interface ErasedLicense extends Pick<ErasableLicense, 'id' | 'providerId' | 'registration'> {
  readonly request: Uint8Array
  readonly termsAt: number
  /** `undefined` when the request could be guessed from its hash. */
  readonly requestHash: string | undefined
  readonly receipt: string
  readonly now: number
}

/** Removes personal data from a license, unless it is already erased. Only erasure changes a stored license. */
export async function eraseLicense(sql: Sql, license: ErasedLicense): Promise<void> {
  await sql.query('SELECT licet.erase_license($1, $2, $3, $4, $5, $6, $7, $8)', [
    license.providerId,
    license.registration,
    license.id,
    license.request,
    license.termsAt,
    license.requestHash ?? null,
    license.receipt,
    toTimestamp(license.now),
  ])
}

/**
 * Deletes a text of terms, if all of its licenses are erased.
 *
 * The first statement makes erasures wait for each other, so that the last one sees that no license is left. It does not wait for
 * devices that store a license with this text: if one does meanwhile, the foreign key refuses the deletion, and the transaction is
 * tried again.
 */
export async function deleteUnusedTerms(sql: Sql, hash: string): Promise<void> {
  await sql.query('SELECT 1 FROM licet.terms WHERE hash = $1 FOR NO KEY UPDATE', [hash])
  await sql.query('DELETE FROM licet.terms WHERE hash = $1 AND NOT EXISTS (SELECT 1 FROM licet.licenses WHERE terms_hash = $1)', [
    hash,
  ])
}
