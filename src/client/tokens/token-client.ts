import { registeredShape, tokenResponseShape } from '../../protocol/guards.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import type { RegisterAddress } from '../../protocol/records/devices.ts'
import {
  encodeMembers,
  type HttpRequest,
  type HttpResponse,
  type Members,
  readResponse,
  sendRequest,
} from '../http/send-request.ts'
import { readToken, type TokenContext } from './read-token.ts'
import type { CallOptions, GrantRequest, RegisteredAddress, RegisterOptions, TokenSet } from './token-types.ts'

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
    const { grant, repeats } = options ?? {}
    const query = encodeMembers({ grant: grant ? 'address' : undefined, repeats })
    const url = AUTH_PATHS.addresses(providerId) + (query && `?${query}`)
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
