import { fromBase64Url } from '../../core/base64.ts'
import { LicetError } from '../../core/errors.ts'
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { MAX_EXPIRES_SECONDS } from '../../core/limits.ts'
import type { TokenResponse } from '../../protocol/records/tokens.ts'
import { TOKEN_TYPES } from '../../protocol/token.ts'
import { decodeJson } from '../http/decode-json.ts'
import { invalidResponse } from '../http/http-error.ts'
import type { HttpOptions, HttpResponse } from '../http/send-request.ts'
import type { KeySet } from './key-set.ts'
import type { TokenSet } from './token-types.ts'
import { JwtError } from './verify-jwt.ts'

/** The parts that {@link readToken} uses. */
export interface TokenContext {
  readonly http: HttpOptions
  readonly issuer: string
  /** Shared with the other verifications for the same service. */
  readonly keySet: KeySet
}

/**
 * Verifies the token of a token response and converts its expiry to this device's clock.
 *
 * @param response The HTTP response. Its `Date` header shows the difference between the two clocks.
 * @param clientId The client that the token must be issued to, if known.
 * @throws {LicetError} `invalid_response` for a token that the service did not sign for this client, `invalid_configuration` for another issuer
 */
export async function readToken(
  { access_token: accessToken, scope, refresh_token: refreshToken }: TokenResponse,
  response: HttpResponse,
  clientId: string | undefined,
  { http: { now }, issuer, keySet }: TokenContext,
): Promise<TokenSet> {
  const { skewMs, status } = response
  // Without the service's clock, the times cannot be checked: this device's clock may be hours off.
  const time = skewMs === undefined ? undefined : now() + skewMs
  const expected = { typ: TOKEN_TYPES.access, issuer, subject: clientId, now: time }
  const { iat, exp } = await keySet.verify(accessToken, expected).catch((error: unknown) => {
    // Without keys the token is used unverified: it is sent only to the service, which verifies it.
    if (!(error instanceof JwtError)) return decodeClaims(accessToken, status)
    if (error.reason === 'issuer') throw wrongIssuer(issuer, decodeClaims(accessToken, status).iss, error)
    throw invalidResponse(status, 'contains a token that is not for this client', error)
  })
  // A token with times in milliseconds would last a thousand times too long and never be renewed.
  const isTimed = typeof iat === 'number' && typeof exp === 'number' && exp > iat && exp - iat <= MAX_EXPIRES_SECONDS
  if (!isTimed) throw invalidResponse(status, 'contains a token without a valid expiry')
  return {
    accessToken,
    scope: scope.split(' ').filter((word) => word !== ''),
    expiresAt: exp * 1000 - (skewMs ?? iat * 1000 - now()),
    refreshToken,
  }
}

// Decodes the claims of a token whose signature cannot be checked now.
function decodeClaims(token: string, status: number): JsonObject {
  try {
    const claims = decodeJson(fromBase64Url(token.split('.')[1] ?? ''))
    if (isJsonObject(claims)) return claims
  } catch {}
  throw invalidResponse(status, 'contains a malformed token')
}

// The service signed the token under another issuer name, so every attempt would fail in the same way.
function wrongIssuer(configured: string, named: unknown, cause: JwtError): LicetError<'invalid_configuration'> {
  return new LicetError(
    'invalid_configuration',
    `The service names itself ${named}, and \`issuer\` (default: \`authUrl\`) is ${configured}. Its tokens are not trusted. Make them equal.`,
    { cause, field: 'issuer' },
  )
}
