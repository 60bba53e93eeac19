import type { Scope } from '../../protocol/token.ts'

/** Who asks for a token (interface, section 5.2), and for what. */
export type GrantRequest = GrantOptions &
  /** `userId`: as `licet api-key create` printed it, with `user:` or without. */
  (
    | { readonly type: 'user'; readonly userId: string; readonly apiKey: string }
    | { readonly type: 'provider'; readonly providerId: string; readonly publicKey: string }
    /** `signature`: base64, by the device key over the UTF-8 bytes of the address. */
    | { readonly type: 'address'; readonly providerId: string; readonly address: string; readonly signature: string }
  )

/** What can be asked of any grant. */
export interface GrantOptions {
  /** Default: all that the type may have. Address tokens have none. */
  readonly scope?: readonly Scope[] | undefined
  /** Lifetime in whole seconds, 1 to 86,400 (`MAX_EXPIRES_SECONDS`). Default: 600. */
  readonly expires?: number | undefined
}

/** A token as it was granted. */
export interface TokenSet {
  readonly accessToken: string
  /** What was granted; it may be less than what was asked. */
  readonly scope: readonly string[]
  /** When it ends by this device's clock, in milliseconds since the epoch: the token's own `exp`, corrected by the service's `Date`. */
  readonly expiresAt: number
  /** Single use, lives for `REFRESH_TOKEN_DAYS`; only for provider and address grants. */
  readonly refreshToken?: string | undefined
}

/** The form members that say who asks (interface, section 5.2). */
export function toCredentials(request: GrantRequest): [clientId: string, secret: string] {
  switch (request.type) {
    case 'user':
      // `licet api-key create` prints it with the prefix as well.
      return [`user:${request.userId.replace(/^user:/, '')}`, request.apiKey]
    case 'provider':
      return [`provider:${request.providerId}`, request.publicKey]
    case 'address':
      return [`address:${request.providerId}:${request.address}`, request.signature]
  }
}
