import { LicetError } from '../../core/errors.ts'
import { isJsonObject, type JsonValue } from '../../core/json.ts'
import type { LicenseRequest } from '../../core/license.ts'
import { utf8 } from '../../core/signature.ts'
import { parseTimestamp } from '../../core/timestamp.ts'
import { parseLicenseRequest } from '../../protocol/parse-license-request.ts'
import { invalidBearerToken } from '../auth/authenticate-bearer.ts'
import type { TokenDevice } from '../auth/ownership.ts'
import { toBase64Url } from '../crypto/base64.ts'
import { createId } from '../crypto/create-id.ts'
import { toDeviceKey } from '../crypto/device-key.ts'
import type { ServiceContext } from '../service-context.ts'
import { findLicenseByRequest, type NewLicense } from '../storage/licenses.ts'
import { findSubmission } from '../storage/store-license.ts'
import { issueReceipt } from './issue-receipt.ts'
import { type SubmittedLicense, storeLicenseOnce } from './store-license-once.ts'
import { toStoredRequest } from './stored-request.ts'
import { hashRequest, type VerifiedSignature, verifyRequestSignature } from './verify-signature.ts'

/**
 * Checks a signed license request of a device, and stores it unless this device has stored it before.
 *
 * A request without uses revokes the active license of the device for the same `ptr`.
 *
 * @throws {LicetError} `invalid_license`, `invalid_signature`, `license_expired`, `nothing_to_revoke`, `too_many_licenses`,
 *   `too_many_requests`; `invalid_token` when the device was erased since the token was issued.
 */
export async function submitLicense(context: ServiceContext, device: TokenDevice, body: JsonValue): Promise<SubmittedLicense> {
  const { crypto, storage } = context
  const request = parseLicenseRequest(body)
  // In the order of the request, because one of the suites signs that order.
  const unverified = hashRequest(crypto, isJsonObject(body) ? body : {})
  const identity = {
    ...device,
    requestHash: toBase64Url(unverified.digest),
    termsHash: toBase64Url(crypto.sha3(utf8(request.terms))),
  }
  const found = await findSubmission(storage, identity)
  // Compares ids and not times: clocks are corrected, and the clocks of two processes differ.
  if (found?.registration !== device.registration) throw invalidBearerToken()
  const verified = await verifyRequestSignature(context, toDeviceKey(new Uint8Array(found.spki)), unverified)

  if (found.isStored) {
    const license = await findLicenseByRequest(storage, identity)
    // Without a license, it was erased in the meantime. Then creation finds that the device is no longer registered.
    if (license !== undefined) return { license, created: false }
  }
  if (isExpired(request, context.now())) {
    throw new LicetError(
      'license_expired',
      'The expiry of the license is in the past. Nothing was stored. Sign a license with an expiry in the future.',
      { field: 'expiry' },
    )
  }
  const candidate = await prepareLicense(context, identity, request, verified)
  return storeLicenseOnce(storage, candidate, { quotas: context.quotas, hasTerms: found.hasTerms })
}

async function prepareLicense(
  context: ServiceContext,
  identity: TokenDevice & Pick<NewLicense, 'requestHash' | 'termsHash'>,
  request: LicenseRequest,
  { suite, signature, written }: VerifiedSignature,
): Promise<NewLicense> {
  const now = context.now()
  const id = createId(now, context.crypto.random)
  const status = request.uses.length === 0 ? 'revoked' : 'active'
  const receipt = await issueReceipt(context, { ...identity, id, status, now })
  return {
    ...identity,
    id,
    ptr: request.ptr,
    terms: request.terms,
    suite,
    ...toStoredRequest(written),
    uses: request.uses,
    signature,
    expiry: request.expiry === undefined ? null : (parseTimestamp(request.expiry) ?? null),
    now,
    receipt,
    status,
  }
}

function isExpired(request: LicenseRequest, nowMs: number): boolean {
  if (request.expiry === undefined || request.uses.length === 0) return false
  return (parseTimestamp(request.expiry) ?? 0) <= nowMs
}
