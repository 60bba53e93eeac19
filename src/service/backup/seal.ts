import { LicetError } from '../../core/errors.ts'
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import type { Es256Verifier, PublicJwk, ServiceCrypto } from '../crypto/service-crypto.ts'
import { type FindVerifier, readCompact, verifyCompact } from '../tokens/compact-jws.ts'

/** The `typ` header of a seal: the JWS that ends a backup or a journal of erasures. */
export const SEAL_TYPE = 'licet-seal+jwt'

/** The claims of a seal. */
export interface SealClaims {
  /** Format of the file, such as `licet-backup`. */
  readonly type: string
  /** When the file was begun: `created` of its first line. */
  readonly time: string
  /** Number of the lines before the seal. */
  readonly count: number
  /** SHA-256 of the bytes of these lines, in hexadecimal. */
  readonly sha256: string
}

/** A public key that is trusted to sign a seal. */
export interface TrustedKey extends PublicJwk {
  readonly kid: string
}

/** Signs the claims of a seal with the current key of the service. */
export type SignSeal = (claims: SealClaims) => Promise<string>

/** Returns the claims of a seal, without a check of its signature. `undefined` when it is not a seal. */
export function readSealClaims(seal: string): SealClaims | undefined {
  const payload = readCompact(seal)?.payload
  return isClaims(payload) ? payload : undefined
}

/**
 * Returns the `kid` of the trusted key that signed a seal.
 *
 * @throws {LicetError} `invalid_request` when none of them did.
 */
export async function verifySeal(
  seal: string,
  keys: readonly TrustedKey[],
  crypto: Pick<ServiceCrypto, 'importVerifier'>,
): Promise<string> {
  const { header } = readCompact(seal) ?? {}
  const key = keys.find(({ kid }) => kid === header?.kid)
  if (key === undefined) throw unknownSigner(header)
  if ((await verifyCompact(seal, SEAL_TYPE, findAmong([key], crypto))) === undefined) throw forged()
  return key.kid
}

/** Returns a function that finds one of these keys by its id. It imports each key once. */
export function findAmong(keys: readonly TrustedKey[], crypto: Pick<ServiceCrypto, 'importVerifier'>): FindVerifier {
  const verifiers = new Map<string, Promise<Es256Verifier>>()
  return (kid) => {
    const key = keys.find((candidate) => candidate.kid === kid)
    if (key === undefined) return undefined
    const verifier = verifiers.get(kid) ?? crypto.importVerifier(key)
    verifiers.set(kid, verifier)
    return verifier
  }
}

function isClaims(payload: unknown): payload is JsonObject & SealClaims {
  if (!isJsonObject(payload as JsonObject)) return false
  const { type, time, count, sha256 } = payload as JsonObject
  return [type, time, sha256].every((text) => typeof text === 'string') && Number.isSafeInteger(count)
}

function unknownSigner(header: JsonObject | undefined): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    `The file is sealed with the key ${JSON.stringify(header?.kid ?? '')}, which is not one of the trusted keys. Nothing was restored. ` +
      'Use the file that licet wrote, or add --keys with the key set of the service.',
  )
}

function forged(): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    'The signature of the seal is not valid, so the file was changed after licet wrote it. Nothing was restored. Use the original file.',
  )
}
