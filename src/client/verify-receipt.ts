import { errors, type JSONWebKeySet, type JWTPayload } from 'jose'
import * as v from 'valibot'
import { LicetError } from '../core/errors.ts'
import { ReceiptClaims } from '../protocol/license.ts'
import { CLOCK_SKEW_SECONDS } from '../protocol/limits.ts'
import { TOKEN_TYPES } from '../protocol/token.ts'
import { verifyWith } from './key-set.ts'

/** What {@link verifyReceipt} may check beside the signature. */
export interface VerifyReceiptOptions {
  /** The service that must have issued it: its `authUrl`. */
  readonly issuer?: string
  /** Milliseconds since the epoch. Default: `Date.now()`. */
  readonly now?: number
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
  const currentDate = new Date(now)
  return readReceipt(() =>
    verifyWith(jwks, receipt, {
      typ: TOKEN_TYPES.receipt,
      currentDate,
      clockTolerance: CLOCK_SKEW_SECONDS,
      ...(issuer === undefined ? {} : { issuer }),
    }),
  )
}

/** Reads the claims of a receipt that is verified by the function given, and turns its failures into ours. */
export async function readReceipt(verify: () => Promise<JWTPayload>): Promise<ReceiptClaims> {
  let payload: JWTPayload
  try {
    payload = await verify()
  } catch (cause) {
    if (cause instanceof errors.JOSEError) throw invalidReceipt(WHY[cause.code] ?? 'is damaged', cause)
    throw cause
  }
  const claims = v.safeParse(ReceiptClaims, payload)
  if (!claims.success) throw invalidReceipt('lacks a claim that a receipt has')
  return claims.output
}

/** The error of a receipt that proves nothing. */
export function invalidReceipt(why: string, cause?: unknown): LicetError<'invalid_receipt'> {
  return new LicetError(
    'invalid_receipt',
    `The receipt ${why}. It proves nothing. Get the record again from the service that stored it, and check it with that service's key set.`,
    { cause },
  )
}

const WHY: Readonly<Record<string, string>> = {
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'was altered, or signed by another key',
  ERR_JWKS_NO_MATCHING_KEY: 'names a key that is not in the key set',
  ERR_JWT_CLAIM_VALIDATION_FAILED: 'is of another kind or another service, or from the future',
  ERR_JOSE_ALG_NOT_ALLOWED: 'is signed by an algorithm that the service does not use',
}
