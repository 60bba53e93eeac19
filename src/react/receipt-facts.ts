import { fromBase64Url } from '../core/base64.ts'
import { isJsonObject, type JsonValue } from '../core/json.ts'
import { LICENSE_STATUSES, type LicenseStatus } from '../core/license.ts'
import type { ReceiptFacts } from './types.ts'

/** Reads the claims of a receipt without verifying it; `undefined` when it is none. */
export function readReceiptFacts(receipt: string): ReceiptFacts | undefined {
  try {
    const claims: JsonValue = JSON.parse(new TextDecoder().decode(fromBase64Url(receipt.split('.')[1] ?? '')))
    if (!isJsonObject(claims)) return undefined
    const { iss, sub, iat, lic, req, terms, status } = claims
    if (![iss, sub, lic, req, terms].every((text) => typeof text === 'string') || typeof iat !== 'number' || !isStatus(status))
      return undefined
    return {
      issuer: String(iss),
      address: String(sub),
      licenseId: String(lic),
      requestHash: String(req),
      termsHash: String(terms),
      issuedAt: new Date(iat * 1000),
      status,
    }
  } catch {
    return undefined
  }
}

function isStatus(value: unknown): value is LicenseStatus {
  return (LICENSE_STATUSES as readonly unknown[]).includes(value)
}
