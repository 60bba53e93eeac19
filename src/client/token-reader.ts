import { LicetError } from '../core/errors.ts'
import type { TokenResponse } from '../protocol/answers.ts'
import { TOKEN_TYPES } from '../protocol/token.ts'
import type { HttpAnswer } from './http.ts'
import { invalidResponse } from './http-error.ts'
import type { KeySet } from './key-set.ts'
import { decodeClaims, type TokenSet, toTimes } from './token-set.ts'
import { JwtError } from './verify-jwt.ts'

/**
 * Turns a token answer into a {@link TokenSet}: verified with the key set, its end read from the token and put on this device's clock.
 *
 * @param answer Brought the token; its `Date` tells how far the two clocks are apart.
 * @param clientId Whom the token has to be for, where that is known.
 * @throws {LicetError} `invalid_response` for a token that the service did not sign for us, `invalid_configuration` for another issuer
 */
export type ReadToken = (token: TokenResponse, answer: HttpAnswer, clientId: string | undefined) => Promise<TokenSet>

/** Makes what reads the tokens of one service. */
export function createTokenReader(keySet: KeySet, issuer: string, now: () => number): ReadToken {
  return async ({ access_token: accessToken, scope, refresh_token: refreshToken }, answer, clientId) => {
    const { skewMs } = answer
    // Where the browser hides the service's clock, ours may be hours off: then the service is the judge of the time.
    const time = skewMs === undefined ? undefined : now() + skewMs
    const expected = { typ: TOKEN_TYPES.access, issuer, subject: clientId, now: time }
    const claims = await keySet.verify(accessToken, expected).catch((error: unknown) => {
      // Without keys the token is only carried back to where it came from; the service itself is the judge of it.
      if (!(error instanceof JwtError)) return decodeClaims(accessToken, answer)
      if (error.reason === 'issuer') throw wrongIssuer(error)
      throw invalidResponse(answer.status, 'holds a token that the service did not sign for us', error)
    })
    const { iat, exp } = toTimes(claims, answer)
    return {
      accessToken,
      scope: scope.split(' ').filter((word) => word !== ''),
      expiresAt: exp * 1000 - (skewMs ?? iat * 1000 - now()),
      refreshToken,
    }
  }
}

// Signed by the service's own keys under another name: no try after this one would end otherwise.
function wrongIssuer(cause: JwtError): LicetError<'invalid_configuration'> {
  return new LicetError(
    'invalid_configuration',
    'The service names itself otherwise than `authUrl` and `issuer` say. Its tokens are not trusted. Give `issuer` the name it has, or start it with the address that people use.',
    { cause, field: 'issuer' },
  )
}
