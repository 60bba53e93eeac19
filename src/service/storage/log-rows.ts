import type { LicenseStatus, LicenseUse } from '../../core/license.ts'
import type { SignatureSuite } from '../../core/signature.ts'
import { TERMS_HASH } from './licenses.ts'
import type { Sql } from './storage.ts'

/** A license with every column that its receipt or its signed request proves. Times are milliseconds since the epoch. */
export interface ProvableRow {
  readonly id: string
  readonly providerId: string
  readonly registration: string
  /** `null` after erasure. */
  readonly address: string | null
  readonly ptr: string | null
  readonly vouched: boolean
  readonly requestHash: string | null
  readonly termsHash: string
  readonly suite: SignatureSuite
  readonly request: Uint8Array
  readonly termsAt: number
  readonly uses: readonly LicenseUse[]
  readonly signature: string
  readonly signedBytes: Uint8Array | null
  readonly expiry: number | null
  readonly supersedes: string | null
  readonly created: number
  readonly receipt: string
  /** `null` without a first transition, which is reported elsewhere. */
  readonly firstStatus: LicenseStatus | null
  /** When it was erased. */
  readonly erased: number | null
  readonly revocation: {
    readonly requestedBy: string
    readonly channel: string
    /** In whole seconds since the epoch, as in its receipt. */
    readonly at: number
    readonly receipt: string
  } | null
}

/** Licenses that are read together. Few, because each can be as large as a request. */
const READ_AT_ONCE = 50

const SELECT = `SELECT l.id, l.provider_id AS "providerId", l.registration, l.address, l.ptr, l.vouched, l.request_hash AS "requestHash",
    ${TERMS_HASH} AS "termsHash", l.suite, l.request, l.terms_at AS "termsAt", l.uses, l.signature, b.bytes AS "signedBytes", l.expiry,
    l.supersedes, l.created, l.receipt, f.status AS "firstStatus", e.at AS erased,
    CASE WHEN r.license_id IS NOT NULL THEN json_build_object('requestedBy', r.requested_by, 'channel', r.channel,
      'at', floor(extract(epoch FROM r.at)), 'receipt', r.receipt) END AS revocation
  FROM licet.licenses l
  LEFT JOIN licet.signed_bytes b ON b.license_id = l.id AND b.provider_id = l.provider_id AND b.registration = l.registration
  LEFT JOIN licet.revocations r ON r.license_id = l.id AND r.provider_id = l.provider_id AND r.registration = l.registration
  LEFT JOIN licet.license_transitions f
    ON f.license_id = l.id AND f.provider_id = l.provider_id AND f.registration = l.registration AND f.step = 1
  LEFT JOIN licet.license_transitions e
    ON e.license_id = l.id AND e.provider_id = l.provider_id AND e.registration = l.registration AND e.status = 'erased'
  WHERE (l.id, l.provider_id, l.registration) > ($1::uuid, $2::uuid, $3::uuid)
  ORDER BY l.id, l.provider_id, l.registration LIMIT ${READ_AT_ONCE}`

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Yields every license in pages, by id. */
export async function* listProvableRows(sql: Sql): AsyncGenerator<readonly ProvableRow[]> {
  let after: Pick<ProvableRow, 'id' | 'providerId' | 'registration'> = { id: NO_ID, providerId: NO_ID, registration: NO_ID }
  for (;;) {
    const rows: readonly ProvableRow[] = await sql.query<ProvableRow>(SELECT, [after.id, after.providerId, after.registration])
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < READ_AT_ONCE) return
    after = last
  }
}

/** Returns texts of terms by their hash. */
export async function readTexts(sql: Sql, hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.query<{ hash: string; text: string }>('SELECT hash, text FROM licet.terms WHERE hash = ANY ($1::text[])', [
    hashes,
  ])
  return new Map(rows.map(({ hash, text }) => [hash, text]))
}

/** Returns the public keys (SPKI) of devices that are still registered, by address. */
export async function readDeviceKeys(
  sql: Sql,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> {
  const rows = await sql.query<{ address: string; spki: Uint8Array<ArrayBuffer> }>(
    'SELECT address, spki FROM licet.addresses WHERE address = ANY ($1::text[])',
    [addresses],
  )
  return new Map(rows.map(({ address, spki }) => [address, new Uint8Array(spki)]))
}
