import { LicetError } from '../../core/errors.ts'
import type { PublicJwk } from './service-crypto.ts'

const RETRY_AFTER_MS = 1000

/** A key management service that has the private signing keys, so that neither the service nor its database has them. */
export interface KeyManagement {
  /**
   * Creates a P-256 key: the first key, and one for each rotation. `name` identifies the key in calls of {@link sign}, for example as an
   * ARN.
   */
  createKey(): Promise<{ readonly name: string; readonly publicKey: PublicJwk }>
  /** Signs bytes with ES256. Returns 64 bytes, r and s (RFC 7518 section 3.4), and not DER. */
  sign(name: string, data: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>
}

/** Creates the error for a key of a key management service that the options do not have. */
export function keyManagementMissing(): LicetError<'unavailable'> {
  return new LicetError(
    'unavailable',
    'The signing key is in a key management service, and keyManagement is not set. Nothing was signed. Set it in licet.config.ts.',
    { retryAfterMs: RETRY_AFTER_MS },
  )
}
