import { ADDRESS_PAGE } from '../../core/page-sizes.ts'
import type { AddressFilter } from './addresses.ts'
import type { Sql } from './storage.ts'

/** A device that is being erased. */
export interface ErasedDevice {
  readonly providerId: string
  readonly address: string
  /** The registration that the erasure deleted. */
  readonly registration: string
}

/**
 * Deletes the registration and key of a device, so that it stores no license and permits nothing from now on, and records that its licenses
 * must be erased.
 */
export async function beginErasure(sql: Sql, device: Omit<ErasedDevice, 'registration'>): Promise<void> {
  await sql.query('SELECT licet.begin_erasure($1, $2)', [device.providerId, device.address])
}

/** Returns devices whose erasure is in progress or was interrupted, at most one page. */
export async function listErasures(sql: Sql, filter: AddressFilter): Promise<ErasedDevice[]> {
  return sql.query<ErasedDevice>(
    `SELECT provider_id AS "providerId", address, registration FROM licet.erasures
     WHERE provider_id = $1 AND ($2::text IS NULL OR address = $2) AND ($3::text IS NULL OR ptr = $3) LIMIT ${ADDRESS_PAGE.max}`,
    [filter.providerId, filter.address, filter.ptr],
  )
}

/**
 * Records that the erasure of a device is complete, and writes the event. The device can register again. Returns `false` when another process
 * did it. Call it in a transaction.
 */
export async function endErasure(sql: Sql, { providerId, address, registration }: ErasedDevice): Promise<boolean> {
  const rows = await sql.query('DELETE FROM licet.erasures WHERE provider_id = $1 AND address = $2 RETURNING 1', [
    providerId,
    address,
  ])
  if (rows.length === 0) return false
  await sql.query(
    `SELECT licet.write_webhook_event($1::uuid, $2::uuid, 'device.erased', statement_timestamp(),
       json_build_object('providerId', $1::uuid, 'deviceId', $2::uuid))`,
    [providerId, registration],
  )
  return true
}
