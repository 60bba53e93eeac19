import type { JSONWebKeySet } from 'jose'
import type { RegisterAddress } from '../protocol/account.ts'
import {
  type Address,
  type ApiKey,
  addressShape,
  apiKeyShape,
  type CreatedApiKey,
  createdApiKeyShape,
  type Profile,
  type Provider,
  profileShape,
  providerShape,
  registeredShape,
  tokenResponseShape,
} from '../protocol/answers.ts'
import { AUTH_PATHS } from '../protocol/paths.ts'
import type { Shape } from '../protocol/shape.ts'
import { checkUrl } from './config.ts'
import { type HttpAnswer, type HttpOptions, type HttpRequest, readAnswer, readAnswers, sendRequest } from './http.ts'
import { KeySet } from './key-set.ts'
import { DEFAULT_TIMEOUT_MS } from './timeout.ts'
import { TokenReader } from './token-reader.ts'
import { type GrantRequest, type TokenSet, toCredentials } from './token-set.ts'

/** What an {@link AuthClient} is made from. */
export interface AuthClientConfig {
  /** Base address of the authorization host. */
  readonly authUrl: string
  /** What tokens name as their issuer. Default: `authUrl`. */
  readonly issuer?: string | undefined
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: (() => number) | undefined
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

/**
 * The authorization host: tokens for the three client types, their refresh and revocation, profile, API keys, providers and addresses.
 *
 * Keeps nothing but the key set. Usable from a server with an API key, and from a browser.
 *
 * @throws {LicetError} from every call: the service's code with its `status`, or `network_error`, `timeout`, `aborted`, `invalid_response`
 * @example
 * const auth = new AuthClient({ authUrl: 'https://auth.example' })
 * const { accessToken } = await auth.grant({ type: 'user', userId, apiKey })
 * const profile = await auth.getProfile(accessToken)
 */
export class AuthClient {
  readonly #http: HttpOptions
  readonly #authUrl: string
  readonly #keySet: KeySet
  readonly #tokens: TokenReader
  readonly #refreshing = new Map<string, Promise<TokenSet>>()

  /** @throws {LicetError} `invalid_configuration` when `authUrl` is no plain http or https address */
  constructor(config: AuthClientConfig)
  /** @internal `keySet` is shared with whoever else verifies what the same service signed. */
  constructor(config: AuthClientConfig, keySet: KeySet)
  constructor(config: AuthClientConfig, keySet?: KeySet) {
    this.#authUrl = checkUrl('authUrl', config.authUrl)
    this.#http = {
      fetch: config.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      now: config.now ?? Date.now,
      timeoutMs: config.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    }
    this.#keySet = keySet ?? new KeySet(this.#http, this.#authUrl)
    this.#tokens = new TokenReader(this.#keySet, config.issuer ?? this.#authUrl, this.#http.now)
  }

  /**
   * Gets a token by client credentials (interface, sections 4.1 and 5.2), and verifies it with the key set when that can be reached.
   *
   * @throws {LicetError} `invalid_client` for credentials that the service does not know, `invalid_scope`; and as every call
   */
  async grant(request: GrantRequest, { signal }: CallOptions = {}): Promise<TokenSet> {
    const { scope, expires } = request
    const [clientId, secret] = toCredentials(request)
    const form = {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
      ...(scope === undefined ? {} : { scope: scope.join(' ') }),
      ...(expires === undefined ? {} : { expires: String(expires) }),
    }
    return this.#requestToken(form, clientId, signal)
  }

  /**
   * Exchanges a refresh token, which can be used once (interface, section 5.3). Calls at the same time with the same token share one exchange.
   *
   * An answer that was lost means, as `invalid_grant` does, that the chain is over: get a new grant.
   *
   * @throws {LicetError} `invalid_grant` for a token that was used, revoked or has ended; and as every call
   */
  refresh(refreshToken: string, { signal }: CallOptions = {}): Promise<TokenSet> {
    const running = this.#refreshing.get(refreshToken)
    if (running !== undefined) return running
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const exchange = this.#requestToken(form, undefined, signal).finally(() => this.#refreshing.delete(refreshToken))
    this.#refreshing.set(refreshToken, exchange)
    return exchange
  }

  /**
   * Revokes an API key, a refresh token or both (interface, section 5.4). Needs `account:admin`. Unknown ones are no error.
   *
   * @throws {LicetError} `invalid_token`, `insufficient_scope`; and as every call
   */
  async revoke(
    token: string,
    what: { readonly apiKey?: string | undefined; readonly refreshToken?: string | undefined },
    options: CallOptions = {},
  ): Promise<void> {
    const { apiKey, refreshToken } = what
    const form = {
      ...(apiKey === undefined ? {} : { token: apiKey }),
      ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    }
    // The path that the interface has (section 4.2); `/revoke` is an alias that not every service knows.
    await this.#send({ method: 'POST', url: AUTH_PATHS.token, token, form }, options)
  }

  /**
   * The user that the token belongs to. Needs `account:admin`.
   *
   * @throws {LicetError} `invalid_token`, `insufficient_scope`; and as every call
   */
  getProfile(token: string, options: CallOptions = {}): Promise<Profile> {
    return this.#read(profileShape, { method: 'GET', url: AUTH_PATHS.profile, token }, options)
  }

  /**
   * Makes an API key. The answer is the only time the key itself is shown. Needs `account:admin`.
   *
   * @param input `name` tells keys apart. Default: `default`.
   * @throws {LicetError} `invalid_token`, `insufficient_scope`, `invalid_request`; and as every call
   */
  createApiKey(
    token: string,
    input: { readonly name?: string | undefined } = {},
    options: CallOptions = {},
  ): Promise<CreatedApiKey> {
    return this.#read(createdApiKeyShape, { method: 'POST', url: AUTH_PATHS.apiKeys, token, json: JSON.stringify(input) }, options)
  }

  /**
   * The API keys of the user, without the keys themselves. Needs `account:admin`.
   *
   * @throws {LicetError} `invalid_token`, `insufficient_scope`; and as every call
   */
  listApiKeys(token: string, options: CallOptions = {}): Promise<ApiKey[]> {
    return this.#readList(apiKeyShape, { method: 'GET', url: AUTH_PATHS.apiKeys, token }, options)
  }

  /**
   * Makes a provider in the user's organisation. Needs `account:admin`. What a client is made with is
   * `provider: { id: providerId, publicKey: pubKey }` of it.
   *
   * @throws {LicetError} `invalid_token`, `insufficient_scope`, `invalid_request`; and as every call
   */
  createProvider(token: string, input: { readonly name: string }, options: CallOptions = {}): Promise<Provider> {
    return this.#read(providerShape, { method: 'POST', url: AUTH_PATHS.providers, token, json: JSON.stringify(input) }, options)
  }

  /**
   * A provider of the user's organisation: its id and public key. Needs `account:admin`.
   *
   * @throws {LicetError} `not_found`, `invalid_token`, `insufficient_scope`; and as every call
   */
  getProvider(token: string, providerId: string, options: CallOptions = {}): Promise<Provider> {
    return this.#read(providerShape, { method: 'GET', url: AUTH_PATHS.provider(providerId), token }, options)
  }

  /**
   * Deletes a provider of the user's organisation. Needs `account:admin`.
   *
   * @throws {LicetError} `not_found`, `invalid_token`, `insufficient_scope`; and as every call
   */
  async deleteProvider(token: string, providerId: string, options: CallOptions = {}): Promise<void> {
    await this.#send({ method: 'DELETE', url: AUTH_PATHS.provider(providerId), token }, options)
  }

  /**
   * Registers a device address (wire decisions, section 2). Repeating it gives the same record. Needs `account:provider`.
   *
   * @throws {LicetError} `address_taken`, `invalid_key`, `invalid_address`, `invalid_signature`, `invalid_token`, `insufficient_scope`; and as every call
   */
  async registerAddress(
    token: string,
    providerId: string,
    address: RegisterAddress,
    options: RegisterOptions = {},
  ): Promise<RegisteredAddress> {
    const url = AUTH_PATHS.addresses(providerId) + (options.grant ? '?grant=address' : '')
    const answer = await this.#send({ method: 'POST', url, token, json: JSON.stringify(address) }, options)
    const { token: granted, ...registered } = readAnswer(answer, registeredShape)
    if (granted === undefined) return registered
    return { ...registered, token: await this.#tokens.read(granted, answer, `address:${providerId}:${address.address}`) }
  }

  /**
   * The registrations of an address or of a user id; one of them must be named, since nobody may list all. Needs `account:provider`.
   *
   * @throws {LicetError} `invalid_token`, `insufficient_scope`; and as every call
   */
  listAddresses(token: string, providerId: string, which: AddressQuery, options: CallOptions = {}): Promise<Address[]> {
    return this.#readList(addressShape, { method: 'GET', url: AUTH_PATHS.addresses(providerId) + toQuery(which), token }, options)
  }

  /**
   * Erases registrations: the key goes, and the licenses lose what names the person (wire decisions, section 4). Needs `account:admin`.
   *
   * @throws {LicetError} `not_found` for another organisation's provider, `invalid_token`, `insufficient_scope`; and as every call
   */
  async deleteAddresses(token: string, providerId: string, which: AddressQuery, options: CallOptions = {}): Promise<void> {
    await this.#send({ method: 'DELETE', url: AUTH_PATHS.addresses(providerId) + toQuery(which), token }, options)
  }

  /**
   * The keys that tokens and receipts are verified with: public, no token needed. Fetched once and kept.
   *
   * @throws {LicetError} as every call
   */
  getKeySet(): Promise<JSONWebKeySet> {
    return this.#keySet.get()
  }

  async #requestToken(
    form: Readonly<Record<string, string>>,
    clientId: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<TokenSet> {
    const answering = this.#send({ method: 'POST', url: AUTH_PATHS.token, form }, { signal })
    // Fetched beside the grant, so that verifying costs no round trip of its own.
    this.#keySet.get().catch(() => {})
    const answer = await answering
    return this.#tokens.read(readAnswer(answer, tokenResponseShape), answer, clientId)
  }

  async #read<T>(shape: Shape<T>, request: HttpRequest, options: CallOptions): Promise<T> {
    return readAnswer(await this.#send(request, options), shape)
  }

  async #readList<T>(shape: Shape<T>, request: HttpRequest, options: CallOptions): Promise<T[]> {
    return readAnswers(await this.#send(request, options), shape)
  }

  #send(request: HttpRequest, { signal }: CallOptions): Promise<HttpAnswer> {
    return sendRequest(this.#http, { ...request, url: this.#authUrl + request.url, signal })
  }
}

/** Which registrations: those of an address, or those of the app's own user id. */
export type AddressQuery = { readonly address: string } | { readonly id: string }

function toQuery(which: AddressQuery): string {
  return `?${new URLSearchParams('address' in which ? { address: which.address } : { id: which.id })}`
}
