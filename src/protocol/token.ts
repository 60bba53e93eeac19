/** The grant types of the token endpoint (interface, section 2.1). */
export const GRANT_TYPES = ['client_credentials', 'refresh_token'] as const

/** The scopes of the interface, section 5.2. */
export const SCOPES = ['account:admin', 'account:provider', 'trail', 'publish'] as const

/** A scope of the interface, section 5.2. */
export type Scope = (typeof SCOPES)[number]

/** The three client types. Each is the prefix of a `client_id`. */
export const CLIENT_TYPES = ['user', 'provider', 'address'] as const

/** A client type: the prefix of a `client_id`. */
export type ClientType = (typeof CLIENT_TYPES)[number]

/** The scopes of an API key. `account:admin` includes `trail`, with which a server reads licenses and changes nothing. */
export const API_KEY_SCOPES = ['account:admin', 'trail'] as const

/** One of {@link API_KEY_SCOPES}. */
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number]

/** The scopes that each client type may have. Address tokens have none, and their `scope` parameter is ignored. */
export const CLIENT_SCOPES: Readonly<Record<ClientType, readonly Scope[]>> = {
  user: API_KEY_SCOPES,
  provider: ['account:provider', 'trail', 'publish'],
  address: [],
}

/** The `typ` headers of the tokens and receipts that the service signs (RFC 9068; wire decisions, section 4). */
export const TOKEN_TYPES = {
  access: 'at+jwt',
  refresh: 'rt+jwt',
  receipt: 'license-receipt+jwt',
} as const

/** The `typ` header of an identity token, which the backend of a company signs. */
export const IDENTITY_TOKEN_TYPE = 'licet-identity+jwt'

/** The algorithm of the signatures of the service. */
export const TOKEN_ALGORITHM = 'ES256'
