import type { JSONWebKeySet } from 'jose'
import { LicetError } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'
import type { LoggedReceipt, ReceiptLog } from '../log/verify-logged.ts'
import { receiptClaimsShape } from '../protocol/guards.ts'
import type { ReceiptClaims } from '../protocol/records/receipt.ts'
import { readShape } from '../protocol/shape.ts'
import { TOKEN_TYPES } from '../protocol/token.ts'
import { findKey, JwtError, verifyJwt } from './tokens/verify-jwt.ts'

/** Options of {@link verifyReceipt}. */
export interface VerifyReceiptOptions {
  /** The proof that the public log of the service contains the receipt, as `getLogProof()` returns it. Default: the log is not checked. */
  readonly log?: ReceiptLog | undefined
  /**
   * The certificates of time-stamping authorities that you trust, in PEM. Default: none. Then anyone can have made the certificate of a time
   * stamp, and `logged.timestamp.isTrusted` is `false`.
   */
  readonly timestampCertificates?: string | undefined
  /** The `authUrl` of the service that must have issued the receipt. Default: any issuer. */
  readonly issuer?: string | undefined
  /** The current time in milliseconds since the epoch. Default: `Date.now()`. */
  readonly now?: number | undefined
}

/** A receipt whose signature was verified. */
export interface VerifiedReceipt extends ReceiptClaims {
  /** What the public log proves, with one English sentence about it. Present exactly when the options have a `log`. */
  readonly logged?: (LoggedReceipt & { readonly text: string }) | undefined
}

/**
 * Verifies a receipt offline and returns its claims. Checks the signature against the keys, the token type, the issuer and all claims.
 *
 * The receipt proves that the device `sub` signed the request with the SHA3-256 `req`, over the terms with the SHA3-256 `terms`. It also
 * proves that the service stored the request as license `lic` at `iat` (in seconds) with `status`. It proves nothing about later changes.
 * The receipt of an erased license contains no device, and no request unless the request had an `x-salt`.
 *
 * @throws {LicetError} `invalid_receipt` with the reason in its message; `invalid_proof` when `log` does not prove that the public log contains
 *   the receipt
 * @example
 * const { lic, status } = await verifyReceipt(license.receipt, await auth.getKeySet())
 */
export async function verifyReceipt(
  receipt: string,
  jwks: JSONWebKeySet,
  options: VerifyReceiptOptions = {},
): Promise<VerifiedReceipt> {
  const { issuer, now = Date.now(), log, timestampCertificates } = options
  const expected = { typ: TOKEN_TYPES.receipt, now, issuer }
  const claims = await readReceipt(() => verifyJwt((kid) => findKey(jwks, kid), receipt, expected))
  if (log === undefined) return claims
  const { verifyLog } = await import('./log/verify-log.ts')
  return { ...claims, logged: await verifyLog(receipt, claims.iat, log, timestampCertificates) }
}

/** Returns the claims of a receipt. `verify` checks its signature, and its errors become `invalid_receipt`. */
export async function readReceipt(verify: () => Promise<JsonObject>): Promise<ReceiptClaims> {
  let payload: JsonObject
  try {
    payload = await verify()
  } catch (cause) {
    if (cause instanceof JwtError) throw invalidReceipt(REASONS[cause.reason], cause)
    throw cause
  }
  const claims = readShape(payload, receiptClaimsShape)
  // Only erasure removes the hash of the request.
  if (claims === undefined || (claims.req === undefined && claims.status !== 'erased'))
    throw invalidReceipt('lacks a required claim, or has a wrong one')
  return claims
}

/** Creates the error of an invalid receipt. `what` continues the sentence "The receipt …". */
export function invalidReceipt(what: string, cause?: unknown): LicetError<'invalid_receipt'> {
  return new LicetError('invalid_receipt', `The receipt ${what}, so it proves nothing. Fetch the license and the key set again.`, {
    cause,
  })
}

const REASONS: Readonly<Record<JwtError['reason'], string>> = {
  damaged: 'is malformed, or signed with another algorithm than ES256',
  unknown_key: 'was signed with a key that is not in the key set',
  signature: 'was altered, or signed by another key',
  kind: 'is a token of another kind',
  issuer: 'was issued by another service',
  subject: 'belongs to another device',
  time: 'has a time in the future',
}
