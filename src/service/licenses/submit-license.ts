import { toBase64Url } from '../../core/base64.ts'
import { LicetError } from '../../core/errors.ts'
import { isJsonObject, type JsonValue } from '../../core/json.ts'
import type { LicenseRequest } from '../../core/license.ts'
import { utf8 } from '../../core/signature.ts'
import { parseTimestamp } from '../../core/timestamp.ts'
import { parseLicenseRequest } from '../../protocol/parse-license-request.ts'
import type { RegisteredDevice } from '../auth/ownership.ts'
import { createId } from '../crypto/create-id.ts'
import { toDeviceKey } from '../crypto/device-key.ts'
import type { ServiceContext } from '../service-context.ts'
import { findLicenseByRequest, type NewLicense } from '../storage/licenses.ts'
import { issueReceipt } from './issue-receipt.ts'
import { type SubmittedLicense, storeLicenseOnce } from './store-license-once.ts'
import { type StoredRequest, toStoredRequest } from './stored-request.ts'
import { type SignedRequest, verifyRequestSignature } from './verify-signature.ts'

/**
 * Checks a signed license request of a device, and stores it unless this device has stored it before.
 *
 * A request without uses revokes the active license of the device for the same `ptr`.
 *
 * @throws {LicetError} `invalid_license`, `invalid_signature`, `license_expired`, `nothing_to_revoke`, `too_many_licenses`,
 *   `too_many_requests`, `invalid_token`
 */
export async function submitLicense(
  context: ServiceContext,
  { device, spki, registration }: RegisteredDevice,
  body: JsonValue,
): Promise<SubmittedLicense> {
  const request = parseLicenseRequest(body)
  // In the order of the request, because one of the suites signs that order.
  const received = isJsonObject(body) ? body : {}
  const signed = await verifyRequestSignature(context, toDeviceKey(new Uint8Array(spki)), received)

  const identity = { ...device, requestHash: signed.requestHash }
  if (isExpired(request, context.now())) {
    // A license that was stored before its expiry is still returned when the request is repeated.
    const known = await findLicenseByRequest(context.storage, identity)
    if (known !== undefined) return { license: known, created: false }
    throw new LicetError(
      'license_expired',
      'The expiry of the license is in the past. Nothing was stored. Sign a license with an expiry in the future.',
      { field: 'expiry' },
    )
  }
  const stored = toStoredRequest(received, signed.suite)
  const candidate = await prepareLicense(context, { ...identity, registration }, request, stored, signed)
  return storeLicenseOnce(context.storage, candidate, context.quotas)
}

async function prepareLicense(
  context: ServiceContext,
  identity: RegisteredDevice['device'] & { readonly registration: string; readonly requestHash: string },
  request: LicenseRequest,
  stored: StoredRequest,
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
    ...stored,
    uses: request.uses,
    signature,
    expiry: request.expiry === undefined ? null : (parseTimestamp(request.expiry) ?? null),
    supersedes: null,
    now,
    receipt,
    status,
  }
}

function isExpired(request: LicenseRequest, nowMs: number): boolean {
  if (request.expiry === undefined || request.uses.length === 0) return false
  return (parseTimestamp(request.expiry) ?? 0) <= nowMs
}
