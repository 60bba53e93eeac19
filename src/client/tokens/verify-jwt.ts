import { compactVerify, errors, type JSONWebKeySet, type JWK } from 'jose'
import { isLicetError } from '../../core/errors.ts'
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { CLOCK_SKEW_SECONDS } from '../../core/limits.ts'
import { TOKEN_ALGORITHM } from '../../protocol/token.ts'
import { decodeJson } from '../http/decode-json.ts'

/** The header and claims that a JWT of the service must have. */
export interface ExpectedJwt {
  readonly typ: string
  readonly issuer?: string | undefined
  readonly subject?: string | undefined
  /** Milliseconds since the epoch. Without it, only the order of `iat` and `exp` is checked. */
  readonly now?: number | undefined
}

/** The reason why a JWT was rejected. */
export class JwtError extends Error {
  override readonly name = 'JwtError'
  readonly reason: 'damaged' | 'unknown_key' | 'signature' | 'kind' | 'issuer' | 'subject' | 'time'

  constructor(reason: JwtError['reason'], cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

/** Returns the key with an id. Errors reach the caller of {@link verifyJwt}. */
export type FindKey = (kid: string | undefined) => JWK | Promise<JWK>

/**
 * Returns the key with an id. A token without a key id is rejected.
 *
 * @throws {JwtError} `unknown_key`
 */
export function findKey({ keys }: JSONWebKeySet, kid: string | undefined): JWK {
  const key = keys.find((candidate) => kid !== undefined && candidate.kid === kid)
  if (key === undefined) throw new JwtError('unknown_key')
  return key
}

/**
 * Verifies a JWT and returns its claims. Checks algorithm, type, issuer, subject and times (RFC 8725).
 *
 * @throws {JwtError} with the `reason`
 */
export async function verifyJwt(find: FindKey, token: string, expected: ExpectedJwt): Promise<JsonObject> {
  const { protectedHeader: header, payload } = await compactVerify(token, ({ kid }) => find(kid), {
    algorithms: [TOKEN_ALGORITHM],
  }).catch((cause: unknown) => {
    // `find` failed: its own error is more precise.
    if (cause instanceof JwtError || isLicetError(cause)) throw cause
    throw new JwtError(cause instanceof errors.JWSSignatureVerificationFailed ? 'signature' : 'damaged', cause)
  })
  const claims = readClaims(payload)
  // No extension is supported (RFC 7515 §4.1.11), not even the unencoded payload that `jose` supports.
  if (header.crit !== undefined) throw new JwtError('damaged')
  if (header.typ !== expected.typ) throw new JwtError('kind')
  if (expected.issuer !== undefined && claims.iss !== expected.issuer) throw new JwtError('issuer')
  if (expected.subject !== undefined && claims.sub !== expected.subject) throw new JwtError('subject')
  if (!isTimely(claims, expected.now)) throw new JwtError('time')
  return claims
}

/** Returns whether a value is a JWK set (RFC 7517 §5) with at least one public EC key. */
export function isKeySet(value: unknown): value is JSONWebKeySet {
  return (
    isJsonObject(value) &&
    Array.isArray(value.keys) &&
    value.keys.every(isJsonObject) &&
    value.keys.some(({ kty, d }) => kty === 'EC' && !d)
  )
}

function readClaims(payload: Uint8Array): JsonObject {
  try {
    const claims = decodeJson(payload)
    if (isJsonObject(claims)) return claims
  } catch {}
  throw new JwtError('damaged')
}

function isTimely({ iat, exp }: JsonObject, nowMs: number | undefined): boolean {
  if (typeof iat !== 'number') return false
  const now = nowMs === undefined ? iat : nowMs / 1000
  if (iat > now + CLOCK_SKEW_SECONDS) return false
  // Receipts have no `exp`. Access tokens have one.
  return exp === undefined || (Number.isSafeInteger(exp) && Number(exp) > Math.max(now - CLOCK_SKEW_SECONDS, iat))
}
