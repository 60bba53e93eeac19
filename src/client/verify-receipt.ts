import type { JSONWebKeySet } from 'jose'
import { LicetError } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'
import { type ReceiptClaims, receiptClaimsShape } from '../protocol/answers.ts'
import { readShape } from '../protocol/shape.ts'
import { TOKEN_TYPES } from '../protocol/token.ts'
import { findKey, JwtError, verifyJwt } from './tokens/verify-jwt.ts'

/** What {@link verifyReceipt} may check beside the signature. */
export interface VerifyReceiptOptions {
  /** The service that must have issued it: its `authUrl`. */
  readonly issuer?: string | undefined
  /** Milliseconds since the epoch. Default: `Date.now()`. */
  readonly now?: number | undefined
}

/**
 * Verifies a receipt offline: that one of these keys signed it, that it is a receipt and no other token, and that its claims are whole.
 *
 * It proves what the service confirmed: that the device `sub` signed the request whose SHA3-256 is `req`, over the terms whose SHA3-256 is
 * `terms`, and that the service stored it as license `lic` at `iat` (seconds) with `status`. It proves nothing about later changes.
 *
 * @throws {LicetError} `invalid_receipt` that says why
 * @example
 * const { lic, status } = await verifyReceipt(license.receipt, await auth.getKeySet())
 */
export async function verifyReceipt(
  receipt: string,
  jwks: JSONWebKeySet,
  options: VerifyReceiptOptions = {},
): Promise<ReceiptClaims> {
  const { issuer, now = Date.now() } = options
  const expected = { typ: TOKEN_TYPES.receipt, now, issuer }
  return readReceipt(() => verifyJwt((kid) => findKey(jwks, kid), receipt, expected))
}

/** Reads the claims of a receipt that is verified by the function given, and turns its failures into ours. */
export async function readReceipt(verify: () => Promise<JsonObject>): Promise<ReceiptClaims> {
  let payload: JsonObject
  try {
    payload = await verify()
  } catch (cause) {
    if (cause instanceof JwtError) throw invalidReceipt(WHY[cause.reason], cause)
    throw cause
  }
  const claims = readShape(payload, receiptClaimsShape)
  if (claims === undefined) throw invalidReceipt('lacks a claim that a receipt has')
  return claims
}

/** The error of a receipt that proves nothing. */
export function invalidReceipt(why: string, cause?: unknown): LicetError<'invalid_receipt'> {
  return new LicetError(
    'invalid_receipt',
    `The receipt ${why}. It proves nothing. Get the record and the key set again, both from the service that stored it.`,
    { cause },
  )
}

const WHY: Readonly<Record<JwtError['reason'], string>> = {
  damaged: 'is damaged, or signed by an algorithm that the service does not use',
  unknown_key: 'names a key that is not in the key set',
  signature: 'was altered, or signed by another key',
  kind: 'is a token of another kind',
  issuer: 'is of another service',
  subject: 'is of another device',
  time: 'is from the future',
}
