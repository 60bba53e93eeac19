import type { RegisterAddress } from '../../protocol/account.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import { type Address, registeredShape, tokenResponseShape } from '../../protocol/responses.ts'
import type { Scope } from '../../protocol/token.ts'
import { type HttpRequest, type HttpResponse, type Members, readResponse, sendRequest } from '../http/send-request.ts'
import { readToken, type TokenContext } from './read-token.ts'

/** A request for a token: the client that requests it, its secret, and the scope. */
export type GrantRequest = GrantOptions &
  /** `userId`: as `licet api-key create` printed it, with the prefix `user:` or without. */
  (
    | { readonly type: 'user'; readonly userId: string; readonly apiKey: string }
    | { readonly type: 'provider'; readonly providerId: string; readonly publicKey: string }
    /** `signature`: base64, made with the device key over the UTF-8 bytes of the address. */
    | { readonly type: 'address'; readonly providerId: string; readonly address: string; readonly signature: string }
  )

/** Options of every {@link GrantRequest}. */
export interface GrantOptions {
  /** Default: every scope that the type of client may have. Address tokens have none. */
  readonly scope?: readonly Scope[] | undefined
  /** Lifetime in whole seconds, 1 to 86,400. Default: 600. */
  readonly expires?: number | undefined
}

/** A granted token. */
export interface TokenSet {
  /** The JWT for the `Authorization: Bearer` header. */
  readonly accessToken: string
  /** The granted scopes, which may be fewer than the requested ones. */
  readonly scope: readonly string[]
  /** Expiry by this device's clock, in milliseconds since the epoch. Differences to the service's clock are corrected. */
  readonly expiresAt: number
  /** Present for provider and address grants. It can be used once, within 30 days. */
  readonly refreshToken?: string | undefined
}

/** Options of every call. */
export interface CallOptions {
  /** Rejects the call with `aborted`. A request that has reached the service is still processed. */
  readonly signal?: AbortSignal | undefined
}

/** Options of {@link AuthClient.registerAddress}. */
export interface RegisterOptions extends CallOptions {
  /** Requests the first token of the device in the same call, which saves a grant. A service without this feature ignores it. Default: `false`. */
  readonly grant?: boolean | undefined
}

/** A registered address. `token` is the first token of the device, if it was requested and the service supports that. */
export interface RegisteredAddress extends Address {
  readonly token?: TokenSet | undefined
}

/** Options of a {@link TokenClient}. */
export interface TokenClientOptions extends TokenContext {
  /** Without a trailing slash. */
  readonly authUrl: string
}

/** The requests to the authorization host that a device makes: grants and registration. Separate from AuthClient, to keep pages small. */
export class TokenClient {
  readonly #options: TokenClientOptions

  constructor(options: TokenClientOptions) {
    this.#options = options
  }

  /** See {@link AuthClient.grant}. */
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

  /** See {@link AuthClient.registerAddress}. */
  async registerAddress(
    token: string,
    providerId: string,
    address: RegisterAddress,
    options?: RegisterOptions,
  ): Promise<RegisteredAddress> {
    const url = AUTH_PATHS.addresses(providerId) + (options?.grant ? '?grant=address' : '')
    const response = await this.send({ method: 'POST', url, token, json: JSON.stringify(address) }, options)
    const { token: granted, ...registered } = readResponse(response, registeredShape)
    if (granted === undefined) return registered
    return { ...registered, token: await readToken(granted, response, `address:${providerId}:${address.address}`, this.#options) }
  }

  /** Requests a token with a form. `clientId` is the client that the token must be issued to, if known. */
  async requestToken(form: Members, clientId: string | undefined, options: CallOptions | undefined): Promise<TokenSet> {
    const pending = this.send({ method: 'POST', url: AUTH_PATHS.token, form }, options)
    // Fetched in parallel, so that verifying needs no extra round trip.
    this.#options.keySet.load().catch(() => {})
    const response = await pending
    return readToken(readResponse(response, tokenResponseShape), response, clientId, this.#options)
  }

  /** Sends a request to a path of the authorization host, or of another host. */
  send(request: HttpRequest, options?: CallOptions, host = this.#options.authUrl): Promise<HttpResponse> {
    return sendRequest(this.#options.http, { ...request, url: host + request.url, signal: options?.signal })
  }
}

function toCredentials(request: GrantRequest): [clientId: string, secret: string] {
  switch (request.type) {
    case 'user':
      return [`user:${request.userId.replace(/^user:/, '')}`, request.apiKey]
    case 'provider':
      return [`provider:${request.providerId}`, request.publicKey]
    case 'address':
      return [`address:${request.providerId}:${request.address}`, request.signature]
  }
}
