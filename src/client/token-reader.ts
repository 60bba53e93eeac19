import { LicetError } from '../core/errors.ts'
import type { TokenResponse } from '../protocol/answers.ts'
import { TOKEN_TYPES } from '../protocol/token.ts'
import type { HttpAnswer } from './http.ts'
import { invalidResponse } from './http-error.ts'
import type { KeySet } from './key-set.ts'
import { decodeClaims, type TokenSet, type TokenTimes, toTimes } from './token-set.ts'
import { JwtError } from './verify-jwt.ts'

/** Turns a token answer into a {@link TokenSet}: verified with the key set, its end read from the token and put on this device's clock. */
export class TokenReader {
  readonly #keySet: KeySet
  readonly #issuer: string
  readonly #now: () => number

  constructor(keySet: KeySet, issuer: string, now: () => number) {
    this.#keySet = keySet
    this.#issuer = issuer
    this.#now = now
  }

  /**
   * @param answer Brought the token; its `Date` tells how far the two clocks are apart.
   * @param clientId Whom the token has to be for, where that is known.
   * @throws {LicetError} `invalid_response` for a token that the service did not sign for us, `invalid_configuration` for another issuer
   */
  async read(token: TokenResponse, answer: HttpAnswer, clientId: string | undefined): Promise<TokenSet> {
    const { iat, exp } = await this.#verify(token.access_token, answer, clientId)
    return {
      accessToken: token.access_token,
      scope: token.scope.split(' ').filter((word) => word !== ''),
      expiresAt: exp * 1000 - (answer.skewMs ?? iat * 1000 - this.#now()),
      refreshToken: token.refresh_token,
    }
  }

  async #verify(token: string, answer: HttpAnswer, clientId: string | undefined): Promise<TokenTimes> {
    // Where the browser hides the service's clock, ours may be hours off: then the service is the judge of the time.
    const now = answer.skewMs === undefined ? undefined : this.#now() + answer.skewMs
    const expected = { typ: TOKEN_TYPES.access, issuer: this.#issuer, subject: clientId, now }
    const claims = await this.#keySet.verify(token, expected).catch((error: unknown) => {
      // Without keys the token is only carried back to where it came from; the service itself is the judge of it.
      if (!(error instanceof JwtError)) return decodeClaims(token, answer)
      if (error.reason === 'issuer') throw wrongIssuer(error)
      throw invalidResponse(answer.status, 'holds a token that the service did not sign for us', error)
    })
    return toTimes(claims, answer)
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
