import type { JSONWebKeySet } from 'jose'
import type { License } from '../core/license.ts'
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
} from '../protocol/answers.ts'
import { parseLicense } from '../protocol/parse-license.ts'
import { AUTH_PATHS, TRAIL_PATHS } from '../protocol/paths.ts'
import { isText, optional, type Shape } from '../protocol/shape.ts'
import { checkUrl, DEFAULT_TIMEOUT_MS } from './config.ts'
import { resolveEnvironment } from './environment.ts'
import { encodeMembers, readAnswer, readAnswers, readJson } from './http/send-request.ts'
import { abortedError } from './local-errors.ts'
import { quoteProblem } from './quote-problem.ts'
import { orAborted } from './signals.ts'
import { KeySet } from './tokens/key-set.ts'
import { type CallOptions, type RegisteredAddress, type RegisterOptions, TokenClient } from './tokens/token-client.ts'
import type { GrantRequest, TokenSet } from './tokens/token-set.ts'

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

/**
 * The authorization host: tokens for the three client types, their refresh and revocation, profile, API keys, providers and addresses;
 * and the licenses that a token may read.
 *
 * Keeps nothing but the key set. For servers and tools: an API key has no place in a browser. Its errors repeat what the service says.
 *
 * @throws {LicetError} from every call: the service's code with its `status`, or `network_error`, `timeout`, `aborted`, `invalid_response`
 * @example
 * const auth = new AuthClient({ authUrl: 'https://auth.example' })
 * const { accessToken } = await auth.grant({ type: 'user', userId, apiKey })
 * const profile = await auth.getProfile(accessToken)
 */
export class AuthClient {
  readonly #client: TokenClient
  readonly #keySet: KeySet
  readonly #trailUrl: string
  readonly #refreshing = new Map<string, Promise<TokenSet>>()

  /** @throws {LicetError} `invalid_configuration` when `authUrl` or `trailUrl` is no plain http or https address */
  constructor(config: AuthClientConfig) {
    const authUrl = checkUrl('authUrl', config.authUrl)
    const { issuer = authUrl, timeoutMs = DEFAULT_TIMEOUT_MS } = config
    const http = { ...resolveEnvironment(config), timeoutMs, quote: quoteProblem }
    this.#keySet = new KeySet(http, authUrl)
    this.#client = new TokenClient({ http, authUrl, issuer, keySet: this.#keySet })
    this.#trailUrl = checkUrl('trailUrl', config.trailUrl ?? authUrl)
  }

  /**
   * Gets a token by client credentials (interface, sections 4.1 and 5.2), and verifies it with the key set when that can be reached.
   *
   * @throws {LicetError} `invalid_client` for credentials that the service does not know, `invalid_scope`; and as every call
   */
  grant(request: GrantRequest, options?: CallOptions): Promise<TokenSet> {
    return this.#client.grant(request, options)
  }

  /**
   * Exchanges a refresh token, which can be used once (interface, section 5.3). Calls at the same time with the same token share one exchange.
   *
   * An answer that was lost means, as `invalid_grant` does, that the chain is over: get a new grant.
   *
   * @throws {LicetError} `invalid_grant` for a token that was used, revoked or has ended; and as every call
   */
  async refresh(refreshToken: string, { signal }: CallOptions = {}): Promise<TokenSet> {
    // A token that nobody waits for any more is not spent.
    if (signal?.aborted) throw abortedError(signal.reason)
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const exchange =
      this.#refreshing.get(refreshToken) ??
      this.#client.requestToken(form, undefined, undefined).finally(() => this.#refreshing.delete(refreshToken))
    this.#refreshing.set(refreshToken, exchange)
    // Whoever gives up does so for themselves.
    return orAborted(exchange, signal)
  }

  /**
   * Revokes an API key, a refresh token or both (interface, section 5.4). Needs `account:admin`. Unknown ones are no error.
   *
   * @throws {LicetError} `invalid_token`, `insufficient_scope`; and as every call
   */
  async revoke(
    token: string,
    what: { readonly apiKey?: string | undefined; readonly refreshToken?: string | undefined },
    options?: CallOptions,
  ): Promise<void> {
    const form = { token: what.apiKey, refresh_token: what.refreshToken }
    // The path that the interface has (section 4.2); `/revoke` is an alias that not every service knows.
    await this.#client.send({ method: 'POST', url: AUTH_PATHS.token, token, form }, options)
  }

  /**
   * The user that the token belongs to. Needs `account:admin`.
   *
   * @throws {LicetError} `invalid_token`, `insufficient_scope`; and as every call
   */
  getProfile(token: string, options?: CallOptions): Promise<Profile> {
    return this.#get(profileShape, AUTH_PATHS.profile, token, options)
  }

  /**
   * Makes an API key. The answer is the only time the key itself is shown. Needs `account:admin`.
   *
   * @param input `name` tells keys apart. Default: `default`.
   * @throws {LicetError} `invalid_token`, `insufficient_scope`, `invalid_request`; and as every call
   */
  createApiKey(token: string, input: { readonly name?: string | undefined } = {}, options?: CallOptions): Promise<CreatedApiKey> {
    return this.#post(createdApiKeyShape, AUTH_PATHS.apiKeys, token, input, options)
  }

  /**
   * The API keys of the user, without the keys themselves. Needs `account:admin`.
   *
   * @throws {LicetError} `invalid_token`, `insufficient_scope`; and as every call
   */
  listApiKeys(token: string, options?: CallOptions): Promise<ApiKey[]> {
    return this.#getList(apiKeyShape, AUTH_PATHS.apiKeys, token, options)
  }

  /**
   * Makes a provider in the user's organization. Needs `account:admin`. What a client is made with is
   * `provider: { id: providerId, publicKey: pubKey }` of it.
   *
   * @throws {LicetError} `invalid_token`, `insufficient_scope`, `invalid_request`; and as every call
   */
  createProvider(token: string, input: { readonly name: string }, options?: CallOptions): Promise<Provider> {
    return this.#post(providerShape, AUTH_PATHS.providers, token, input, options)
  }

  /**
   * A provider of the user's organization: its id and public key. Needs `account:admin`.
   *
   * @throws {LicetError} `not_found`, `invalid_token`, `insufficient_scope`; and as every call
   */
  getProvider(token: string, providerId: string, options?: CallOptions): Promise<Provider> {
    return this.#get(providerShape, AUTH_PATHS.provider(providerId), token, options)
  }

  /**
   * Deletes a provider of the user's organization. Needs `account:admin`.
   *
   * @throws {LicetError} `not_found`, `invalid_token`, `insufficient_scope`; and as every call
   */
  async deleteProvider(token: string, providerId: string, options?: CallOptions): Promise<void> {
    await this.#client.send({ method: 'DELETE', url: AUTH_PATHS.provider(providerId), token }, options)
  }

  /**
   * Registers a device address (wire decisions, section 2). Repeating it gives the same record. Needs `account:provider`.
   *
   * @throws {LicetError} `address_taken`, `invalid_key`, `invalid_address`, `invalid_signature`, `invalid_token`, `insufficient_scope`; and as every call
   */
  registerAddress(
    token: string,
    providerId: string,
    address: RegisterAddress,
    options?: RegisterOptions,
  ): Promise<RegisteredAddress> {
    return this.#client.registerAddress(token, providerId, address, options)
  }

  /**
   * The registrations of an address or of a user id; one of them must be named, since nobody may list all. Needs `account:provider`.
   *
   * @throws {LicetError} `invalid_token`, `insufficient_scope`; and as every call
   */
  listAddresses(token: string, providerId: string, which: AddressQuery, options?: CallOptions): Promise<Address[]> {
    return this.#getList(addressShape, `${AUTH_PATHS.addresses(providerId)}?${encodeMembers({ ...which })}`, token, options)
  }

  /**
   * Erases registrations: the key goes, and the licenses lose what names the person (wire decisions, section 4). Needs `account:admin`.
   *
   * @throws {LicetError} `not_found` for another organization's provider, `invalid_token`, `insufficient_scope`; and as every call
   */
  async deleteAddresses(token: string, providerId: string, which: AddressQuery, options?: CallOptions): Promise<void> {
    await this.#client.send(
      { method: 'DELETE', url: `${AUTH_PATHS.addresses(providerId)}?${encodeMembers({ ...which })}`, token },
      options,
    )
  }

  /**
   * The licenses of the user's organization with `account:admin`, those of the device with an address token; the newest first, a page at
   * a time (wire decisions, section 1). `ptr` of each is the `userId` that it was made with.
   *
   * @throws {LicetError} `invalid_token`, `insufficient_scope`, `invalid_request` for a cursor or limit that there is not; and as every call
   */
  async listLicenses(token: string, { limit, cursor }: LicensePageQuery = {}, options?: CallOptions): Promise<LicensePage> {
    const url = `${TRAIL_PATHS.licenses}?${encodeMembers({ limit, cursor })}`
    const { licenses, next } = await this.#get(licensePageShape, url, token, options, this.#trailUrl)
    return { licenses: licenses.map(parseLicense), next }
  }

  /**
   * One license, as {@link AuthClient.listLicenses} has it.
   *
   * @throws {LicetError} `not_found` also for another's, `invalid_token`, `insufficient_scope`; and as every call
   */
  async getLicense(token: string, id: string, options?: CallOptions): Promise<License> {
    const request = { method: 'GET', url: TRAIL_PATHS.license(id), token } as const
    return parseLicense(readJson(await this.#client.send(request, options, this.#trailUrl)))
  }

  /**
   * The keys that tokens and receipts are verified with: public, no token needed. Fetched once and kept; an abort ends the waiting alone.
   *
   * @throws {LicetError} as every call
   */
  getKeySet({ signal }: CallOptions = {}): Promise<JSONWebKeySet> {
    return orAborted(this.#keySet.get(), signal)
  }

  async #get<T>(shape: Shape<T>, url: string, token: string, options: CallOptions | undefined, host?: string): Promise<T> {
    return readAnswer(await this.#client.send({ method: 'GET', url, token }, options, host), shape)
  }

  async #getList<T>(shape: Shape<T>, url: string, token: string, options: CallOptions | undefined): Promise<T[]> {
    return readAnswers(await this.#client.send({ method: 'GET', url, token }, options), shape)
  }

  async #post<T>(shape: Shape<T>, url: string, token: string, input: object, options: CallOptions | undefined): Promise<T> {
    return readAnswer(await this.#client.send({ method: 'POST', url, token, json: JSON.stringify(input) }, options), shape)
  }
}

/** Which page of licenses. */
export interface LicensePageQuery {
  /** 1 to 100. Default: 20. */
  readonly limit?: number | undefined
  /** `next` of the page before. Default: the first page. */
  readonly cursor?: string | undefined
}

/** A page of licenses, the newest first; fewer than asked for where they are large. */
export interface LicensePage {
  readonly licenses: readonly License[]
  /** `cursor` of the page after; `undefined` on the last one. */
  readonly next?: string | undefined
}

const licensePageShape: Shape<{ readonly licenses: readonly unknown[]; readonly next?: string }> = {
  licenses: (value): value is unknown[] => Array.isArray(value),
  next: optional(isText),
}

/** Which registrations: those of an address, or those of the app's own user id. */
export type AddressQuery = { readonly address: string } | { readonly id: string }
