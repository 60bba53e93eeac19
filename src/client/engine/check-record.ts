import { canonicalize } from '../../core/canonical-json.ts'
import { LicetError } from '../../core/errors.ts'
import { isExtension, type License, type LicenseRequest, signedRequestOf } from '../../core/license.ts'
import { toCanonicalBytes } from '../../core/signature.ts'
import type { ReceiptClaims } from '../../protocol/answers.ts'
import { sha3 } from '../sha3.ts'
import { invalidReceipt } from '../verify-receipt.ts'

/** What the service's record must be about. */
export interface Expected {
  readonly request: LicenseRequest
  /** SHA3-256 of the terms in the request, base64url. */
  readonly termsHash: string
  readonly providerId: string
  readonly address: string
}

/**
 * Refuses a record that is not of what this device signed: another device, another provider, any member changed, added or left out.
 *
 * @throws {LicetError} `record_mismatch` with the member
 */
export function assertRecord(license: License, { request, termsHash, providerId, address }: Expected): void {
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
 * Refuses a receipt that is of another record.
 *
 * @throws {LicetError} `invalid_receipt`
 */
export function assertReceipt(claims: ReceiptClaims, license: License, requestHash: string): void {
  const fits =
    claims.sub === license.address && claims.lic === license.id && claims.terms === license.termsHash && claims.req === requestHash
  if (!fits) throw invalidReceipt('is of another record')
  // A record that ended later may still carry the receipt of when it was active; never the other way round.
  if (license.status === 'active' && claims.status !== 'active') throw invalidReceipt('is of a license that ended')
}

/** SHA3-256 of the canonical request that a record was made from: what the device signed. */
export function digestOf(license: License): Uint8Array<ArrayBuffer> {
  return sha3(toCanonicalBytes(signedRequestOf(license)))
}

function mismatch(field: string): LicetError<'record_mismatch'> {
  return new LicetError(
    'record_mismatch',
    `The record of the service has another ${field} than this device signed. It is not taken as a license. Check the address of the service, and tell whoever runs it.`,
    { field },
  )
}
