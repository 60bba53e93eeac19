import type { JSONWebKeySet } from 'jose'
import { verifyReceipt } from '../client/index.ts'
import { isLicetError } from '../core/errors.ts'
import type { License } from '../core/license.ts'

/** Tells whether these keys signed the receipt of a license, and whether it is the receipt of this very license. */
export async function checkReceipt(license: License, keys: JSONWebKeySet): Promise<boolean> {
  try {
    const claims = await verifyReceipt(license.receipt, keys, { now: Math.max(Date.now(), Date.parse(license.timestamp)) })
    return claims.lic === license.id && claims.terms === license.termsHash && claims.sub === license.address
  } catch (error) {
    if (isLicetError(error, 'invalid_receipt')) return false
    throw error
  }
}
