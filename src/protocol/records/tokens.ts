import * as v from 'valibot'
import { DEFAULT_EXPIRES_SECONDS, MAX_EXPIRES_SECONDS, REFRESH_TOKEN_DAYS } from '../../core/limits.ts'
import { described, epochSecond, filled, flag, form, integer, listOf, number, record, text, type Wire } from '../declare.ts'
import { GRANT_TYPES } from '../token.ts'

const credentials = {
  client_id: v.optional(text('As in a token grant.')),
  client_secret: v.optional(text('As in a token grant.')),
  token_type_hint: v.optional(text('Ignored: the token itself shows what it is.')),
}

/** A token grant of a user, a provider or a device. */
export const ClientCredentialsGrant = form(
  'A token grant of a user, a provider or a device (RFC 6749 section 4.4). The credentials may be in the form or in HTTP Basic, but not in both.',
  {
    grant_type: v.literal('client_credentials'),
    client_id: v.optional(text('`user:<user_id>`, `provider:<provider_id>` or `address:<provider_id>:<address>`.')),
    client_secret: v.optional(
      text('The API key, the provider’s public key, or base64 of the device’s signature over the UTF-8 bytes of its address.'),
    ),
    scope: v.optional(text('Scopes, separated by spaces; ignored for devices. Default: all that the client may have.')),
    expires: v.optional(integer('Lifetime in seconds.', 1, MAX_EXPIRES_SECONDS, { default: DEFAULT_EXPIRES_SECONDS })),
  },
)

/** A token grant with a refresh token. */
export const RefreshGrant = form('A token grant with a refresh token, which can be used once (RFC 6749 section 6).', {
  grant_type: v.literal('refresh_token'),
  refresh_token: text('The refresh token of the last response.'),
})

/** A revocation on the token paths. */
export const Revocation = form('A revocation of an API key, a refresh token, or both (RFC 7009).', {
  token: v.optional(text('An API key or a refresh token.')),
  refresh_token: v.optional(text('A refresh token.')),
})

const accessToken = filled('A JWT (RFC 9068), for `Authorization: Bearer`.')
// RFC 6749 section 5.1: the type is not case-sensitive. This service writes it as `Bearer`.
const tokenType = described(v.pipe(v.string(), v.regex(/^bearer$/i)), 'Always `Bearer`.', { const: 'Bearer' })
const refreshToken = text(`A JWT that can be used once, within ${REFRESH_TOKEN_DAYS} days. Users get none.`)
const grantedScope = 'The granted scopes, which can differ from the requested ones.'
const expiresIn = number('Lifetime in milliseconds. Prefer `exp` of the token.')

/** Declares a {@link TokenResponse}. */
export const TokenResponseRecord = record('The granted tokens.', {
  access_token: accessToken,
  scope: text(`${grantedScope} Empty for devices.`),
  token_type: tokenType,
  expires_in: expiresIn,
  refresh_token: v.exactOptional(refreshToken),
})

/** Response of a token grant (interface, section 2.2). `expires_in` is in milliseconds. Prefer the `exp` of the token. */
export type TokenResponse = Wire<typeof TokenResponseRecord>

/** Response of the token paths, which grant and revoke. One record instead of a union, so that `access_token` has a type in generated clients. */
export const GrantedOrRevoked = record(
  'The granted tokens as in `TokenResponse`, or no member for a revocation.',
  {
    access_token: v.exactOptional(accessToken),
    scope: v.exactOptional(text(`${grantedScope} Empty for devices.`)),
    token_type: v.exactOptional(tokenType),
    expires_in: v.exactOptional(expiresIn),
    refresh_token: v.exactOptional(refreshToken),
  },
  { dependentRequired: { access_token: ['scope', 'token_type', 'expires_in'] } },
)

/** Response of the standard token endpoint. */
export const OAuthTokenResponse = record('The granted tokens, as RFC 6749 section 5.1 defines them.', {
  access_token: accessToken,
  scope: v.exactOptional(filled(`${grantedScope} Absent for devices, which have none.`)),
  token_type: tokenType,
  expires_in: number('Lifetime in seconds.'),
  refresh_token: v.exactOptional(refreshToken),
})

/** Request of the standard revocation endpoint. */
export const OAuthRevocation = form(
  'A revocation (RFC 7009). The credentials may be in HTTP Basic instead, and are not required for a refresh token.',
  { token: text('A refresh token, or an API key.'), ...credentials },
)

/** Request of the introspection endpoint. */
export const Introspection = form(
  'A request about a token (RFC 7662), with the credentials of a provider or a user. They may be in HTTP Basic instead.',
  { token: text('An access token or a refresh token.'), ...credentials },
)

/** Response of the introspection endpoint. */
export const IntrospectedToken = record(
  'The state of a token (RFC 7662 section 2.2). Contains only `active` for a token that is unknown, invalid, or of another organization.',
  {
    active: flag('Whether the token is valid now.'),
    scope: v.exactOptional(text('The scopes of an access token. Absent without scopes.')),
    client_id: v.exactOptional(text('The client that the token was issued to.')),
    token_type: v.exactOptional(described(v.literal('Bearer'), 'Only for access tokens.')),
    exp: v.exactOptional(epochSecond('When it expires.')),
    iat: v.exactOptional(epochSecond('When it was issued.')),
    sub: v.exactOptional(text('The same as `client_id`.')),
    aud: v.exactOptional(text('The service.')),
    iss: v.exactOptional(text('The service.')),
    jti: v.exactOptional(text('The id of the token.')),
  },
)

/** The keys that verify tokens and receipts. */
export const KeySetRecord = record('A JWK Set (RFC 7517) with the current key and the previous ones.', {
  keys: listOf(
    record('A public key.', {
      kty: v.literal('EC'),
      crv: v.literal('P-256'),
      alg: v.literal('ES256'),
      use: v.literal('sig'),
      kid: text('The id of the key, as in the header of tokens and receipts.'),
      x: text('Base64url.'),
      y: text('Base64url.'),
    }),
    'The keys.',
  ),
})

const url = (description: string) => text(description, { format: 'uri' })
const methods = listOf(text('A method.'), 'How clients authenticate.')

/** Response of the server metadata. */
export const ServerMetadata = record('Server metadata (RFC 8414).', {
  issuer: url('`iss` of every token.'),
  token_endpoint: url('The address of token grants.'),
  revocation_endpoint: url('The address of revocations.'),
  introspection_endpoint: url('The address of introspection.'),
  jwks_uri: url('The address of the key set.'),
  grant_types_supported: listOf(described(v.picklist(GRANT_TYPES), 'A grant type.'), 'The grant types.'),
  scopes_supported: listOf(text('A scope.'), 'The scopes.'),
  response_types_supported: listOf(text('A response type.'), 'Empty: the service has no authorization endpoint.', 0),
  token_endpoint_auth_methods_supported: methods,
  revocation_endpoint_auth_methods_supported: methods,
  introspection_endpoint_auth_methods_supported: methods,
})
