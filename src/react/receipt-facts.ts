import { decodeJwt, type JSONWebKeySet } from 'jose'
import { verifyReceipt } from '../client/index.ts'
import { isLicetError } from '../core/errors.ts'
import { LICENSE_STATUSES, type License, type LicenseStatus } from '../core/license.ts'
import type { ReceiptFacts } from './types.ts'

/** Decodes the receipt of a license, and verifies it when the service's keys are at hand. */
export async function readReceiptFacts(
  license: License,
  keys: JSONWebKeySet | undefined,
): Promise<{ readonly facts: ReceiptFacts | undefined; readonly verified: boolean }> {
  return { facts: decode(license.receipt), verified: keys !== undefined && (await verifies(license, keys)) }
}

async function verifies(license: License, keys: JSONWebKeySet): Promise<boolean> {
  try {
    const claims = await verifyReceipt(license.receipt, keys, { now: Math.max(Date.now(), Date.parse(license.timestamp)) })
    return claims.lic === license.id && claims.terms === license.termsHash && claims.sub === license.address
  } catch (error) {
    if (isLicetError(error, 'invalid_receipt')) return false
    throw error
  }
}

function decode(receipt: string): ReceiptFacts | undefined {
  try {
    const { iss, sub, iat, lic, req, terms, status } = decodeJwt(receipt)
    const texts = [iss, sub, lic, req, terms]
    if (!texts.every((text) => typeof text === 'string') || typeof iat !== 'number' || !isStatus(status)) return undefined
    const [issuer, address, licenseId, requestHash, termsHash] = texts as [string, string, string, string, string]
    return { issuer, address, licenseId, requestHash, termsHash, issuedAt: new Date(iat * 1000), status }
  } catch {
    return undefined
  }
}

function isStatus(value: unknown): value is LicenseStatus {
  return (LICENSE_STATUSES as readonly unknown[]).includes(value)
}
