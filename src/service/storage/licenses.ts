import type { LicenseRevocation, LicenseStatus, LicenseUse } from '../../core/license.ts'
import { type LicenseFilter, toConditions } from './license-filter.ts'
import type { DeviceId } from './open-licenses.ts'
import type { Sql } from './storage.ts'

/** A stored license, with the status of its last transition. Times are milliseconds since the epoch. */
export interface StoredLicense {
  readonly id: string
  readonly position: number
  readonly providerId: string
  /** The registration of the device that stored it: a random id, which stays after erasure. */
  readonly registration: string
  /** `null` after erasure. */
  readonly address: string | null
  readonly termsHash: string
  /** Empty when erasure deleted the text. */
  readonly terms: string
  readonly request: Uint8Array
  /** The offset of the empty `terms` in `request`. `null` in licenses that a former version stored. */
  readonly termsAt: number | null
  readonly signature: string
  readonly expiry: number | null
  readonly supersedes: string | null
  /** Whether the company's backend vouched for the `ptr` of the license. */
  readonly vouched: boolean
  /** The withdrawal of another device of the same person that ended it. */
  readonly endedBy: string | null
  readonly created: number
  readonly receipt: string
  readonly status: LicenseStatus
  /** How it was revoked without the device. */
  readonly revocation: LicenseRevocation | null
}

/** A license before it is stored. */
export interface NewLicense extends Omit<StoredLicense, 'position' | 'created' | 'revocation' | 'endedBy'> {
  readonly address: string
  readonly ptr: string
  readonly requestHash: string
  readonly suite: string
  /** The bytes that the device signed, if `request` does not give them again. */
  readonly signedBytes: Uint8Array | null
  readonly uses: readonly LicenseUse[]
  /** Whether a withdrawal ends licenses of this device only. */
  readonly deviceOnly: boolean
  readonly now: number
}

const TERMS_HASH = 'coalesce(l.terms_hash, l.erased_terms_hash)'

const TEXT = "coalesce(t.text, '')"

const columnsWith = (terms: string) => `l.id, l.position, l.provider_id AS "providerId", l.registration, l.address,
    ${TERMS_HASH} AS "termsHash", ${terms} AS terms,
    l.request, l.terms_at AS "termsAt", l.signature, l.expiry, l.supersedes, l.vouched, l.created, l.receipt,
    (SELECT s.cause FROM licet.license_transitions s
     WHERE s.provider_id = l.provider_id AND s.registration = l.registration AND s.license_id = l.id
       AND s.cause_registration <> l.registration LIMIT 1) AS "endedBy",
    (SELECT s.status FROM licet.license_transitions s
     WHERE s.provider_id = l.provider_id AND s.registration = l.registration AND s.license_id = l.id
     ORDER BY s.step DESC LIMIT 1) AS status,
    (SELECT json_strip_nulls(json_build_object('requestedBy', r.requested_by, 'channel', r.channel, 'note', r.note, 'timestamp',
       to_char(r.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'receipt', r.receipt))
     FROM licet.revocations r
     WHERE r.provider_id = l.provider_id AND r.registration = l.registration AND r.license_id = l.id) AS revocation`

const TERMS = `LEFT JOIN licet.terms t ON t.hash = ${TERMS_HASH}`

const LICENSE = `SELECT ${columnsWith(TEXT)} FROM licet.licenses l ${TERMS}`

/** A stored license with its evidence. */
export interface ProvenLicense extends StoredLicense, Pick<NewLicense, 'signedBytes'> {}

const PROVEN = `${columnsWith(TEXT)}, (
    SELECT b.bytes FROM licet.signed_bytes b
    WHERE b.provider_id = l.provider_id AND b.registration = l.registration AND b.license_id = l.id) AS "signedBytes"`

const OF_DEVICE = 'l.provider_id = $1 AND l.registration = $2'

// Most licenses of a page have the same text, which is read once.
const TEXT_ONCE = `CASE WHEN row_number() OVER (PARTITION BY ${TERMS_HASH} ORDER BY l.position DESC) = 1 THEN ${TEXT} END`

const OF_ORGANIZATION = 'l.provider_id IN (SELECT id FROM licet.providers WHERE org_id = $1)'

/** Returns the license that a device stored with the same request. */
export async function findLicenseByRequest(
  sql: Sql,
  identity: DeviceId & { readonly requestHash: string },
): Promise<StoredLicense | undefined> {
  const [license] = await sql.query<StoredLicense>(
    `${LICENSE} WHERE ${OF_DEVICE} AND l.address IS NOT NULL AND l.request_hash = $3`,
    [identity.providerId, identity.registration, identity.requestHash],
  )
  return license
}

/** The owner of licenses: a device, or an organization with all its providers. */
export type LicenseOwner = DeviceId | { readonly orgId: string }

/** A page of licenses. */
export interface LicensePage {
  readonly licenses: readonly StoredLicense[]
  /** Whether older licenses follow. */
  readonly more: boolean
}

// Reads at most one page per provider from an index. Without this limit, the planner scans the licenses of all organizations.
const newestOfProviders = (owner: string, conditions: string) => `SELECT n.* FROM licet.providers p CROSS JOIN LATERAL (
    SELECT l.provider_id, l.registration, l.id, l.position FROM licet.licenses l
    WHERE l.provider_id = p.id AND l.position < $1${conditions} ORDER BY l.position DESC LIMIT $2 + 1
  ) n WHERE ${owner} ORDER BY n.position DESC LIMIT $2 + 1`

const newestOfOrganization = (conditions: string) => newestOfProviders('p.org_id = $4', conditions)

const newestOfDatabase = (conditions: string) => newestOfProviders('$4::uuid IS NULL', conditions)

const NEWEST_OF_DEVICE = `SELECT l.provider_id, l.registration, l.id, l.position FROM licet.licenses l
  WHERE l.provider_id = $4 AND l.registration = $5 AND l.address <> '' AND l.position < $1 ORDER BY l.position DESC LIMIT $2 + 1`

/** Every organization of the database, for the operator. */
export type EveryOwner = { readonly orgId: null }

/**
 * Returns a page of licenses below a position, newest first: as many as fit in `bytes`, and at least one. The filter is not for devices.
 *
 * The database sums the bytes of requests and terms before it reads them. A JSON record is always larger than these.
 */
export async function listLicenses(
  sql: Sql,
  owner: LicenseOwner | EveryOwner,
  page: { readonly before: number; readonly limit: number; readonly bytes: number; readonly filter: LicenseFilter },
): Promise<LicensePage> {
  const conditions = toConditions(page.filter, 5)
  const [newest, ...parameters] =
    'orgId' in owner
      ? ([
          owner.orgId === null ? newestOfDatabase(conditions.text) : newestOfOrganization(conditions.text),
          owner.orgId,
          ...conditions.values,
        ] as const)
      : ([NEWEST_OF_DEVICE, owner.providerId, owner.registration] as const)
  const rows = await sql.query<Omit<StoredLicense, 'terms'> & { readonly terms: string | null; readonly found: number }>(
    `WITH candidates AS (
       SELECT n.*, octet_length(l.request) + coalesce(octet_length(t.text), 0) AS bytes
       FROM (${newest}) n
       JOIN licet.licenses l ON l.provider_id = n.provider_id AND l.registration = n.registration AND l.id = n.id ${TERMS}
     ), sized AS (
       SELECT provider_id, registration, id, count(*) OVER () AS found, row_number() OVER newest AS nth, sum(bytes) OVER newest AS upto
       FROM candidates WINDOW newest AS (ORDER BY position DESC)
     )
     SELECT ${columnsWith(TEXT_ONCE)}, c.found
     FROM sized c
     JOIN licet.licenses l ON l.provider_id = c.provider_id AND l.registration = c.registration AND l.id = c.id ${TERMS}
     WHERE c.nth = 1 OR (c.nth <= $2 AND c.upto <= $3) ORDER BY l.position DESC`,
    [page.before, page.limit, page.bytes, ...parameters],
  )
  const texts = new Map<string, string>()
  for (const { termsHash, terms } of rows) if (terms !== null) texts.set(termsHash, terms)
  const licenses = rows.map((row) => ({ ...row, terms: texts.get(row.termsHash) ?? '' }))
  return { licenses, more: (rows[0]?.found ?? 0) > rows.length }
}

/** Returns a license by its id, of any organization. */
export async function findLicense(sql: Sql, id: string): Promise<ProvenLicense | undefined> {
  const [license] = await sql.query<ProvenLicense>(`SELECT ${PROVEN} FROM licet.licenses l ${TERMS} WHERE l.id = $1`, [id])
  return license
}

/** Returns a license of an organization. */
export async function findLicenseOfOrganization(sql: Sql, orgId: string, id: string | null): Promise<ProvenLicense | undefined> {
  const [license] = await sql.query<ProvenLicense>(
    `SELECT ${PROVEN} FROM licet.licenses l ${TERMS} WHERE ${OF_ORGANIZATION} AND l.id = $2`,
    [orgId, id],
  )
  return license
}

/**
 * Returns a license of a device. `undefined` when the device has no such license.
 *
 * Returns `unknown_device` when the device is not registered any more, or its provider is deleted.
 */
export async function findLicenseOfDevice(
  sql: Sql,
  device: DeviceId & { readonly address: string },
  id: string | null,
): Promise<ProvenLicense | 'unknown_device' | undefined> {
  const [found] = await sql.query<ProvenLicense | { readonly id: null }>(
    `SELECT ${PROVEN} FROM licet.addresses a JOIN licet.providers p ON p.id = a.provider_id
     LEFT JOIN licet.licenses l ON ${OF_DEVICE} AND l.id = $4 ${TERMS}
     WHERE a.provider_id = $1 AND a.address = $3 AND a.registration = $2 AND p.deleted IS NULL`,
    [device.providerId, device.registration, device.address, id],
  )
  if (found === undefined) return 'unknown_device'
  // A license that was erased alone, as that of another user of the device.
  return found.id === null || found.address === null ? undefined : found
}

/** Returns the position of a license, if it belongs to the owner. */
export async function findPosition(sql: Sql, owner: LicenseOwner, id: string): Promise<number | undefined> {
  const [condition, ...parameters] =
    'orgId' in owner
      ? ([`${OF_ORGANIZATION} AND l.id = $2`, owner.orgId] as const)
      : ([`${OF_DEVICE} AND l.id = $3`, owner.providerId, owner.registration] as const)
  const [license] = await sql.query<{ position: number }>(`SELECT l.position FROM licet.licenses l WHERE ${condition}`, [
    ...parameters,
    id,
  ])
  return license?.position
}
