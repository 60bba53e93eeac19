import { fromBase64Url } from '../core/base64.ts'
import { isJsonObject, type JsonValue } from '../core/json.ts'
import { LICENSE_STATUSES, type LicenseStatus } from '../core/license.ts'
import { isEpochSecond } from '../core/timestamp.ts'

/** The decoded claims of a receipt. The signature is not checked. */
export interface ReceiptFacts {
  /** The service that signed the receipt, as a URL. */
  readonly issuer: string
  /** The address of the device: the hash of its public key. Empty after the license was erased. */
  readonly address: string
  /** When the service stored the license. */
  readonly issuedAt: Date
  /** Id of the license. */
  readonly licenseId: string
  /** SHA3-256 of the signed license request, base64url. `undefined` when the license is erased and its request had no `x-salt`. */
  readonly requestHash: string | undefined
  /** SHA3-256 of the terms, base64url. */
  readonly termsHash: string
  /** The status of the license when the receipt was signed. */
  readonly status: LicenseStatus
}

/** Reads the claims of a receipt without verifying it. Returns `undefined` when the text is not a receipt. */
export function readReceiptFacts(receipt: string): ReceiptFacts | undefined {
  try {
    const claims: JsonValue = JSON.parse(new TextDecoder().decode(fromBase64Url(receipt.split('.')[1] ?? '')))
    if (!isJsonObject(claims)) return undefined
    const { iss, sub, iat, lic, req, terms, status } = claims
    if (![iss, sub, lic, terms].every((text) => typeof text === 'string') || !isEpochSecond(iat) || !isStatus(status))
      return undefined
    if (typeof req !== 'string' && status !== 'erased') return undefined
    return {
      issuer: String(iss),
      address: String(sub),
      licenseId: String(lic),
      requestHash: typeof req === 'string' ? req : undefined,
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
