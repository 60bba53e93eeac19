import { toTimestamp } from '../../core/timestamp.ts'
import { lockDevices } from './addresses.ts'
import { TERMS_HASH } from './licenses.ts'
import { BY_POSITION } from './list-licenses.ts'
import type { Sql } from './storage.ts'

/** The licenses of a provider that get a reminder: those in force with one of these texts, or with none of them. */
export interface ReminderGroup {
  readonly providerId: string
  readonly termsHashes: readonly string[]
  /** Whether the group has every other text. */
  readonly isWithout: boolean
}

/** Reminders of a group. Times are milliseconds since the epoch. */
export interface StoredReminder extends ReminderGroup {
  readonly id: string
  readonly started: number
  readonly licenses: number
}

/** How many licenses one step examines. Their devices are locked for a few milliseconds. */
const EXAMINED = 200

const COLUMNS = `id, provider_id AS "providerId", to_json(terms_hashes) AS "termsHashes", is_without AS "isWithout", started, licenses`

/** Returns the reminders of an organization, or of every organization, newest first. */
export async function listReminders(
  sql: Sql,
  { orgId, providerId = null }: { readonly orgId: string | null; readonly providerId?: string | null | undefined },
): Promise<StoredReminder[]> {
  return sql.query<StoredReminder>(
    `SELECT ${COLUMNS} FROM licet.reminders
     WHERE ($1::uuid IS NULL OR provider_id IN (SELECT id FROM licet.providers WHERE org_id = $1))
       AND ($2::uuid IS NULL OR provider_id = $2) ORDER BY started DESC, id DESC`,
    [orgId, providerId],
  )
}

/** Returns reminders of a provider. */
export async function findReminder(sql: Sql, id: string, providerId: string): Promise<StoredReminder | undefined> {
  const [found] = await sql.query<StoredReminder>(`SELECT ${COLUMNS} FROM licet.reminders WHERE id = $1 AND provider_id = $2`, [
    id,
    providerId,
  ])
  return found
}

/** Stores reminders before the first of them is written. */
export async function insertReminder(
  sql: Sql,
  { id, ...group }: ReminderGroup & { readonly id: string },
  now: number,
): Promise<void> {
  await sql.query('INSERT INTO licet.reminders (id, provider_id, terms_hashes, is_without, started) VALUES ($1, $2, $3, $4, $5)', [
    id,
    group.providerId,
    group.termsHashes,
    group.isWithout,
    toTimestamp(now),
  ])
}

/**
 * Writes an event for some licenses of a group below a position, newest first, and returns how many and the last license that was examined,
 * if older ones follow. Call it in a transaction.
 */
export async function writeReminders(
  sql: Sql,
  { id, providerId, termsHashes, isWithout }: ReminderGroup & { readonly id: string },
  { before, now }: { readonly before: number; readonly now: number },
): Promise<{ readonly written: number; readonly next: string | null }> {
  const examined = await sql.query<{ id: string; registration: string; address: string | null; isSelected: boolean }>(
    `SELECT l.id, l.registration, l.address, ${TERMS_HASH} ${isWithout ? '<> ALL' : '= ANY'} ($3::text[]) AS "isSelected"
     FROM licet.licenses l WHERE l.provider_id = $1 AND l.${BY_POSITION} AND l.position < $2
     ORDER BY l.position DESC LIMIT ${EXAMINED}`,
    [providerId, before, termsHashes],
  )
  const selected = examined.filter((license) => license.isSelected && license.address !== null)
  // Puts the events of a device in order: a license that its device ends meanwhile gets no reminder afterwards.
  await lockDevices(
    sql,
    providerId,
    selected.map(({ registration }) => registration),
  )
  const open = await sql.query<{ registration: string; data: string }>(
    `SELECT l.registration, json_build_object(
         'licenseId', l.id, 'providerId', l.provider_id, 'deviceId', l.registration, 'reason', 'terms',
         'created', licet.to_wire_time(l.created), 'expiry', licet.to_wire_time(l.expiry))::text AS data
     FROM licet.licenses l JOIN licet.open_licenses o
       ON o.provider_id = l.provider_id AND o.registration = l.registration AND o.license_id = l.id
     WHERE l.provider_id = $1 AND l.id = ANY ($2::uuid[])
       AND (l.expiry IS NULL OR date_trunc('milliseconds', l.expiry) > $3::timestamptz)`,
    [providerId, selected.map((license) => license.id), toTimestamp(now)],
  )
  // Apart from the licenses: a cluster would call the function on their server, which has no endpoints.
  await sql.query(
    `SELECT licet.write_webhook_event($1::uuid, e.registration, 'license.reminder', $2::timestamptz, e.data::json)
     FROM unnest($3::uuid[], $4::text[]) AS e (registration, data)`,
    [providerId, toTimestamp(now), open.map(({ registration }) => registration), open.map(({ data }) => data)],
  )
  await sql.query('UPDATE licet.reminders SET licenses = licenses + $2 WHERE id = $1', [id, open.length])
  return { written: open.length, next: examined.length === EXAMINED ? (examined.at(-1)?.id ?? null) : null }
}
