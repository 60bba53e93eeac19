import { AuthClient } from '../client/auth-client.ts'
import type { AnyClientConfig } from '../client/config.ts'
import { digestOf } from '../client/engine/check-record.ts'
import { hashText } from '../client/sha3.ts'
import { verifyReceipt } from '../client/verify-receipt.ts'
import { toBase64Url } from '../core/base64.ts'
import type { License } from '../core/license.ts'

/** A part of a receipt, and whether it is right. */
export interface CheckedPart {
  readonly name: string
  readonly isRight: boolean
}

/**
 * Verifies the receipt of a license with the keys of the service, and compares what it says with the license on this device.
 *
 * @throws {LicetError} `invalid_receipt`; the error of a request for the keys
 */
export async function checkReceipt(license: License, config: AnyClientConfig): Promise<readonly CheckedPart[]> {
  const { authUrl, trailUrl, issuer = authUrl, fetch, now } = config
  const keys = await new AuthClient({ authUrl, trailUrl, issuer, fetch, now }).getKeySet()
  const claims = await verifyReceipt(license.receipt, keys, { issuer, now: (now ?? Date.now)() })
  return [
    { name: 'signature, issuer and time', isRight: true },
    { name: 'id of the license', isRight: claims.lic === license.id },
    { name: 'device', isRight: claims.sub === license.address },
    { name: 'terms', isRight: claims.terms === hashText(license.terms) },
    { name: 'signed request', isRight: claims.req === toBase64Url(digestOf(license)) },
  ]
}
