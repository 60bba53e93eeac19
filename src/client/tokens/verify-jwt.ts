import { compactVerify, errors, type JSONWebKeySet, type JWK } from 'jose'
import { isLicetError } from '../../core/errors.ts'
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { CLOCK_SKEW_SECONDS } from '../../core/limits.ts'
import { TOKEN_ALGORITHM } from '../../protocol/token.ts'
import { parseJsonBytes } from '../http/decode-json.ts'

/** What a JWT of the service must be, beside signed by it. */
export interface ExpectedJwt {
  readonly typ: string
  readonly issuer?: string | undefined
  readonly subject?: string | undefined
  /** Milliseconds since the epoch. Without it only the order of the token's own times is checked. */
  readonly now?: number | undefined
}

/** A JWT that is not what it should be. */
export class JwtError extends Error {
  override readonly name = 'JwtError'
  readonly reason: 'damaged' | 'unknown_key' | 'signature' | 'kind' | 'issuer' | 'subject' | 'time'

  constructor(reason: JwtError['reason'], cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

/** Finds the key that a JWT names; what it throws reaches whoever verifies. */
export type FindKey = (kid: string | undefined) => JWK | Promise<JWK>

/**
 * Finds a key in a set. A key without a name is nobody's: which one signed must be said.
 *
 * @throws {JwtError} `unknown_key`
 */
export function findKey({ keys }: JSONWebKeySet, kid: string | undefined): JWK {
  const key = keys.find((candidate) => kid !== undefined && candidate.kid === kid)
  if (key === undefined) throw new JwtError('unknown_key')
  return key
}

/**
 * Verifies a JWT by the one algorithm of the service (RFC 8725: algorithm, type, issuer, subject and times are checked).
 *
 * @throws {JwtError}
 */
export async function verifyJwt(find: FindKey, token: string, expected: ExpectedJwt): Promise<JsonObject> {
  const { protectedHeader: header, payload } = await compactVerify(token, ({ kid }) => find(kid), {
    algorithms: [TOKEN_ALGORITHM],
  }).catch((cause: unknown) => {
    // What finding the key failed of says more than that it failed.
    if (cause instanceof JwtError || isLicetError(cause)) throw cause
    throw new JwtError(cause instanceof errors.JWSSignatureVerificationFailed ? 'signature' : 'damaged', cause)
  })
  const claims = readClaims(payload)
  // No extension is understood here (RFC 7515 section 4.1.11), the unencoded payload that the library knows included.
  if (header.crit !== undefined) throw new JwtError('damaged')
  if (header.typ !== expected.typ) throw new JwtError('kind')
  if (expected.issuer !== undefined && claims.iss !== expected.issuer) throw new JwtError('issuer')
  if (expected.subject !== undefined && claims.sub !== expected.subject) throw new JwtError('subject')
  if (!isTimely(claims, expected.now)) throw new JwtError('time')
  return claims
}

/** Tells whether a value is a JWK set (RFC 7517 section 5) with a public key of our algorithm. Which one signed is looked at when it is needed. */
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
    const claims = parseJsonBytes(payload)
    if (isJsonObject(claims)) return claims
  } catch {}
  throw new JwtError('damaged')
}

function isTimely({ iat, exp }: JsonObject, nowMs: number | undefined): boolean {
  if (typeof iat !== 'number') return false
  const now = nowMs === undefined ? iat : nowMs / 1000
  if (iat > now + CLOCK_SKEW_SECONDS) return false
  // Receipts do not end; access tokens do.
  return exp === undefined || (Number.isSafeInteger(exp) && Number(exp) > Math.max(now - CLOCK_SKEW_SECONDS, iat))
}
