import { continueErasure, type ErasureEnvironment, eraseLicenses } from '../devices/erase-devices.ts'
import { ERASED_AT_ONCE, findErasableLicenses } from '../storage/erased-licenses.ts'
import { beginErasure, type ErasedDevice } from '../storage/erasures.ts'
import type { Sql } from '../storage/storage.ts'

/**
 * Selects every erasure of a database: devices, and licenses with the hash that recognizes them when a device sends them again. Also the
 * licenses of a device whose erasure has begun.
 */
export const ERASURES = `SELECT provider_id, registration, NULL::uuid AS license_id, erased, NULL::bytea AS signature_hash
    FROM licet.erased_devices
  UNION ALL
  SELECT provider_id, registration, license_id, erased, signature_hash FROM licet.erased_licenses
  UNION ALL
  SELECT l.provider_id, l.registration, l.id, now(), sha256(convert_to(l.signature, 'UTF8'))
    FROM licet.erasures e JOIN licet.licenses l ON l.provider_id = e.provider_id AND l.registration = e.registration
    WHERE l.address IS NOT NULL`

/** The columns of {@link ERASURES}. */
export const ERASURE_COLUMNS = ['provider_id', 'registration', 'license_id', 'erased', 'signature_hash'] as const

/** How much {@link repeatErasures} erased. */
export interface RepeatedErasures {
  readonly devices: number
  readonly licenses: number
}

/** Creates the table of the erasures to repeat, which the end of the transaction drops. */
export async function createJournal(sql: Sql): Promise<void> {
  await sql.query(
    `CREATE TEMPORARY TABLE erasures_to_repeat (provider_id uuid, registration uuid, license_id uuid, erased timestamptz, signature_hash bytea)
     ON COMMIT DROP`,
  )
}

/** Adds the erasures of this database to those to repeat. */
export async function addPresentErasures(sql: Sql): Promise<void> {
  await sql.query(`INSERT INTO pg_temp.erasures_to_repeat ${ERASURES}`)
}

/** Adds erasures, which are rows of a journal as JSON, to those to repeat. */
export async function addErasures(sql: Sql, rows: readonly string[]): Promise<void> {
  await sql.query(
    'INSERT INTO pg_temp.erasures_to_repeat SELECT * FROM json_populate_recordset(NULL::pg_temp.erasures_to_repeat, $1::json)',
    [`[${rows.join()}]`],
  )
}

/** Repeats the erasures in a restored database, and those that the backup had begun. */
export async function repeatErasures(environment: ErasureEnvironment): Promise<RepeatedErasures> {
  const { storage } = environment
  const devices = await repeatDevices(environment)
  // A license that the backup does not have is recognized when its device sends it again.
  await storage.query(
    `INSERT INTO licet.erased_licenses (provider_id, registration, license_id, erased, signature_hash)
     SELECT provider_id, registration, license_id, erased, signature_hash FROM pg_temp.erasures_to_repeat WHERE license_id IS NOT NULL
     ON CONFLICT DO NOTHING`,
  )
  // What is left to repeat are the licenses of devices that stay registered.
  await storage.query(
    `DELETE FROM pg_temp.erasures_to_repeat j WHERE license_id IS NULL OR NOT EXISTS (
       SELECT FROM licet.licenses l
       WHERE l.provider_id = j.provider_id AND l.registration = j.registration AND l.id = j.license_id AND l.address IS NOT NULL)`,
  )
  for (let licenses = 0; ; ) {
    const rows = await storage.query<{ id: string }>(
      `DELETE FROM pg_temp.erasures_to_repeat
       WHERE ctid = ANY (ARRAY(SELECT ctid FROM pg_temp.erasures_to_repeat LIMIT ${ERASED_AT_ONCE})) RETURNING license_id AS id`,
    )
    if (rows.length === 0) return { devices, licenses }
    const found = await findErasableLicenses(
      storage,
      rows.map(({ id }) => id),
    )
    await eraseLicenses(environment, found)
    licenses += found.length
  }
}

async function repeatDevices(environment: ErasureEnvironment): Promise<number> {
  const { storage } = environment
  // The next journal of this database has them too.
  await storage.query(
    `INSERT INTO licet.erased_devices SELECT provider_id, registration, erased FROM pg_temp.erasures_to_repeat
     WHERE license_id IS NULL ON CONFLICT DO NOTHING`,
  )
  const registered = await storage.query<Omit<ErasedDevice, 'registration'>>(
    `SELECT a.provider_id AS "providerId", a.address FROM licet.addresses a
     JOIN licet.erased_devices e ON e.provider_id = a.provider_id AND e.registration = a.registration`,
  )
  for (const device of registered) await beginErasure(storage, device)
  for (let count = 0; ; count++) {
    const [device] = await storage.query<ErasedDevice>(
      'SELECT provider_id AS "providerId", address, registration FROM licet.erasures LIMIT 1',
    )
    if (device === undefined) return count
    while (!(await continueErasure(environment, device)));
  }
}
