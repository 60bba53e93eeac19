import type { LicenseRevocation, LicenseStatus, LicenseUse } from '../../core/license.ts'
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
  /** The offset of the empty `terms` in `request`, in bytes. */
  readonly termsAt: number
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
  /**
   * The public key of the device, SPKI DER. `null` when the device is no longer registered. Only in a license that an organization reads.
   */
  readonly spki?: Uint8Array | null
  /** How it was revoked without the device. */
  readonly revocation: LicenseRevocation | null
}

/** A license before it is stored. */
export interface NewLicense extends Omit<StoredLicense, 'position' | 'created' | 'revocation' | 'endedBy'> {
  readonly address: string
  readonly ptr: string
  readonly requestHash: string
  readonly suite: string
  /** SHA-256 of the signature as standard base64. */
  readonly signatureHash: Uint8Array
  /** The bytes that the device signed, if `request` does not give them again. */
  readonly signedBytes: Uint8Array | null
  readonly uses: readonly LicenseUse[]
  /** Whether a withdrawal ends licenses of this device only. */
  readonly deviceOnly: boolean
  readonly now: number
}

/** The hash of the text, even after an erasure. */
export const TERMS_HASH = 'coalesce(l.terms_hash, l.erased_terms_hash)'

/** The text of the terms. Empty when erasure deleted it. */
export const TEXT = "coalesce(t.text, '')"

/** The device of a license `l`. A statement for one device has its parameter instead, so that it reads one of several database servers. */
const EACH_DEVICE = 'l.registration'

/** The columns of a {@link StoredLicense} `l` with its last transition `s`, with expressions for its text and its device. */
export const columnsWith = (
  terms: string,
  registration = EACH_DEVICE,
) => `l.id, l.position, l.provider_id AS "providerId", l.registration, l.address,
    ${TERMS_HASH} AS "termsHash", ${terms} AS terms,
    l.request, l.terms_at AS "termsAt", l.signature, l.expiry, l.supersedes, l.vouched, l.created, l.receipt, s.status, s."endedBy",
    CASE WHEN s.status = 'revoked' THEN (
      SELECT json_strip_nulls(json_build_object('requestedBy', r.requested_by, 'channel', r.channel, 'note', r.note, 'timestamp',
        to_char(r.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'receipt', r.receipt))
      FROM licet.revocations r
      WHERE r.provider_id = l.provider_id AND r.registration = ${registration} AND r.license_id = l.id) END AS revocation`

/** Joins the text `t` of a license `l`, and its last transition `s`. */
export const joinTermsAndStatus = (registration = EACH_DEVICE) => `LEFT JOIN licet.terms t ON t.hash = ${TERMS_HASH}
  CROSS JOIN LATERAL (
    SELECT e.status, CASE WHEN e.cause_registration <> ${registration} THEN e.cause END AS "endedBy" FROM licet.license_transitions e
    WHERE e.provider_id = l.provider_id AND e.registration = ${registration} AND e.license_id = l.id ORDER BY e.step DESC LIMIT 1
  ) AS s`

/** A stored license with its evidence. */
export interface ProvenLicense extends StoredLicense, Pick<NewLicense, 'signedBytes'> {}

const selectProven = (registration = EACH_DEVICE) => `SELECT ${columnsWith(TEXT, registration)}, (
    SELECT b.bytes FROM licet.signed_bytes b
    WHERE b.provider_id = l.provider_id AND b.registration = ${registration} AND b.license_id = l.id) AS "signedBytes"
  FROM licet.licenses l ${joinTermsAndStatus(registration)}`

const OF_DEVICE = 'l.provider_id = $1 AND l.registration = $2'

const OF_DATABASE = '$1::uuid IS NULL'
const OF_ORGANIZATION = 'l.provider_id IN (SELECT id FROM licet.providers WHERE org_id = $1)'

/** Returns the license that a device stored with the same request. */
export async function findLicenseByRequest(
  sql: Sql,
  identity: DeviceId & { readonly requestHash: string },
): Promise<StoredLicense | undefined> {
  const [license] = await sql.query<StoredLicense>(
    `SELECT ${columnsWith(TEXT, '$2')} FROM licet.licenses l ${joinTermsAndStatus('$2')}
     WHERE ${OF_DEVICE} AND l.address IS NOT NULL AND l.request_hash = $3`,
    [identity.providerId, identity.registration, identity.requestHash],
  )
  return license
}

/** The owner of licenses: a device, or an organization with all its providers. */
export type LicenseOwner = DeviceId | { readonly orgId: string }

/** Every organization of the database, for the operator. */
export type EveryOwner = { readonly orgId: null }

/** Returns a license by its id, of any organization. */
export async function findLicense(sql: Sql, id: string): Promise<ProvenLicense | undefined> {
  const [license] = await sql.query<ProvenLicense>(`${selectProven()} WHERE l.id = $1`, [id])
  return license && (await withKeys(sql, [license]))[0]
}

/** Returns a license of an organization. */
export async function findLicenseOfOrganization(sql: Sql, orgId: string, id: string | null): Promise<ProvenLicense | undefined> {
  const [license] = await sql.query<ProvenLicense>(`${selectProven()} WHERE ${OF_ORGANIZATION} AND l.id = $2`, [orgId, id])
  return license && (await withKeys(sql, [license]))[0]
}

/**
 * Returns a license of a device. `undefined` when the device has no such license.
 *
 * Returns `unknown_device` when the device is no longer registered, or its provider is deleted.
 */
export async function findLicenseOfDevice(
  sql: Sql,
  device: DeviceId,
  id: string | null,
): Promise<ProvenLicense | 'unknown_device' | undefined> {
  const [found] = await sql.query<ProvenLicense | { readonly id: null }>(
    `WITH device AS MATERIALIZED (
       SELECT d.registration FROM licet.devices d JOIN licet.providers p ON p.id = d.provider_id
       WHERE d.registration = $2 AND d.provider_id = $1 AND p.deleted IS NULL
     ), license AS MATERIALIZED (
       ${selectProven('$2')} WHERE ${OF_DEVICE} AND l.id = $3
     )
     SELECT l.* FROM device d LEFT JOIN license l ON true`,
    [device.providerId, device.registration, id],
  )
  if (found === undefined) return 'unknown_device'
  // A license that was erased alone, because it belongs to another user of the device.
  return found.id === null || found.address === null ? undefined : found
}

/** Adds the public keys of the devices that are still registered, for an organization. */
export async function withKeys<T extends StoredLicense>(sql: Sql, licenses: readonly T[]): Promise<T[]> {
  const addresses = [...new Set(licenses.flatMap(({ address }) => (address === null ? [] : [address])))]
  if (addresses.length === 0) return [...licenses]
  const devices = await sql.query<{ registration: string; spki: Uint8Array }>(
    'SELECT registration, spki FROM licet.addresses WHERE address = ANY ($1::text[])',
    [addresses],
  )
  const keys = new Map(devices.map(({ registration, spki }) => [registration, spki]))
  return licenses.map((license) => ({ ...license, spki: keys.get(license.registration) ?? null }))
}

/** Returns the position of a license, if it belongs to the owner. */
export async function findPosition(sql: Sql, owner: LicenseOwner | EveryOwner, id: string): Promise<number | undefined> {
  const [condition, ...parameters] =
    'orgId' in owner
      ? ([`${owner.orgId === null ? OF_DATABASE : OF_ORGANIZATION} AND l.id = $2`, owner.orgId] as const)
      : ([`${OF_DEVICE} AND l.id = $3`, owner.providerId, owner.registration] as const)
  const [license] = await sql.query<{ position: number }>(`SELECT l.position FROM licet.licenses l WHERE ${condition}`, [
    ...parameters,
    id,
  ])
  return license?.position
}
