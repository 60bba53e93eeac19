import { toBase64Url } from '../../core/base64.ts'
import { canonicalize } from '../../core/canonical-json.ts'
import { LicetError } from '../../core/errors.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import type { LicenseRequest } from '../../core/license.ts'
import { type SignatureSuite, utf8 } from '../../core/signature.ts'
import { parseTimestamp } from '../../core/timestamp.ts'
import { parseLicenseRequest } from '../../protocol/parse-license-request.ts'
import { type RegisteredDevice, unknownBearer } from '../auth/authenticate-bearer.ts'
import { createId } from '../crypto/create-id.ts'
import { toDeviceKey } from '../crypto/device-key.ts'
import type { ServiceContext } from '../service-context.ts'
import { lockAddress } from '../storage/addresses.ts'
import {
  findLicenseByRequest,
  insertLicense,
  insertTransition,
  listOpenLicenses,
  type NewLicense,
  type StoredLicense,
} from '../storage/licenses.ts'
import type { Sql } from '../storage/storage.ts'
import { issueReceipt } from './issue-receipt.ts'
import { type SignedRequest, verifyRequestSignature } from './verify-signature.ts'

/** A stored license, and whether this very call stored it. */
export interface SubmittedLicense {
  readonly license: StoredLicense
  readonly created: boolean
}

/**
 * Takes a signed license request of a device: checks it, and stores it unless this device has stored it before.
 *
 * A request with no uses takes back what the device had permitted for the same `ptr` (wire decisions, section 4).
 *
 * @throws {LicetError} `invalid_license`, `invalid_signature`, `license_expired`, `nothing_to_revoke`, `invalid_token`
 */
export async function submitLicense(
  context: ServiceContext,
  { device, spki, registration }: RegisteredDevice,
  body: JsonValue,
): Promise<SubmittedLicense> {
  const request = parseLicenseRequest(body)
  // The members in the order in which they came: one of the suites signs them so.
  const received = isJsonObject(body) ? body : {}
  const signed = await verifyRequestSignature(context, toDeviceKey(new Uint8Array(spki)), received)

  const identity = { ...device, requestHash: signed.requestHash }
  if (isExpired(request, context.now())) {
    // A replay of what was stored in time is still answered with its record.
    const known = await findLicenseByRequest(context.storage, identity)
    if (known !== undefined) return { license: known, created: false }
    throw new LicetError(
      'license_expired',
      'The license ended before it was made. Nothing was stored. Sign one whose expiry is to come.',
      {
        field: 'expiry',
      },
    )
  }
  const candidate = await prepareLicense(context, identity, request, toStoredRequest(received, signed.suite), signed)
  return context.storage.transaction((sql) => storeOnce(sql, candidate, registration))
}

/** Runs under the lock of the device, so that its requests have an order and one of them at most is active for a `ptr`. */
async function storeOnce(sql: Sql, candidate: NewLicense, registration: string): Promise<SubmittedLicense> {
  if ((await lockAddress(sql, candidate.providerId, candidate.address)) !== registration) throw unknownBearer()
  const known = await findLicenseByRequest(sql, candidate)
  if (known !== undefined) return { license: known, created: false }

  const open = await listOpenLicenses(sql, candidate)
  const active = open.find((license) => license.expiry === null || license.expiry > candidate.now)
  if (candidate.status === 'revoked' && active === undefined) throw nothingToRevoke()
  const license: NewLicense = { ...candidate, supersedes: active?.id ?? null }
  await insertLicense(sql, license)
  for (const former of open) {
    const ended = former.expiry !== null && former.expiry <= candidate.now
    await insertTransition(
      sql,
      ended
        ? { licenseId: former.id, status: 'expired', at: former.expiry }
        : {
            licenseId: former.id,
            status: candidate.status === 'revoked' ? 'revoked' : 'superseded',
            at: candidate.now,
            cause: candidate.id,
          },
    )
  }
  return { license: { ...license, position: 0, created: license.now }, created: true }
}

async function prepareLicense(
  context: ServiceContext,
  identity: RegisteredDevice['device'] & { readonly requestHash: string },
  request: LicenseRequest,
  stored: Uint8Array,
  { suite, signature }: SignedRequest,
): Promise<NewLicense> {
  const now = context.now()
  const id = createId(now, context.crypto.random)
  const termsHash = toBase64Url(context.crypto.sha3(utf8(request.terms)))
  const status = request.uses.length === 0 ? 'revoked' : 'active'
  const receipt = await issueReceipt(context, { ...identity, id, termsHash, status, now })
  return {
    ...identity,
    id,
    ptr: request.ptr,
    termsHash,
    terms: request.terms,
    suite,
    request: stored,
    uses: request.uses,
    signature,
    expiry: request.expiry ?? null,
    supersedes: null,
    now,
    receipt,
    status,
  }
}

/** The signed serialisation with `terms` emptied; the text is stored once beside it, and both give back the signed bytes. */
function toStoredRequest(received: JsonObject, suite: SignatureSuite): Uint8Array {
  const { signature: _, ...members } = received
  // A spread keeps the order of the members, and `terms` its place.
  const emptied = { ...members, terms: '' }
  return utf8(suite === 'rs256-json' ? JSON.stringify(emptied) : canonicalize(emptied))
}

function isExpired(request: LicenseRequest, nowMs: number): boolean {
  if (request.expiry === undefined || request.uses.length === 0) return false
  return (parseTimestamp(request.expiry) ?? 0) <= nowMs
}

function nothingToRevoke(): LicetError<'nothing_to_revoke'> {
  return new LicetError(
    'nothing_to_revoke',
    'The request permits nothing, and this device has no active license to take back. Nothing was stored. There is nothing left to do.',
    { field: 'uses' },
  )
}
