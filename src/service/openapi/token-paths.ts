import type { JsonObject } from '../../core/json.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import type { WireRecordName } from '../../protocol/wire-records.ts'
import { errors } from './error-responses.ts'
import { formBody, jsonResponse, operation, SECURITY } from './operation.ts'
import { schemaRef } from './schemas.ts'

const TOKEN_ERRORS = errors('OAuthError', 400, 401, 403, 413, 415, 429)
const CLIENT_ERRORS = errors('OAuthError', 400, 401, 413, 415, 429)
const REVOKED = jsonResponse('Revoked, or the token was unknown.', { type: 'object', maxProperties: 0 })
const TOKENS = jsonResponse('The granted tokens.', schemaRef('OAuthTokenResponse'))
const STATE = jsonResponse('The state of the token.', schemaRef('IntrospectedToken'))

const token = {
  summary: 'Grant or revoke a token',
  description:
    'The body selects the operation: without `grant_type`, and with `token` or `refresh_token`, it is a revocation, which requires a token of a user.',
  security: [{}, { basic: [] }, ...SECURITY.user],
  requestBody: formBody('ClientCredentialsGrant', 'RefreshGrant', 'Revocation'),
  responses: {
    200: jsonResponse('The granted tokens, or an empty object for a revocation.', schemaRef('GrantedOrRevoked')),
    ...TOKEN_ERRORS,
  },
}

/** Describes a standard endpoint, with the credentials of a client in the form or in HTTP Basic. */
function ofClient(operationId: string, summary: string, forms: readonly WireRecordName[], success: JsonObject): JsonObject {
  const security = [{}, { basic: [] }]
  return {
    post: { operationId, summary, security, requestBody: formBody(...forms), responses: { 200: success, ...CLIENT_ERRORS } },
  }
}

/** Token grants, revocation, the key set and the server metadata. */
export const TOKEN_PATHS: JsonObject = {
  [AUTH_PATHS.token]: { post: { operationId: 'token', ...token } },
  [AUTH_PATHS.tokenAlias]: { post: { operationId: 'tokenAlias', ...token } },
  [AUTH_PATHS.revoke]: {
    post: {
      operationId: 'revoke',
      summary: 'Revoke an API key or a refresh token',
      security: SECURITY.user,
      responses: { 200: REVOKED, ...TOKEN_ERRORS },
      requestBody: formBody('Revocation'),
    },
  },
  [AUTH_PATHS.oauthToken]: ofClient('oauthToken', 'Grant a token (RFC 6749)', ['ClientCredentialsGrant', 'RefreshGrant'], TOKENS),
  [AUTH_PATHS.oauthRevoke]: ofClient(
    'oauthRevoke',
    'Revoke a refresh token or an API key (RFC 7009)',
    ['OAuthRevocation'],
    REVOKED,
  ),
  [AUTH_PATHS.oauthIntrospect]: ofClient('introspect', 'Check a token (RFC 7662), with an API key', ['Introspection'], STATE),
  [AUTH_PATHS.jwks]: {
    get: operation('getKeySet', 'Get the keys that verify tokens and receipts', {
      by: 'none',
      returns: { 200: jsonResponse('The key set.', schemaRef('KeySet')) },
    }),
  },
  [AUTH_PATHS.metadata]: {
    get: operation('getServerMetadata', 'Get the server metadata (RFC 8414)', {
      by: 'none',
      returns: { 200: jsonResponse('The metadata.', schemaRef('ServerMetadata')) },
    }),
  },
}
