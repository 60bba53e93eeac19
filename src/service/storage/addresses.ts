import { ADDRESS_PAGE } from '../../core/page-sizes.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import type { Sql } from './storage.ts'

/** A registered device address. `created` is milliseconds since the epoch. */
export interface StoredAddress {
  readonly address: string
  readonly ptr: string
  readonly spki: Uint8Array<ArrayBuffer>
  readonly created: number
  /** Id of the registration. It changes when the same device registers again. */
  readonly registration: string
  /** Whether the company's backend vouched for `ptr`. */
  readonly vouched: boolean
}

/**
 * Stores an address of a provider once. Returns the stored row, which has another `ptr` when the address was registered before.
 *
 * A stored address is vouched for from the first registration on that is vouched for.
 *
 * Returns `undefined` when the provider does not exist or requires an identity, or while the device is being erased.
 */
export async function insertAddress(
  sql: Sql,
  row: {
    readonly providerId: string
    readonly address: string
    readonly ptr: string
    readonly spki: Uint8Array
    readonly vouched: boolean
    readonly now: number
  },
): Promise<StoredAddress | undefined> {
  const [stored] = await sql.query<StoredAddress>(
    `SELECT $2 AS address, r.v_ptr AS ptr, r.v_spki AS spki, r.v_created AS created, r.v_registration AS registration, r.v_vouched AS vouched
     FROM licet.register_device($1, $2, $3, $4, $5, $6) AS r WHERE r.v_registration IS NOT NULL`,
    [row.providerId, row.address, row.ptr, row.spki, toTimestamp(row.now), row.vouched],
  )
  return stored
}

/** Returns an address of a provider that is not deleted. */
export async function findAddress(sql: Sql, providerId: string, address: string): Promise<StoredAddress | undefined> {
  const [stored] = await sql.query<StoredAddress>(
    `SELECT a.address, a.ptr, a.spki, a.created, a.registration, a.vouched
     FROM licet.addresses a JOIN licet.providers p ON p.id = a.provider_id
     WHERE a.provider_id = $1 AND a.address = $2 AND p.deleted IS NULL`,
    [providerId, address],
  )
  return stored
}

/** Selects addresses of a provider. `null` matches everything. At least one is set. */
export interface AddressFilter {
  readonly providerId: string
  readonly address: string | null
  /** The app's own user id. */
  readonly ptr: string | null
}

/** The last address of a page. */
export type AddressPosition = Pick<StoredAddress, 'created' | 'address'>

/** Returns at most `limit` addresses of a provider, newest first. `after` is the last address of the previous page. */
export async function listAddresses(
  sql: Sql,
  filter: AddressFilter,
  { after, limit = ADDRESS_PAGE.max }: { readonly after?: AddressPosition | undefined; readonly limit?: number } = {},
): Promise<StoredAddress[]> {
  const { providerId, address, ptr } = filter
  // One statement for each filter, so that none has an index to choose. The index of pointers has the same condition of `created`.
  const selected = address === null ? "ptr = $2 AND created > '-infinity'" : `address = $2${ptr === null ? '' : ' AND ptr = $6'}`
  return sql.query<StoredAddress>(
    `SELECT address, ptr, spki, created, registration, vouched FROM licet.addresses
     WHERE provider_id = $1 AND ${selected} AND (created, address) < ($3, $4)
     ORDER BY created DESC, address DESC LIMIT $5`,
    [
      providerId,
      address ?? ptr,
      after === undefined ? 'infinity' : toTimestamp(after.created),
      after?.address ?? '',
      limit,
      ...(address !== null && ptr !== null ? [ptr] : []),
    ],
  )
}

/** Locks devices of a provider until the end of the transaction, which puts their requests in order. Returns those that are registered. */
export async function lockDevices(sql: Sql, providerId: string, registrations: readonly string[]): Promise<string[]> {
  const locked = await sql.query<{ registration: string }>(
    'SELECT registration FROM licet.lock_devices($1, $2) AS d (registration)',
    [providerId, registrations],
  )
  return locked.map(({ registration }) => registration)
}
