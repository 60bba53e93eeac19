import { AUTH_PATHS } from '../../protocol/paths.ts'
import { GRANT_TYPES, SCOPES } from '../../protocol/token.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'

const METADATA_MAX_AGE_SECONDS = 3600

/**
 * Server Metadata: returns the addresses and capabilities of the service (RFC 8414). The addresses come from configuration only.
 */
export function getMetadata({ context: { authUrl } }: RouteCall): Response {
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
  return respondJson(body, 200, { 'cache-control': `public, max-age=${METADATA_MAX_AGE_SECONDS}` })
}
