import type { Address } from '../../protocol/records/devices.ts'
import type { Scope } from '../../protocol/scopes.ts'

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
  /**
   * SHA-256 of the `signature` of a decision that the device sends again, base64url. If the service has erased that decision, it registers
   * nothing. Default: the registration is for a new decision.
   */
  readonly repeats?: string | undefined
}

/** A registered address. `token` is the first token of the device, if it was requested and the service supports that. */
export interface RegisteredAddress extends Address {
  readonly token?: TokenSet | undefined
}
