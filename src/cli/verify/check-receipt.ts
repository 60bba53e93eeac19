import { decodeProtectedHeader, type JSONWebKeySet } from 'jose'
import { verifyReceipt } from '../../client/verify-receipt.ts'
import { deriveAddress } from '../../core/address.ts'
import { fromBase64, toBase64Url } from '../../core/base64.ts'
import { isLicetError } from '../../core/errors.ts'
import { type License, signedRequestOf } from '../../core/license.ts'
import { SIGNATURE_SUITES, SUITE_HASH, toCanonicalBytes, toSignedBytes, utf8 } from '../../core/signature.ts'
import type { ReceiptClaims } from '../../protocol/answers.ts'
// Not from the service's own index, which needs the packages of a server.
import { toDeviceKey } from '../../service/crypto/device-key.ts'
import { createNodeCrypto } from '../../service/node/node-crypto.ts'
import type { ReceiptBundle } from './read-bundle.ts'

/** One thing that was checked, in words. */
export interface Check {
  readonly name: 'service_signature' | 'license' | 'time' | 'terms' | 'request' | 'device_signature'
  /** `undefined`: there was nothing to check it with. */
  readonly holds: boolean | undefined
  readonly text: string
}

/** What came of checking a receipt. */
export interface ReceiptReport {
  /** Every check that could be made holds, and the service's signature is among them. */
  readonly valid: boolean
  readonly claims?: ReceiptClaims
  readonly checks: readonly Check[]
}

/** What a receipt is checked against. */
export interface CheckReceiptOptions {
  readonly keys: JSONWebKeySet
  /** The service that must have issued it. */
  readonly issuer?: string | undefined
  /** The device's public key, base64 SPKI DER. */
  readonly deviceKey?: string | undefined
}

/** Checks a receipt, and the license it came with, without asking anybody. */
export async function checkReceipt(bundle: ReceiptBundle, options: CheckReceiptOptions): Promise<ReceiptReport> {
  const signature = await checkSignature(bundle.receipt, options)
  const { claims } = signature
  const checks =
    claims === undefined ? [signature.check] : [signature.check, ...(await checkLicense(bundle.license, claims, options.deviceKey))]
  return {
    valid: claims !== undefined && checks.every((check) => check.holds !== false),
    checks,
    ...(claims === undefined ? {} : { claims }),
  }
}

async function checkSignature(
  receipt: string,
  { keys, issuer }: CheckReceiptOptions,
): Promise<{ check: Check; claims?: ReceiptClaims }> {
  const name = 'service_signature'
  try {
    const claims = await verifyReceipt(receipt, keys, { issuer })
    const text = `The service ${claims.iss} signed this receipt with its key ${decodeProtectedHeader(receipt).kid ?? ''}.`
    return { claims, check: { name, holds: true, text } }
  } catch (error) {
    if (!isLicetError(error, 'invalid_receipt')) throw error
    return { check: { name, holds: false, text: error.message } }
  }
}

async function checkLicense(license: License | undefined, claims: ReceiptClaims, deviceKey: string | undefined): Promise<Check[]> {
  if (license === undefined) {
    return [
      { name: 'license', holds: undefined, text: 'The file holds the receipt alone, so its text and request are not checked.' },
    ]
  }
  const { sha3 } = createNodeCrypto()
  const same = license.id === claims.lic && license.address === claims.sub
  const terms = toBase64Url(sha3(utf8(license.terms))) === claims.terms && license.termsHash === claims.terms
  const checks: Check[] = [
    {
      name: 'license',
      holds: same,
      text: same ? `It is the receipt of license ${license.id}.` : 'It is the receipt of another license.',
    },
    {
      name: 'terms',
      holds: terms,
      text: terms
        ? 'The text of the terms in the file is, byte for byte, the one that was agreed to.'
        : 'The text of the terms was changed.',
    },
  ]
  if (claims.status === 'erased') {
    return [
      ...checks,
      {
        name: 'request',
        holds: undefined,
        text: 'The license was erased: what pointed to a person is gone, so the request cannot be checked.',
      },
    ]
  }
  const request = signedRequestOf(license)
  const agreed = toBase64Url(sha3(toCanonicalBytes(request))) === claims.req
  if (Math.floor(Date.parse(license.timestamp) / 1000) !== claims.iat)
    checks.push({ name: 'time', holds: false, text: 'The time in the file is not the one at which the service stored it.' })
  const text = agreed
    ? 'Data, purposes, recipients and duration in the file are the ones that were signed.'
    : 'The agreed data, purposes, recipients or duration were changed.'
  return [...checks, { name: 'request', holds: agreed, text }, await checkDevice(license, request, deviceKey)]
}

async function checkDevice(license: License, request: object, deviceKey: string | undefined): Promise<Check> {
  const name = 'device_signature'
  if (deviceKey === undefined) {
    return { name, holds: undefined, text: "The device's own signature is not checked: give its public key with --device-key." }
  }
  const crypto = createNodeCrypto()
  const key = toDeviceKey(fromBase64(deviceKey))
  if (deriveAddress(key.spki, crypto.sha3) !== license.address)
    return { name, holds: false, text: 'The public key is that of another device.' }
  const signature = fromBase64(license.signature)
  let signed = false
  for (const suite of SIGNATURE_SUITES) {
    signed ||= await crypto.verifyRsa(key, SUITE_HASH[suite], toSignedBytes(request, suite, crypto.sha3), signature)
  }
  return { name, holds: signed, text: signed ? 'The device signed this very request.' : NOT_SIGNED }
}

// A file whose members another program sorted cannot be told from one that holds the signature of something else.
const NOT_SIGNED =
  'The device did not sign the request as it stands in the file. One of the suites signs the members in the order in which the record has them: check the record as the service gives it.'
