import { AUTH_PATHS } from '../../protocol/paths.ts'
import { SCOPES } from '../../protocol/scopes.ts'
import { GRANT_TYPES } from '../../protocol/token.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'

const METADATA_MAX_AGE_SECONDS = 3600
const SECRET_METHODS = ['client_secret_basic', 'client_secret_post']

/**
 * Server Metadata: returns the addresses and capabilities of the service (RFC 8414). The addresses come from configuration only.
 */
export function getMetadata({ context: { authUrl } }: RouteCall): Response {
  const body = {
    issuer: authUrl,
    token_endpoint: authUrl + AUTH_PATHS.oauthToken,
    revocation_endpoint: authUrl + AUTH_PATHS.oauthRevoke,
    introspection_endpoint: authUrl + AUTH_PATHS.oauthIntrospect,
    jwks_uri: authUrl + AUTH_PATHS.jwks,
    grant_types_supported: GRANT_TYPES,
    scopes_supported: SCOPES,
    response_types_supported: [],
    // None for a refresh token, which is enough by itself.
    token_endpoint_auth_methods_supported: [...SECRET_METHODS, 'none'],
    revocation_endpoint_auth_methods_supported: [...SECRET_METHODS, 'none'],
    introspection_endpoint_auth_methods_supported: SECRET_METHODS,
  }
  return respondJson(body, 200, { 'cache-control': `public, max-age=${METADATA_MAX_AGE_SECONDS}` })
}
