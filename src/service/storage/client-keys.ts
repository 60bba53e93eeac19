import type { Sql } from './storage.ts'

/** The public key that a client's secret is checked with. */
export interface ClientKey {
  /** `false` when the client is unknown. Then `key` is the dummy key. */
  readonly known: boolean
  readonly key: Uint8Array<ArrayBuffer>
}

/** The public key that a device's secret is checked with. `registration` is `null` when the device is unknown. */
export interface DeviceClientKey extends ClientKey {
  /** Whether the provider exists. */
  readonly isProvider: boolean
  readonly registration: string | null
  /** Whether a backend vouched for the person of the device. */
  readonly vouched: boolean
}

// Both statements always return one row, so that the time does not reveal whether the client exists.

/** Returns the public key of a provider that is not deleted, or `dummyKey`. */
export async function findProviderKey(sql: Sql, providerId: string, dummyKey: Uint8Array): Promise<ClientKey | undefined> {
  const [row] = await sql.query<ClientKey>(
    `SELECT p.id IS NOT NULL AS known, coalesce(p.pub_key, $2::bytea) AS key
     FROM (VALUES (1)) AS one LEFT JOIN licet.providers p ON p.id = $1 AND p.deleted IS NULL`,
    [providerId, dummyKey],
  )
  return row
}

/** Returns the public key of a device whose provider is not deleted, or `dummyKey`. */
export async function findDeviceKey(
  sql: Sql,
  device: { readonly providerId: string; readonly address: string },
  dummyKey: Uint8Array,
): Promise<DeviceClientKey | undefined> {
  const [row] = await sql.query<DeviceClientKey>(
    `SELECT a.address IS NOT NULL AND p.id IS NOT NULL AS known, p.id IS NOT NULL AS "isProvider", coalesce(a.spki, $3::bytea) AS key, a.registration,
       coalesce(a.vouched, false) AS vouched
     FROM (VALUES (1)) AS one
     LEFT JOIN licet.addresses a ON a.provider_id = $1 AND a.address = $2
     LEFT JOIN licet.providers p ON p.id = $1 AND p.deleted IS NULL`,
    [device.providerId, device.address, dummyKey],
  )
  return row
}
