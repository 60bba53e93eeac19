import type { JSONWebKeySet } from 'jose'
import type { License } from '../core/license.ts'
import { addressShape, apiKeyShape, createdApiKeyShape, licensePageShape, profileShape, providerShape } from '../protocol/guards.ts'
import { parseLicense } from '../protocol/parse-license.ts'
import { AUTH_PATHS, TRAIL_PATHS } from '../protocol/paths.ts'
import type { ApiKey, CreatedApiKey, Profile, Provider } from '../protocol/records/accounts.ts'
import type { Address, RegisterAddress } from '../protocol/records/devices.ts'
import type { RevokeLicense } from '../protocol/records/license-operations.ts'
import type { ApiKeyScope } from '../protocol/scopes.ts'
import { type AddressQuery, type AuthClientConfig, type LicensePage, type LicensePageQuery, toLicenseQuery } from './auth-types.ts'
import { DEFAULT_PERMIT_CACHE_MS, DEFAULT_TIMEOUT_MS } from './defaults.ts'
import { resolveEnvironment } from './environment.ts'
import { describeProblem } from './http/http-error.ts'
import { JsonRequests } from './http/json-requests.ts'
import { readNextCursor } from './http/next-page.ts'
import { encodeMembers, readJson, readResponseList } from './http/send-request.ts'
import { parseBaseUrl } from './parse-config.ts'
import { PermitClient } from './permits/permit-client.ts'
import type { Permit, PermitQuestion } from './permits/permit-types.ts'
import { KeySet } from './tokens/key-set.ts'
import { TokenClient } from './tokens/token-client.ts'
import type { CallOptions, GrantRequest, RegisteredAddress, RegisterOptions, TokenSet } from './tokens/token-types.ts'
import { assertNotAborted, untilAborted } from './until-aborted.ts'

/**
 * The client of the authorization host, for servers and tools: tokens, profile, API keys, providers, addresses, and the licenses that a
 * token may read. Do not use API keys in a browser.
 *
 * The client caches only the key set, and the answers of {@link permits}. Its errors repeat the service's own description, without any
 * value of the request.
 *
 * Every method can throw a {@link LicetError} with the code and `status` of the service, or with `network_error`, `timeout`, `aborted` or
 * `invalid_response`. A method that takes a token can throw `invalid_token` and `insufficient_scope`. Each method lists its other codes.
 * @example
 * const auth = new AuthClient({ authUrl: 'https://auth.example' })
 * const { accessToken } = await auth.grant({ type: 'user', userId, apiKey })
 * const profile = await auth.getProfile(accessToken)
 */
export class AuthClient {
  readonly #client: TokenClient
  readonly #json: JsonRequests
  readonly #keySet: KeySet
  readonly #trailUrl: string
  readonly #permits: PermitClient
  readonly #refreshing = new Map<string, Promise<TokenSet>>()

  /** @throws {LicetError} `invalid_configuration` when `authUrl` or `trailUrl` is not a plain http or https URL */
  constructor(config: AuthClientConfig) {
    const authUrl = parseBaseUrl('authUrl', config.authUrl)
    const { issuer = authUrl, timeoutMs = DEFAULT_TIMEOUT_MS } = config
    const http = { ...resolveEnvironment(config), timeoutMs, describe: describeProblem }
    this.#keySet = new KeySet(http, authUrl)
    this.#client = new TokenClient({ http, authUrl, issuer, keySet: this.#keySet })
    this.#json = new JsonRequests(this.#client)
    this.#trailUrl = parseBaseUrl('trailUrl', config.trailUrl ?? authUrl)
    const { credentials, providerId, permitCacheMs: cacheMs = DEFAULT_PERMIT_CACHE_MS } = config
    this.#permits = new PermitClient({ ...http, tokens: this.#client, trailUrl: this.#trailUrl, credentials, providerId, cacheMs })
  }

  /**
   * Returns whether a person, or a device, permits a use now. Asks with the `credentials` of the configuration.
   *
   * Questions that are asked at the same time become one request. An answer is kept for `permitCacheMs`, 5 seconds by default, and never
   * beyond the end of its license. Only licenses that your backend vouched for count, unless the question allows others: see the guide
   * "Check a license on your server".
   *
   * @throws {LicetError} `invalid_client` for an unknown API key; `invalid_configuration` without `credentials`; `invalid_request`
   * @example
   * const { permitted } = await auth.permits({ userId: 'user-17', usecase: 'personalization' })
   */
  async permits(question: PermitQuestion, { signal }: CallOptions = {}): Promise<Permit> {
    assertNotAborted(signal)
    return untilAborted(this.#permits.ask(question), signal)
  }

  /**
   * Answers many questions like {@link permits}, in the same order. It sends up to 1,000 of them in one request.
   *
   * @throws {LicetError} as {@link permits}, for all questions together
   */
  permitsMany(questions: readonly PermitQuestion[], options?: CallOptions): Promise<Permit[]> {
    return Promise.all(questions.map((question) => this.permits(question, options)))
  }

  /**
   * Requests a token with client credentials (RFC 6749 §4.4). Verifies the token with the key set, if that can be fetched.
   *
   * @throws {LicetError} `invalid_client` for unknown credentials, `invalid_scope`
   * @example
   * const { accessToken } = await auth.grant({ type: 'user', userId, apiKey })
   */
  grant(request: GrantRequest, options?: CallOptions): Promise<TokenSet> {
    return this.#client.grant(request, options)
  }

  /**
   * Exchanges a refresh token for new tokens (RFC 6749 §6). A refresh token can be used once. Concurrent calls with the same token share
   * one exchange.
   *
   * After `invalid_grant`, or when the response was lost, request a new token with {@link grant}.
   *
   * @throws {LicetError} `invalid_grant` for a used, revoked or expired token
   */
  async refresh(refreshToken: string, { signal }: CallOptions = {}): Promise<TokenSet> {
    // An aborted call must not use up the token.
    assertNotAborted(signal)
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const exchange =
      this.#refreshing.get(refreshToken) ??
      this.#client.requestToken(form, undefined, undefined).finally(() => this.#refreshing.delete(refreshToken))
    this.#refreshing.set(refreshToken, exchange)
    // The exchange continues for the other callers.
    return untilAborted(exchange, signal)
  }

  /**
   * Revokes an API key, a refresh token, or both. Requires `account:admin`. Revoking an unknown key or token succeeds (RFC 7009 §2.2).
   */
  async revoke(
    token: string,
    what: { readonly apiKey?: string | undefined; readonly refreshToken?: string | undefined },
    options?: CallOptions,
  ): Promise<void> {
    const form = { token: what.apiKey, refresh_token: what.refreshToken }
    // `/revoke` is an alias that not every service supports.
    await this.#client.send({ method: 'POST', url: AUTH_PATHS.token, token, form }, options)
  }

  /** Returns the user that the token belongs to. Requires `account:admin`. */
  getProfile(token: string, options?: CallOptions): Promise<Profile> {
    return this.#json.get(profileShape, AUTH_PATHS.profile, token, options)
  }

  /**
   * Creates an API key. Only this response contains the key itself, so store it. Requires `account:admin`.
   *
   * @param input `name` distinguishes keys. Default: `default`. A key of the `scope` `trail` reads licenses and changes nothing, and one of
   *   `license:end` reads and ends them. Default: `account:admin`.
   * @throws {LicetError} `invalid_request`
   */
  createApiKey(
    token: string,
    input: { readonly name?: string | undefined; readonly scope?: ApiKeyScope | undefined } = {},
    options?: CallOptions,
  ): Promise<CreatedApiKey> {
    return this.#json.post(createdApiKeyShape, AUTH_PATHS.apiKeys, token, input, options)
  }

  /** Returns the API keys of the user, without the secret keys themselves. Requires `account:admin`. */
  listApiKeys(token: string, options?: CallOptions): Promise<ApiKey[]> {
    return this.#json.getList(apiKeyShape, AUTH_PATHS.apiKeys, token, options)
  }

  /**
   * Creates a provider in the user's organization. Requires `account:admin`. Configure a {@link ServiceClient} with
   * `provider: { id: providerId, publicKey: pubKey }`.
   *
   * @throws {LicetError} `invalid_request`
   */
  createProvider(token: string, input: { readonly name: string }, options?: CallOptions): Promise<Provider> {
    return this.#json.post(providerShape, AUTH_PATHS.providers, token, input, options)
  }

  /**
   * Returns a provider of the user's organization, with its public key. Requires `account:admin`.
   *
   * @throws {LicetError} `not_found`
   */
  getProvider(token: string, providerId: string, options?: CallOptions): Promise<Provider> {
    return this.#json.get(providerShape, AUTH_PATHS.provider(providerId), token, options)
  }

  /**
   * Deletes a provider of the user's organization. Requires `account:admin`.
   *
   * @throws {LicetError} `not_found`
   */
  async deleteProvider(token: string, providerId: string, options?: CallOptions): Promise<void> {
    await this.#client.send({ method: 'DELETE', url: AUTH_PATHS.provider(providerId), token }, options)
  }

  /**
   * Registers a device address. Repeating the call returns the same record. Requires `account:provider`.
   *
   * @throws {LicetError} `address_taken`, `invalid_key`, `invalid_address`, `invalid_signature`
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
   * Returns the registrations of an address or of a user id, newest first. Requires `account:provider`. Listing all registrations is not
   * possible.
   *
   * Makes a request for every 100 registrations. Anyone can register devices under any user id, so pass a `signal` to stop early.
   *
   * @throws {LicetError} `invalid_token`, `insufficient_scope`
   */
  async listAddresses(token: string, providerId: string, which: AddressQuery, options?: CallOptions): Promise<Address[]> {
    const found: Address[] = []
    let cursor: string | undefined
    do {
      const url = `${AUTH_PATHS.addresses(providerId)}?${encodeMembers({ ...which, cursor })}`
      const page = await this.#client.send({ method: 'GET', url, token }, options)
      found.push(...readResponseList(page, addressShape))
      cursor = readNextCursor(page.headers)
    } while (cursor)
    return found
  }

  /**
   * Erases registrations: deletes the device key, and everything in the licenses that identifies the person. Requires `account:admin`.
   *
   * @throws {LicetError} `not_found` for a provider of another organization
   */
  async deleteAddresses(token: string, providerId: string, which: AddressQuery, options?: CallOptions): Promise<void> {
    await this.#client.send(
      { method: 'DELETE', url: `${AUTH_PATHS.addresses(providerId)}?${encodeMembers({ ...which })}`, token },
      options,
    )
  }

  /**
   * Returns a page of licenses, newest first: the licenses of the user's organization with the scope `trail`, `license:end` or `account:admin`, or the
   * licenses of the device with an address token. `ptr` of a license is the `userId` of its client. With an API key, the query can also
   * filter.
   *
   * @throws {LicetError} `invalid_request` for an invalid cursor or limit
   * @example
   * let cursor: string | undefined
   * do {
   *   const page = await auth.listLicenses(accessToken, { limit: 100, cursor })
   *   store(page.licenses)
   *   cursor = page.next
   * } while (cursor !== undefined)
   */
  async listLicenses(token: string, query: LicensePageQuery = {}, options?: CallOptions): Promise<LicensePage> {
    const members = toLicenseQuery(query)
    const isOfPerson = query.userId !== undefined || query.address !== undefined
    // The id of a person stands in no URL, because proxies and servers write URLs into their logs.
    const { licenses, next } = await (isOfPerson
      ? this.#json.post(licensePageShape, TRAIL_PATHS.searchLicenses, token, members, options, this.#trailUrl)
      : this.#json.get(licensePageShape, `${TRAIL_PATHS.licenses}?${encodeMembers(members)}`, token, options, this.#trailUrl))
    return { licenses: licenses.map(parseLicense), next }
  }

  /**
   * Returns a license by its id, from the licenses that {@link listLicenses} returns.
   *
   * @throws {LicetError} `not_found`, including for a license of another organization
   */
  async getLicense(token: string, id: string, options?: CallOptions): Promise<License> {
    const request = { method: 'GET', url: TRAIL_PATHS.license(id), token } as const
    return parseLicense(readJson(await this.#client.send(request, options, this.#trailUrl)))
  }

  /**
   * Revokes a license without its device, for example after a letter, and returns its record. It cannot be undone. Requires
   * `license:end` or `account:admin`.
   *
   * @param input `requestedBy` is who asked for it, and `channel` how, as a lower-case word. The person sees both, and not the `note`.
   * @throws {LicetError} `not_found`; `license_ended` when the license expired, or was replaced by a newer one
   * @example
   * await auth.revokeLicense(accessToken, license.id, { requestedBy: 'person', channel: 'letter' })
   */
  async revokeLicense(token: string, id: string, input: RevokeLicense, options?: CallOptions): Promise<License> {
    const request = { method: 'POST', url: TRAIL_PATHS.revokeLicense(id), token, json: JSON.stringify(input) } as const
    return parseLicense(readJson(await this.#client.send(request, options, this.#trailUrl)))
  }

  /**
   * Returns the public keys that verify tokens and receipts. Requires no token. The keys are fetched once and cached.
   *
   * `signal` stops waiting. It does not abort the request, because other calls may wait for it.
   */
  getKeySet({ signal }: CallOptions = {}): Promise<JSONWebKeySet> {
    return untilAborted(this.#keySet.get(), signal)
  }
}
