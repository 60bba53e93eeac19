import { AUTH_PATHS } from '../../protocol/paths.ts'
import { GRANT_TYPES, SCOPES } from '../../protocol/token.ts'
import { respondJson } from '../http/respond.ts'
import type { Route } from '../routing/route.ts'

/** Server metadata (RFC 8414). Every address in it comes from configuration, none from the request. */
export const getMetadata: Route = {
  method: 'GET',
  paths: [AUTH_PATHS.metadata],
  cors: true,
  handle({ context: { authUrl } }) {
    const body = {
      issuer: authUrl,
      token_endpoint: authUrl + AUTH_PATHS.token,
      revocation_endpoint: authUrl + AUTH_PATHS.revoke,
      jwks_uri: authUrl + AUTH_PATHS.jwks,
      grant_types_supported: GRANT_TYPES,
      scopes_supported: SCOPES,
      response_types_supported: [],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    }
    return respondJson(body, 200, { 'cache-control': 'public, max-age=3600' })
  },
}
