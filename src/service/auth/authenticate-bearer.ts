import { LicetError } from '../../core/errors.ts'
import type { Scope } from '../../protocol/scopes.ts'
import { BEARER_SCHEME } from '../http/respond-error.ts'
import type { ServiceContext } from '../service-context.ts'
import { type Principal, verifyAccessToken } from '../tokens/access-token.ts'

const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i

/**
 * Verifies the bearer token of a request. Reads only the `Authorization` header (RFC 6750 section 2.1).
 *
 * @throws {LicetError} `invalid_token`
 */
export async function authenticateBearer(context: ServiceContext, request: Request): Promise<Principal> {
  const header = request.headers.get('authorization')
  if (header === null || !BEARER_SCHEME.test(header)) {
    throw new LicetError(
      'invalid_token',
      'The request has no bearer token, and this operation requires one. Nothing was done. Send the token in the Authorization header.',
    )
  }
  const token = readBearerToken(header)
  const principal = token === undefined ? undefined : await verifyAccessToken(context, token)
  if (principal === undefined) throw invalidBearerToken()
  return principal
}

/** Returns the bearer token of an `Authorization` header. `undefined` when it has none, or one of another form. */
export function readBearerToken(authorization: string | null | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1]
}

/**
 * Requires that a token has a scope.
 *
 * @throws {LicetError} `insufficient_scope`
 */
export function assertScope(principal: Principal, scope: Scope): void {
  if (!principal.scopes.includes(scope)) throw insufficientScope(scope)
}

/** Creates the error for a token that is unknown or expired, or whose user, provider or device no longer exists. */
export function invalidBearerToken(): LicetError<'invalid_token'> {
  return new LicetError(
    'invalid_token',
    'The bearer token is unknown, expired or revoked. Nothing was done. Get a new one from the token endpoint.',
  )
}

/** Creates the error for a token that lacks a scope. */
export function insufficientScope(scope: Scope): LicetError<'insufficient_scope'> {
  return new LicetError(
    'insufficient_scope',
    `The token lacks the scope ${scope}. Nothing was done. Use a token that has this scope.`,
  )
}
