import type { JsonObject } from '../../core/json.ts'
import { MAX_EXPIRES_SECONDS, REFRESH_TOKEN_DAYS } from '../../core/limits.ts'
import { GRANT_TYPES } from '../../protocol/token.ts'
import { DEFAULT_EXPIRES_SECONDS } from '../defaults.ts'
import { form, object, text, url } from './schema-builders.ts'

const CREDENTIALS = {
  client_id: text('As in a token grant.'),
  client_secret: text('As in a token grant.'),
  token_type_hint: text('Ignored: the token itself shows what it is.'),
}
const OPTIONAL_CREDENTIALS = Object.keys(CREDENTIALS)

const METHODS: JsonObject = { type: 'array', items: { type: 'string' } }

/** Schemas of token grants, revocation, the key set and the server metadata. */
export const TOKEN_SCHEMAS = {
  ClientCredentialsGrant: form(
    'A token grant of a user, a provider or a device (RFC 6749 section 4.4). The credentials may be in HTTP Basic instead, but not in both.',
    {
      grant_type: { const: 'client_credentials' },
      client_id: text('`user:<user_id>`, `provider:<provider_id>` or `address:<provider_id>:<address>`.'),
      client_secret: text(
        'The API key, the provider’s public key, or base64 of the device’s signature over the UTF-8 bytes of its address.',
      ),
      scope: text('Scopes, separated by spaces. Default: all that the client may have. Ignored for devices.'),
      expires: {
        type: 'integer',
        description: 'Lifetime in seconds.',
        minimum: 1,
        maximum: MAX_EXPIRES_SECONDS,
        default: DEFAULT_EXPIRES_SECONDS,
      },
    },
    'client_id',
    'client_secret',
    'scope',
    'expires',
  ),
  RefreshGrant: form('A token grant with a refresh token, which can be used once (RFC 6749 section 6).', {
    grant_type: { const: 'refresh_token' },
    refresh_token: text('The refresh token of the last response.'),
  }),
  Revocation: form(
    'A revocation of an API key, a refresh token, or both (RFC 7009).',
    { token: text('An API key or a refresh token.'), refresh_token: text('A refresh token.') },
    'token',
    'refresh_token',
  ),
  TokenResponse: object(
    'The granted tokens.',
    {
      access_token: text('A JWT (RFC 9068), for `Authorization: Bearer`.', { minLength: 1 }),
      scope: text('The granted scopes, which can differ from the requested ones. Empty for devices.'),
      token_type: { const: 'Bearer' },
      expires_in: { type: 'integer', description: 'Lifetime in milliseconds. Prefer `exp` of the token.' },
      refresh_token: text(`A JWT that can be used once, within ${REFRESH_TOKEN_DAYS} days. Users get none.`),
    },
    'refresh_token',
  ),
  OAuthTokenResponse: object(
    'The granted tokens, as RFC 6749 section 5.1 defines them.',
    {
      access_token: text('A JWT (RFC 9068), for `Authorization: Bearer`.', { minLength: 1 }),
      scope: text('The granted scopes, which can differ from the requested ones. Absent for devices, which have none.', {
        minLength: 1,
      }),
      token_type: { const: 'Bearer' },
      expires_in: { type: 'integer', description: 'Lifetime in seconds.' },
      refresh_token: text(`A JWT that can be used once, within ${REFRESH_TOKEN_DAYS} days. Users get none.`),
    },
    'scope',
    'refresh_token',
  ),
  OAuthRevocation: form(
    'A revocation (RFC 7009). The credentials may be in HTTP Basic instead, and are not required for a refresh token.',
    { token: text('A refresh token, or an API key.'), ...CREDENTIALS },
    ...OPTIONAL_CREDENTIALS,
  ),
  Introspection: form(
    'A request about a token (RFC 7662), with the credentials of a provider or a user. They may be in HTTP Basic instead.',
    { token: text('An access token or a refresh token.'), ...CREDENTIALS },
    ...OPTIONAL_CREDENTIALS,
  ),
  IntrospectedToken: object(
    'The state of a token (RFC 7662 section 2.2). Only `active` for a token that is unknown, invalid, or of another organization.',
    {
      active: { type: 'boolean', description: 'Whether the token is valid now.' },
      scope: text('The scopes of an access token. Absent without scopes.'),
      client_id: text('The client that the token was issued to.'),
      token_type: { const: 'Bearer', description: 'Only for access tokens.' },
      exp: { type: 'integer', description: 'When it expires, in seconds since the epoch.' },
      iat: { type: 'integer', description: 'When it was issued, in seconds since the epoch.' },
      sub: text('The same as `client_id`.'),
      aud: text('The service.'),
      iss: text('The service.'),
      jti: text('The id of the token.'),
    },
    ...['scope', 'client_id', 'token_type', 'exp', 'iat', 'sub', 'aud', 'iss', 'jti'],
  ),
  KeySet: object('A JWK Set (RFC 7517) with the current and the former keys.', {
    keys: {
      type: 'array',
      items: object('A public key.', {
        kty: { const: 'EC' },
        crv: { const: 'P-256' },
        alg: { const: 'ES256' },
        use: { const: 'sig' },
        kid: text('The id of the key, as in the header of tokens and receipts.'),
        x: text('Base64url.'),
        y: text('Base64url.'),
      }),
    },
  }),
  ServerMetadata: object('Server metadata (RFC 8414).', {
    issuer: url('`iss` of every token.'),
    token_endpoint: url('The address of token grants.'),
    revocation_endpoint: url('The address of revocations.'),
    introspection_endpoint: url('The address of introspection.'),
    jwks_uri: url('The address of the key set.'),
    grant_types_supported: { type: 'array', items: { enum: GRANT_TYPES } },
    scopes_supported: { type: 'array', items: { type: 'string' } },
    response_types_supported: { type: 'array', maxItems: 0 },
    token_endpoint_auth_methods_supported: METHODS,
    revocation_endpoint_auth_methods_supported: METHODS,
    introspection_endpoint_auth_methods_supported: METHODS,
  }),
} satisfies Readonly<Record<string, JsonObject>>
