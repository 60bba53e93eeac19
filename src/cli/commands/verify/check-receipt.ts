import { decodeProtectedHeader } from 'jose'
import { verifyReceipt } from '../../../client/verify-receipt.ts'
import { deriveAddress } from '../../../core/address.ts'
import { fromBase64, toBase64Url } from '../../../core/base64.ts'
import { isLicetError } from '../../../core/errors.ts'
import type { License } from '../../../core/license.ts'
import { isExtension, signedRequestOf } from '../../../core/license-request.ts'
import {
  SIGNATURE_SUITES,
  type SignatureSuite,
  SUITE_HASH,
  toCanonicalBytes,
  toSignedBytes,
  utf8,
} from '../../../core/signature.ts'
import type { ReceiptClaims } from '../../../protocol/records/receipt.ts'
// Imported from these files, because the index of the service needs the packages of a server.
import { toDeviceKey } from '../../../service/crypto/verifying-key.ts'
import { createNodeCrypto } from '../../../service/node/node-crypto.ts'
import type { Check, CheckReceiptOptions } from './check.ts'
import { checkLog } from './check-log.ts'
import { checkRevocation } from './check-revocation.ts'
import { checkSignedBytes } from './check-signed-bytes.ts'
import type { ReceiptFile } from './read-receipt-file.ts'

/**
 * Checks without which a receipt is still proven: what they need is optional, or no receipt contains it. The report names them as
 * exceptions. A status or an `endedBy` that no receipt covers is not one of them: someone could end a license with it.
 */
const OPTIONAL: readonly Check['name'][] = [
  'license',
  'device_signature',
  'provider',
  'supersedes',
  'revocation_note',
  'vouched',
  'log',
  'timestamp',
]

export interface ReceiptReport {
  /**
   * - `proven`: a key that the caller named signed the receipt, and everything in the file that a receipt covers agrees with it.
   * - `consistent`: nothing is wrong, but the signer is unknown, the license is erased, or the file has a member that no check covers.
   * - `refuted`: a check failed.
   */
  readonly result: 'proven' | 'consistent' | 'refuted'
  /** The content of the receipt. Absent when the signature of the service is not valid. */
  readonly claims?: ReceiptClaims
  readonly checks: readonly Check[]
}

/** Checks a receipt and the license in its file. Makes no request. */
export async function checkReceipt(file: ReceiptFile, options: CheckReceiptOptions): Promise<ReceiptReport> {
  const { check, claims } = await checkServiceSignature(file.receipt, options)
  if (claims === undefined) return { result: 'refuted', checks: [check] }
  const license = await checkLicense(file.license, claims, options.deviceKey)
  const revocation = await checkRevocation(file.license, claims, options)
  const isRevoked = revocation.some(({ name, holds }) => name === 'revocation' && holds)
  const added = checkAdded(file.license, claims)
  const checks = [
    check,
    ...checkErasure(claims),
    ...license.map((one) => (isRevoked && one.name === 'status' ? PROVEN_END : one)),
    ...added,
    ...revocation,
    ...(await checkLog(file, options)),
    ...checkMembers(file),
  ]
  return { result: toResult(checks, options.keysFrom), checks, claims }
}

/** The status of a license that was revoked without its device, which the receipt of its end proves. */
const PROVEN_END: Check = {
  name: 'status',
  holds: true,
  text: 'The status in the file, revoked, comes from the receipt of the revocation.',
}

function toResult(checks: readonly Check[], keysFrom: CheckReceiptOptions['keysFrom']): ReceiptReport['result'] {
  if (checks.some(({ holds }) => holds === false)) return 'refuted'
  const isComplete = checks.every(({ name, holds }) => holds || OPTIONAL.includes(name))
  return isComplete && keysFrom === 'option' ? 'proven' : 'consistent'
}

async function checkServiceSignature(
  receipt: string,
  { keys, keysFrom, issuer }: CheckReceiptOptions,
): Promise<{ check: Check; claims?: ReceiptClaims }> {
  const name = 'service_signature'
  try {
    const claims = await verifyReceipt(receipt, keys, { issuer })
    const place = keysFrom === 'file' ? 'in this file' : 'of the given key set'
    const text = `The key ${decodeProtectedHeader(receipt).kid ?? ''} ${place} signed this receipt for the service ${claims.iss}.`
    return { claims, check: { name, holds: true, text } }
  } catch (error) {
    if (!isLicetError(error, 'invalid_receipt')) throw error
    return { check: { name, holds: false, text: error.message } }
  }
}

/**
 * The receipt of an erased license names no device. So it is never proven that someone agreed, even if the rest of the file agrees with it.
 */
function checkErasure({ status }: ReceiptClaims): Check[] {
  if (status !== 'erased') return []
  return [
    { name: 'erasure', holds: undefined, text: 'The receipt belongs to an erased license. It contains no device that agreed.' },
  ]
}

/** Checks the members that the service adds to a record. A receipt does not cover `endedBy`, so it is reported as not proven. */
function checkAdded(license: License | undefined, claims: ReceiptClaims): Check[] {
  if (license === undefined) return []
  const { providerId, supersedes, vouched = false, endedBy } = license
  const text = `The receipt does not cover the member endedBy, ${endedBy}, so anyone could have changed it.`
  const ended: Check[] = endedBy === undefined ? [] : [{ name: 'ended_by', holds: undefined, text }]
  return [
    compareAdded('provider', `providerId, ${providerId},`, providerId === claims.prv),
    compareAdded('supersedes', `supersedes, ${supersedes ?? 'which is absent'},`, supersedes === claims.sup),
    compareAdded('vouched', `vouched, ${vouched},`, vouched === (claims.vch ?? false)),
    ...ended,
  ]
}

function compareAdded(name: Check['name'], member: string, holds: boolean): Check {
  const text = holds
    ? `The member ${member} in the file matches the receipt.`
    : `The member ${member} in the file does not match the receipt.`
  return { name, holds, text }
}

/** Names the members that no check reads, so nobody takes them for proven. */
function checkMembers({ unknown }: ReceiptFile): Check[] {
  if (unknown.length === 0) return []
  const text = `No check reads these members of the file, so anyone could have written them: ${unknown.join(', ')}.`
  return [{ name: 'members', holds: undefined, text }]
}

async function checkLicense(license: License | undefined, claims: ReceiptClaims, deviceKey: string | undefined): Promise<Check[]> {
  if (license === undefined) {
    return [{ name: 'license', holds: undefined, text: 'The file contains only the receipt, not the license with its terms.' }]
  }
  const { sha3 } = createNodeCrypto()
  const checks: Check[] = [
    checkOwner(license, claims),
    checkTerms(license, claims, toBase64Url(sha3(utf8(license.terms)))),
    checkStatus(license, claims),
  ]
  const request = signedRequestOf(license)
  if (claims.status === 'erased' && !hasPersonalData(license)) {
    const text =
      'The license is erased. Its personal data is deleted, so the data, purposes, recipients and duration in the file cannot be checked.'
    return [...checks, { name: 'request', holds: undefined, text }]
  }
  const isSigned = toBase64Url(sha3(toCanonicalBytes(request))) === claims.req
  // The receipt of an erased license contains the time of the erasure.
  if (claims.status !== 'erased' && Math.floor(Date.parse(license.timestamp) / 1000) !== claims.iat) {
    checks.push({
      name: 'time',
      holds: false,
      text: 'The time in the file is not the time at which the service stored the license.',
    })
  }
  const text = isSigned
    ? 'The data, purposes, recipients and duration in the file are those that were signed.'
    : 'The data, purposes, recipients or duration in the file were changed.'
  const signature = await checkDeviceSignature(license, request, deviceKey ?? license.pubKey)
  return [...checks, { name: 'request', holds: isSigned, text }, ...checkSignedBytes(license, request), signature]
}

/** Checks that the receipt belongs to the license. A receipt of its revocation has the time of the end, so it proves no agreement. */
function checkOwner({ id, address }: License, { lic, sub, rby }: ReceiptClaims): Check {
  const name = 'license'
  if (id !== lic || address !== sub) return { name, holds: false, text: 'The receipt belongs to another license.' }
  if (rby !== undefined) return { name, holds: false, text: 'The receipt is for the revocation, not for the license.' }
  return { name, holds: true, text: `The receipt belongs to license ${id}.` }
}

function checkTerms({ terms, termsHash }: License, claims: ReceiptClaims, actualHash: string): Check {
  const name = 'terms'
  if (claims.status === 'erased' && terms === '' && termsHash === claims.terms) {
    return { name, holds: undefined, text: 'The license is erased, and its terms are deleted.' }
  }
  const holds = actualHash === claims.terms && termsHash === claims.terms
  const text = holds
    ? 'The terms in the file are, byte for byte, the terms that were accepted.'
    : 'The terms in the file were changed.'
  return { name, holds, text }
}

/**
 * Returns whether a record still contains a member that erasure removes. Then its request is complete, or it is not the record of the
 * receipt.
 */
function hasPersonalData(license: License): boolean {
  return license.ptr !== '' || license.signature !== '' || Object.keys(license).some(isExtension)
}

/**
 * Compares the status in the file with the signed one. A license that was active can have ended since, which its receipt does not prove.
 */
function checkStatus({ status, expiry }: License, claims: ReceiptClaims): Check {
  const name = 'status'
  if (status === claims.status)
    return { name, holds: true, text: `The status in the file, ${status}, is the status in the receipt.` }
  const hasEnded = status === 'superseded' || status === 'revoked' || (status === 'expired' && expiry !== undefined)
  if (claims.status === 'active' && hasEnded) {
    return { name, holds: undefined, text: `The file states that the license is ${status} since. The receipt cannot prove that.` }
  }
  return { name, holds: false, text: `The file states that the license is ${status}, and the receipt states ${claims.status}.` }
}

async function checkDeviceSignature(license: License, request: object, deviceKey: string | undefined): Promise<Check> {
  const name = 'device_signature'
  if (deviceKey === undefined) {
    return {
      name,
      holds: undefined,
      text: 'The member signature, the signature of the device, is not checked. Add its public key with --device-key.',
    }
  }
  const crypto = createNodeCrypto()
  const hashFor = (suite: SignatureSuite, bytes: Uint8Array<ArrayBuffer>) => (suite === 'licet-1' ? crypto.sha3(bytes) : bytes)
  const key = toDeviceKey(fromBase64(deviceKey))
  if (deriveAddress(key.spki, crypto.sha3) !== license.address) {
    return { name, holds: false, text: 'The public key belongs to another device.' }
  }
  const signature = fromBase64(license.signature)
  const { signedBytes } = license
  for (const suite of SIGNATURE_SUITES) {
    const bytes = signedBytes === undefined ? toSignedBytes(request, suite, crypto.sha3) : hashFor(suite, fromBase64(signedBytes))
    const isSigned = await crypto.verifyRsa(key, SUITE_HASH[suite], bytes, signature)
    if (isSigned) return { name, holds: true, text: 'The device signed exactly this request.' }
  }
  return { name, holds: false, text: NOT_SIGNED }
}

// The suite rs256-json signs the members in their order. If a program sorted them, a genuine file looks like a forged one.
const NOT_SIGNED =
  'The device did not sign the request as it is in the file. The order of the members can be the reason: check the record exactly as the service returns it.'
