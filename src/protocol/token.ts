/** The grant types of the token endpoint (interface, section 2.1). */
export const GRANT_TYPES = ['client_credentials', 'refresh_token'] as const

/** The three client types. Each is the prefix of a `client_id`. */
export const CLIENT_TYPES = ['user', 'provider', 'address'] as const

/** A client type: the prefix of a `client_id`. */
export type ClientType = (typeof CLIENT_TYPES)[number]

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
