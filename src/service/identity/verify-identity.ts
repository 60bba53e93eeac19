import { compactVerify, importJWK } from 'jose'
import type { JsonObject, JsonValue } from '../../core/json.ts'
import { CLOCK_SKEW_SECONDS, MAX_IDENTITY_SECONDS, MAX_JTI_CHARS } from '../../core/limits.ts'
import { utf8 } from '../../core/signature.ts'
import { isEpochSecond } from '../../core/timestamp.ts'
import { IDENTITY_TOKEN_TYPE } from '../../protocol/token.ts'
import { toBase64Url } from '../crypto/standard-base64.ts'
import type { ServiceContext } from '../service-context.ts'
import { claimIdentityToken, listIdentityKeys } from '../storage/identity-keys.ts'
import { type CompactJws, readCompact } from '../tokens/compact-jws.ts'
import {
  identityClockSkew,
  identityExpired,
  identityKeyUnknown,
  identityReplayed,
  identityWrongAudience,
  invalidIdentity,
} from './identity-errors.ts'
import { IDENTITY_ALGORITHMS, parseStoredJwk } from './identity-key.ts'

/** The device and the person that an identity token must vouch for. */
interface VouchedDevice {
  readonly providerId: string
  readonly ptr: string
  readonly address: string
}

/**
 * Verifies the identity token of a registration: the backend of the provider signed it now, for this service and this person (wire
 * decisions, section 8).
 *
 * The first device that uses a token is the only one that can use it. It may use it again, because a response can be lost.
 *
 * @throws {LicetError} `invalid_identity`, `identity_expired`, `identity_clock_skew`, `identity_wrong_audience`, `identity_replayed`,
 *   `identity_key_unknown`
 */
export async function verifyIdentity(context: ServiceContext, token: string, device: VouchedDevice): Promise<void> {
  const jws = readCompact(token)
  if (jws === undefined) throw invalidIdentity('is not a compact JWS')
  await verifySignature(context, jws, token, device.providerId)
  const { iss, sub, aud, jti } = jws.payload
  if (iss !== device.providerId) throw invalidIdentity('has another iss than the id of the provider')
  if (!isAudience(aud, context.authUrl)) throw identityWrongAudience()
  if (sub !== device.ptr) throw invalidIdentity('vouches for another person, because its sub is not the id of the registration')
  if (typeof jti !== 'string' || jti === '' || jti.length > MAX_JTI_CHARS)
    throw invalidIdentity(`has no jti of 1 to ${MAX_JTI_CHARS} characters`)
  const { issued, exp } = readTimes(jws.payload, context.now() / 1000)
  const hash = (text: string) => toBase64Url(context.crypto.sha256(utf8(text)))
  const use = {
    providerId: device.providerId,
    token: hash(jti),
    device: hash(device.address),
    // The clock of the backend can be ahead.
    issued: (issued - CLOCK_SKEW_SECONDS) * 1000,
    expires: (exp + CLOCK_SKEW_SECONDS) * 1000,
  }
  const claim = await claimIdentityToken(context.storage, use)
  if (claim === 'forgotten') throw identityExpired()
  if (claim === 'replayed') throw identityReplayed()
}

async function verifySignature(
  { storage }: ServiceContext,
  { header }: CompactJws,
  token: string,
  providerId: string,
): Promise<void> {
  const { typ, alg, kid } = header
  if (typ !== IDENTITY_TOKEN_TYPE) throw invalidIdentity(`has another typ than ${IDENTITY_TOKEN_TYPE}`)
  // RFC 7515 section 4.1.11: a token with an unknown extension is invalid, and this service knows none.
  if ('crit' in header || 'b64' in header) throw invalidIdentity('has a critical extension')
  if (typeof kid !== 'string') throw invalidIdentity('has no kid')
  const key = (await listIdentityKeys(storage, providerId)).find((stored) => stored.kid === kid)
  if (key === undefined) throw identityKeyUnknown()
  const jwk = parseStoredJwk(key)
  // The key decides which algorithm is valid, never the token (RFC 8725 section 3.1).
  const algorithm = IDENTITY_ALGORITHMS[jwk.crv]?.find((name) => name === alg)
  if (algorithm === undefined) throw invalidIdentity('has another alg than its key')
  try {
    await compactVerify(token, await importJWK(jwk, algorithm), { algorithms: [algorithm] })
  } catch {
    throw invalidIdentity('was altered, or signed by another key')
  }
}

function isAudience(aud: JsonValue | undefined, authUrl: string): boolean {
  return aud === authUrl || (Array.isArray(aud) && aud.length === 1 && aud[0] === authUrl)
}

/**
 * Returns when a token that is valid now was issued, at the earliest, and when it expires. The clocks of the backend and the service may differ
 * by `CLOCK_SKEW_SECONDS`.
 */
function readTimes({ exp, iat, nbf }: JsonObject, now: number): { readonly issued: number; readonly exp: number } {
  if (!isEpochSecond(exp)) throw invalidIdentity('has no exp in whole seconds')
  for (const begin of [iat, nbf]) {
    if (begin === undefined) continue
    if (!isEpochSecond(begin)) throw invalidIdentity('has an iat or nbf that is not in whole seconds')
    if (begin > now + CLOCK_SKEW_SECONDS) throw identityClockSkew()
  }
  if (iat !== undefined && exp - Number(iat) > MAX_IDENTITY_SECONDS)
    throw invalidIdentity(`is valid for more than ${MAX_IDENTITY_SECONDS} seconds`)
  if (exp <= now - CLOCK_SKEW_SECONDS) throw identityExpired()
  if (exp > now + MAX_IDENTITY_SECONDS + CLOCK_SKEW_SECONDS) throw identityClockSkew()
  return { issued: isEpochSecond(iat) ? iat : exp - MAX_IDENTITY_SECONDS, exp }
}
