import type { Sql } from './storage.ts'

/** What a client's credentials are checked against. */
export interface ClientKey {
  /** `false`: there is no such client, and `key` is `dummyKey`. */
  readonly known: boolean
  readonly key: Uint8Array<ArrayBuffer>
}

/** What a device's credentials are checked against; `registration` is `null` for one that is not known. */
export interface DeviceClientKey extends ClientKey {
  readonly registration: string | null
}

// One row of one form whether or not there is such a client: reading a row takes time, which would tell of it.

/** The public key of a provider that was not deleted, or `dummyKey`. */
export async function findProviderKey(sql: Sql, providerId: string, dummyKey: Uint8Array): Promise<ClientKey | undefined> {
  const [row] = await sql.query<ClientKey>(
    `SELECT p.id IS NOT NULL AS known, coalesce(p.pub_key, $2::bytea) AS key
     FROM (VALUES (1)) AS one LEFT JOIN licet.providers p ON p.id = $1 AND p.deleted IS NULL`,
    [providerId, dummyKey],
  )
  return row
}

/** The public key of a device of a provider that was not deleted, or `dummyKey`. */
export async function findDeviceKey(
  sql: Sql,
  device: { readonly providerId: string; readonly address: string },
  dummyKey: Uint8Array,
): Promise<DeviceClientKey | undefined> {
  const [row] = await sql.query<DeviceClientKey>(
    `SELECT a.address IS NOT NULL AND p.id IS NOT NULL AS known, coalesce(a.spki, $3::bytea) AS key, a.registration
     FROM (VALUES (1)) AS one
     LEFT JOIN licet.addresses a ON a.provider_id = $1 AND a.address = $2
     LEFT JOIN licet.providers p ON p.id = $1 AND p.deleted IS NULL`,
    [device.providerId, device.address, dummyKey],
  )
  return row
}
