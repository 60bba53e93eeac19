import type { JSONWebKeySet, JWK } from 'jose'
import { isJsonObject, type JsonObject } from '../core/json.ts'
import { type CompactJws, parseCompact } from '../protocol/compact-jws.ts'
import { CLOCK_SKEW_SECONDS } from '../protocol/limits.ts'
import { TOKEN_ALGORITHM } from '../protocol/token.ts'
import { parseJsonBytes } from './json.ts'

/** WebCrypto's names for ES256 (RFC 7518 section 3.4). */
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const

/** What a JWT of the service must be, beside signed by it. */
export interface ExpectedJwt {
  readonly typ: string
  readonly issuer?: string
  readonly subject?: string
  /** Milliseconds since the epoch. */
  readonly now: number
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

/** Reads a JWT without verifying it. @throws {JwtError} `damaged` */
export function decodeJwt(token: string): CompactJws {
  const jwt = parseCompact(token, parseJsonBytes)
  if (jwt === undefined) throw new JwtError('damaged')
  return jwt
}

/**
 * Verifies a JWT with given keys, by the one algorithm of the service (RFC 8725: algorithm, type, issuer, subject and times are checked).
 *
 * @throws {JwtError}
 */
export async function verifyJwt(keys: JSONWebKeySet, token: string, expected: ExpectedJwt): Promise<JsonObject> {
  const jwt = decodeJwt(token)
  const { header, payload } = jwt
  // A key without a name is nobody's: which one signed must be said.
  const key = keys.keys.find((candidate) => header.kid !== undefined && candidate.kid === header.kid)
  if (key === undefined) throw new JwtError('unknown_key')
  await assertSignature(jwt, key)
  if (header.typ !== expected.typ) throw new JwtError('kind')
  if (expected.issuer !== undefined && payload.iss !== expected.issuer) throw new JwtError('issuer')
  if (expected.subject !== undefined && payload.sub !== expected.subject) throw new JwtError('subject')
  if (!isTimely(payload, expected.now / 1000)) throw new JwtError('time')
  return payload
}

/** Tells whether a value is a JWK set (RFC 7517 section 5). Its keys are looked at when one of them is needed. */
export function isKeySet(value: unknown): value is JSONWebKeySet {
  return (
    isJsonObject(value) && Array.isArray(value.keys) && value.keys.every((key) => isJsonObject(key) && typeof key.kty === 'string')
  )
}

// The algorithm is ours to say: a header that names another, or extensions that must be understood (RFC 7515 section 4.1.11), is refused.
async function assertSignature({ header, signedBytes, signature }: CompactJws, key: JWK): Promise<void> {
  if (header.alg !== TOKEN_ALGORITHM || header.crit !== undefined || !isForVerifying(key)) throw new JwtError('damaged')
  const { kty, crv, x, y } = key
  let isSigned: boolean
  try {
    const { subtle } = globalThis.crypto
    const imported = await subtle.importKey('jwk', { kty, crv, x, y } as JsonWebKey, CURVE, false, ['verify'])
    isSigned = await subtle.verify(SIGNATURE, imported, signature, signedBytes)
  } catch (cause) {
    throw new JwtError('damaged', cause)
  }
  if (!isSigned) throw new JwtError('signature')
}

// RFC 7517 sections 4.2 to 4.4: what a key says of its own use is kept to.
function isForVerifying({ alg = TOKEN_ALGORITHM, use = 'sig', key_ops: acts = ['verify'] }: JWK): boolean {
  return alg === TOKEN_ALGORITHM && use === 'sig' && acts.includes('verify')
}

function isTimely({ iat, exp }: JsonObject, now: number): boolean {
  if (typeof iat !== 'number' || iat > now + CLOCK_SKEW_SECONDS) return false
  // Receipts do not end; access tokens do.
  return exp === undefined || (Number.isSafeInteger(exp) && Number(exp) > Math.max(now - CLOCK_SKEW_SECONDS, iat))
}
