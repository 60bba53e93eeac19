import { canonicalize } from '../../core/canonical-json.ts'
import { LicetError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import type { License, LicenseRequest, LicenseRevocation } from '../../core/license.ts'
import { isExtension, signedRequestOf } from '../../core/license-request.ts'
import { toCanonicalBytes } from '../../core/signature.ts'
import type { ReceiptClaims } from '../../protocol/records/receipt.ts'
import { sha3 } from '../sha3.ts'
import { invalidReceipt } from '../verify-receipt.ts'

/** The signed request and the owner that a license of the service must match. */
export interface ExpectedRecord {
  readonly request: LicenseRequest
  /** SHA3-256 of the terms in the request, base64url. */
  readonly termsHash: string
  readonly providerId: string
  readonly address: string
}

/**
 * Checks that a license equals the signed request: same device, same provider, no member changed, added or removed.
 *
 * @throws {LicetError} `record_mismatch` with the member as `field`
 */
export function assertRecord(license: License, { request, termsHash, providerId, address }: ExpectedRecord): void {
  if (license.address !== address) throw mismatch('address')
  if (license.providerId !== providerId) throw mismatch('providerId')
  const members = new Map(Object.entries(license))
  for (const [name, value] of Object.entries(request)) {
    const stored = members.get(name)
    if (value === stored) continue
    if (stored === undefined || canonicalize(value) !== canonicalize(stored)) throw mismatch(name)
  }
  for (const name of members.keys()) {
    const isSigned = name === 'expiry' || isExtension(name)
    if (isSigned && !Object.hasOwn(request, name)) throw mismatch(name)
  }
  if (license.termsHash !== termsHash) throw mismatch('termsHash')
  if (license.status === 'erased') throw mismatch('status')
}

/**
 * Checks that a receipt belongs to a license.
 *
 * @throws {LicetError} `invalid_receipt`
 */
export function assertReceipt(claims: ReceiptClaims, license: License, requestHash: string): void {
  const fits =
    claims.sub === license.address &&
    claims.lic === license.id &&
    claims.terms === license.termsHash &&
    claims.req === requestHash &&
    claims.prv === license.providerId &&
    claims.sup === license.supersedes &&
    // Only the company's backend can vouch for a person. A record without the member is not vouched for.
    (claims.vch ?? false) === (license.vouched ?? false) &&
    claims.iat === Math.floor(Date.parse(license.timestamp) / 1000)
  if (!fits) throw invalidReceipt('belongs to another license')
  // A license that ended may still have the receipt from when it was active. An active license never has the receipt of its end.
  if (license.status === 'active' && claims.status !== 'active') throw invalidReceipt('belongs to a license that ended')
}

/**
 * Checks that the receipt of a revocation without the device belongs to a license, and contains what the record states.
 *
 * @throws {LicetError} `invalid_receipt`
 */
export function assertRevocation(
  claims: ReceiptClaims,
  license: License,
  { requestedBy, channel, timestamp }: LicenseRevocation,
): void {
  const fits =
    license.status === 'revoked' &&
    claims.status === 'revoked' &&
    claims.sub === license.address &&
    claims.lic === license.id &&
    claims.rby === requestedBy &&
    claims.chn === channel &&
    claims.iat === Math.floor(Date.parse(timestamp) / 1000)
  if (!fits) throw invalidReceipt('does not belong to this revocation')
}

/** Returns the SHA3-256 of the canonical request that a license was made from. The device signed this digest. */
export function digestOf(license: License): Uint8Array<ArrayBuffer> {
  return sha3(toCanonicalBytes(signedRequestOf(license)))
}

/** Returns the body of the request that a license was made from, with the bytes that this device sent. */
export function toSignedBody(license: License): string {
  return canonicalize({ ...signedRequestOf(license), signature: license.signature } as JsonObject)
}

function mismatch(field: string): LicetError<'record_mismatch'> {
  return new LicetError(
    'record_mismatch',
    `\`${field}\` in the license of the service differs from what this device signed. The license was not accepted. Check the address of the service.`,
    { field },
  )
}
