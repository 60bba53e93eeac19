import type { JsonObject } from '../../core/json.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import { errors } from './error-responses.ts'
import { formBody, jsonResponse, SECURITY } from './operation.ts'
import { schemaRef } from './schemas.ts'

const TOKEN_ERRORS = errors('OAuthError', 400, 401, 403, 413, 415, 429)
const CLIENT_ERRORS = errors('OAuthError', 400, 401, 413, 415, 429)
const EMPTY_OBJECT: JsonObject = { type: 'object', maxProperties: 0 }

const token = {
  summary: 'Grant or revoke a token',
  description:
    'The body selects the operation: without `grant_type`, and with `token` or `refresh_token`, it is a revocation, which requires a token of a user.',
  security: [{}, { basic: [] }, ...SECURITY.user.security],
  requestBody: formBody('ClientCredentialsGrant', 'RefreshGrant', 'Revocation'),
  responses: {
    200: jsonResponse('The granted tokens, or an empty object for a revocation.', schemaRef('GrantedOrRevoked')),
    ...TOKEN_ERRORS,
  },
}

/** Token grants, revocation, the key set and the server metadata. */
export const TOKEN_PATHS: JsonObject = {
  [AUTH_PATHS.token]: { post: { operationId: 'token', ...token } },
  [AUTH_PATHS.tokenAlias]: { post: { operationId: 'tokenAlias', ...token } },
  [AUTH_PATHS.revoke]: {
    post: {
      operationId: 'revoke',
      summary: 'Revoke an API key or a refresh token',
      security: SECURITY.user.security,
      responses: { 200: jsonResponse('Revoked, or the token was unknown.', EMPTY_OBJECT), ...TOKEN_ERRORS },
      requestBody: formBody('Revocation'),
    },
  },
  [AUTH_PATHS.oauthToken]: {
    post: {
      operationId: 'oauthToken',
      summary: 'Grant a token (RFC 6749)',
      security: [{}, { basic: [] }],
      requestBody: formBody('ClientCredentialsGrant', 'RefreshGrant'),
      responses: { 200: jsonResponse('The granted tokens.', schemaRef('OAuthTokenResponse')), ...CLIENT_ERRORS },
    },
  },
  [AUTH_PATHS.oauthRevoke]: {
    post: {
      operationId: 'oauthRevoke',
      summary: 'Revoke a refresh token or an API key (RFC 7009)',
      security: [{}, { basic: [] }],
      requestBody: formBody('OAuthRevocation'),
      responses: { 200: jsonResponse('Revoked, or the token was unknown.', EMPTY_OBJECT), ...CLIENT_ERRORS },
    },
  },
  [AUTH_PATHS.oauthIntrospect]: {
    post: {
      operationId: 'introspect',
      summary: 'Check a token (RFC 7662), with an API key',
      security: [{}, { basic: [] }],
      requestBody: formBody('Introspection'),
      responses: { 200: jsonResponse('The state of the token.', schemaRef('IntrospectedToken')), ...CLIENT_ERRORS },
    },
  },
  [AUTH_PATHS.jwks]: {
    get: {
      operationId: 'getKeySet',
      summary: 'Get the keys that verify tokens and receipts',
      ...SECURITY.none,
      responses: { 200: jsonResponse('The key set.', schemaRef('KeySet')), ...errors('Problem') },
    },
  },
  [AUTH_PATHS.metadata]: {
    get: {
      operationId: 'getServerMetadata',
      summary: 'Get the server metadata (RFC 8414)',
      ...SECURITY.none,
      responses: { 200: jsonResponse('The metadata.', schemaRef('ServerMetadata')), ...errors('Problem') },
    },
  },
}
