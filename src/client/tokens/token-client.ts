import type { RegisterAddress } from '../../protocol/account.ts'
import { type Address, registeredShape, tokenResponseShape } from '../../protocol/answers.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import { type HttpAnswer, type HttpRequest, type Members, readAnswer, sendRequest } from '../http/send-request.ts'
import { readToken, type TokenContext } from './read-token.ts'
import { type GrantRequest, type TokenSet, toCredentials } from './token-set.ts'

/** Options of every call. */
export interface CallOptions {
  /** Ends the call with `aborted`; what reached the service is done. Default: nothing ends it but its time. */
  readonly signal?: AbortSignal | undefined
}

/** Options of {@link AuthClient.registerAddress}. */
export interface RegisterOptions extends CallOptions {
  /** Asks for the device's first token as well, which saves the grant; a service that does not know this leaves it out. Default `false`. */
  readonly grant?: boolean | undefined
}

/** A registered address, and the device's first token where it was asked for and the service gives one. */
export interface RegisteredAddress extends Address {
  readonly token?: TokenSet | undefined
}

/** What a {@link TokenClient} works with. */
export interface TokenClientOptions extends TokenContext {
  /** Without a slash at its end. */
  readonly authUrl: string
}

/** The part of the authorization host that devices need: grants and registration. A file of its own, since pages load no more than that. */
export class TokenClient {
  readonly #options: TokenClientOptions

  constructor(options: TokenClientOptions) {
    this.#options = options
  }

  /** See `AuthClient.grant()`. */
  grant(request: GrantRequest, options?: CallOptions): Promise<TokenSet> {
    const { scope, expires } = request
    const [clientId, secret] = toCredentials(request)
    const form = {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
      scope: scope?.join(' '),
      expires,
    }
    return this.requestToken(form, clientId, options)
  }

  /** See `AuthClient.registerAddress()`. */
  async registerAddress(
    token: string,
    providerId: string,
    address: RegisterAddress,
    options?: RegisterOptions,
  ): Promise<RegisteredAddress> {
    const url = AUTH_PATHS.addresses(providerId) + (options?.grant ? '?grant=address' : '')
    const answer = await this.send({ method: 'POST', url, token, json: JSON.stringify(address) }, options)
    const { token: granted, ...registered } = readAnswer(answer, registeredShape)
    if (granted === undefined) return registered
    return { ...registered, token: await readToken(granted, answer, `address:${providerId}:${address.address}`, this.#options) }
  }

  /** Asks for a token by any form, for the client that it names when one is known. */
  async requestToken(form: Members, clientId: string | undefined, options: CallOptions | undefined): Promise<TokenSet> {
    const answering = this.send({ method: 'POST', url: AUTH_PATHS.token, form }, options)
    // Fetched beside the grant, so that verifying costs no round trip of its own.
    this.#options.keySet.load().catch(() => {})
    const answer = await answering
    return readToken(readAnswer(answer, tokenResponseShape), answer, clientId, this.#options)
  }

  /** Sends a request to a path of the authorization host, or of another. */
  send(request: HttpRequest, options?: CallOptions, host = this.#options.authUrl): Promise<HttpAnswer> {
    return sendRequest(this.#options.http, { ...request, url: host + request.url, signal: options?.signal })
  }
}
