import { fromBase64Url } from '../../core/base64.ts'
import { LicetError } from '../../core/errors.ts'
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { MAX_EXPIRES_SECONDS } from '../../core/limits.ts'
import type { TokenResponse } from '../../protocol/answers.ts'
import { TOKEN_TYPES } from '../../protocol/token.ts'
import { parseJsonBytes } from '../http/decode-json.ts'
import { invalidResponse } from '../http/http-error.ts'
import type { HttpAnswer, HttpOptions } from '../http/send-request.ts'
import type { KeySet } from './key-set.ts'
import type { TokenSet } from './token-set.ts'
import { JwtError } from './verify-jwt.ts'

/** What a token is read with. */
export interface TokenContext {
  readonly http: HttpOptions
  readonly issuer: string
  /** Shared with whoever else verifies what the same service signed. */
  readonly keySet: KeySet
}

/**
 * Turns a token answer into a {@link TokenSet}: verified with the key set, its end read from the token and put on this device's clock.
 *
 * @param answer Brought the token; its `Date` tells how far the two clocks are apart.
 * @param clientId Whom the token has to be for, where that is known.
 * @throws {LicetError} `invalid_response` for a token that the service did not sign for us, `invalid_configuration` for another issuer
 */
export async function readToken(
  { access_token: accessToken, scope, refresh_token: refreshToken }: TokenResponse,
  answer: HttpAnswer,
  clientId: string | undefined,
  { http: { now }, issuer, keySet }: TokenContext,
): Promise<TokenSet> {
  const { skewMs, status } = answer
  // Where the browser hides the service's clock, ours may be hours off: then the service is the judge of the time.
  const time = skewMs === undefined ? undefined : now() + skewMs
  const expected = { typ: TOKEN_TYPES.access, issuer, subject: clientId, now: time }
  const { iat, exp } = await keySet.verify(accessToken, expected).catch((error: unknown) => {
    // Without keys the token is only carried back to where it came from; the service itself is the judge of it.
    if (!(error instanceof JwtError)) return decodeClaims(accessToken, status)
    if (error.reason === 'issuer') throw wrongIssuer(error)
    throw invalidResponse(status, 'holds a token that the service did not sign for us', error)
  })
  // In seconds: a token that lasts a thousand times too long would never be renewed.
  const isTimed = typeof iat === 'number' && typeof exp === 'number' && exp > iat && exp - iat <= MAX_EXPIRES_SECONDS
  if (!isTimed) throw invalidResponse(status, 'holds a token that does not say when it ends')
  return {
    accessToken,
    scope: scope.split(' ').filter((word) => word !== ''),
    expiresAt: exp * 1000 - (skewMs ?? iat * 1000 - now()),
    refreshToken,
  }
}

// The claims of a token whose signature cannot be checked just now.
function decodeClaims(token: string, status: number): JsonObject {
  try {
    const claims = parseJsonBytes(fromBase64Url(token.split('.')[1] ?? ''))
    if (isJsonObject(claims)) return claims
  } catch {}
  throw invalidResponse(status, 'holds a token that is none')
}

// Signed by the service's own keys under another name: no try after this one would end otherwise.
function wrongIssuer(cause: JwtError): LicetError<'invalid_configuration'> {
  return new LicetError(
    'invalid_configuration',
    'The service names itself otherwise than `authUrl` and `issuer` say. Its tokens are not trusted. Give `issuer` the name it has, or start it with the address that people use.',
    { cause, field: 'issuer' },
  )
}
