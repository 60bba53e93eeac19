import type { RegisterAddress } from '../protocol/account.ts'
import { type Address, registeredShape, tokenResponseShape } from '../protocol/answers.ts'
import { AUTH_PATHS } from '../protocol/paths.ts'
import { checkUrl } from './config.ts'
import { monotonic } from './environment.ts'
import { type HttpAnswer, type HttpOptions, type HttpRequest, type Members, readAnswer, sendRequest } from './http.ts'
import { KeySet } from './key-set.ts'
import { DEFAULT_TIMEOUT_MS } from './timeout.ts'
import { createTokenReader, type ReadToken } from './token-reader.ts'
import { type GrantRequest, type TokenSet, toCredentials } from './token-set.ts'

/** What an `AuthClient` is made from. */
export interface AuthClientConfig {
  /** Base address of the authorization host. */
  readonly authUrl: string
  /** Base address of the license host. Default: `authUrl`. */
  readonly trailUrl?: string | undefined
  /** What tokens name as their issuer. Default: `authUrl`. */
  readonly issuer?: string | undefined
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: (() => number) | undefined
  /** Milliseconds that never go back or jump, for cool-downs. Default: `performance.now`. */
  readonly monotonic?: (() => number) | undefined
  /** Time in milliseconds that each request may take. Default: 15,000. */
  readonly timeoutMs?: number | undefined
}

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

/** What comes with a {@link TokenClient} that is part of another client. */
export interface TokenClientParts {
  /** Shared with whoever else verifies what the same service signed. */
  readonly keySet?: KeySet | undefined
  readonly quote?: HttpOptions['quote']
}

/** The part of the authorization host that devices need: grants and registration. A file of its own, since pages load no more than that. */
export class TokenClient {
  readonly keySet: KeySet
  readonly #http: HttpOptions
  readonly #authUrl: string
  readonly #read: ReadToken

  constructor(config: AuthClientConfig, { keySet, quote }: TokenClientParts = {}) {
    this.#authUrl = checkUrl('authUrl', config.authUrl)
    this.#http = {
      fetch: config.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      now: config.now ?? Date.now,
      monotonic: config.monotonic ?? monotonic,
      timeoutMs: config.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      quote,
    }
    this.keySet = keySet ?? new KeySet(this.#http, this.#authUrl)
    this.#read = createTokenReader(this.keySet, config.issuer ?? this.#authUrl, this.#http.now)
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
    return { ...registered, token: await this.#read(granted, answer, `address:${providerId}:${address.address}`) }
  }

  /** Asks for a token by any form, for the client that it names when one is known. */
  async requestToken(form: Members, clientId: string | undefined, options: CallOptions | undefined): Promise<TokenSet> {
    const answering = this.send({ method: 'POST', url: AUTH_PATHS.token, form }, options)
    // Fetched beside the grant, so that verifying costs no round trip of its own.
    this.keySet.load().catch(() => {})
    const answer = await answering
    return this.#read(readAnswer(answer, tokenResponseShape), answer, clientId)
  }

  /** Sends a request to a path of the authorization host, or of another. */
  send(request: HttpRequest, options?: CallOptions, host = this.#authUrl): Promise<HttpAnswer> {
    return sendRequest(this.#http, { ...request, url: host + request.url, signal: options?.signal })
  }
}
