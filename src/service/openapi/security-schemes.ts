import type { JsonObject } from '../../core/json.ts'
import { CLIENT_SCOPES, SCOPE_MEANINGS } from '../../protocol/scopes.ts'
import type { ClientType } from '../../protocol/token.ts'

/** Describes how each type of client authenticates. `tokenUrl` is the token endpoint. */
export function securitySchemes(tokenUrl: string): JsonObject {
  return {
    user: clientCredentials('user', tokenUrl, 'A token of a user, for an API key.'),
    provider: clientCredentials('provider', tokenUrl, 'A token of a provider, for its public key, which is not secret.'),
    device: clientCredentials('address', tokenUrl, 'A token of a registered device, for its signature over its address.'),
    basic: {
      type: 'http',
      scheme: 'basic',
      description: 'Credentials of a token grant in the header instead of the body (RFC 6749 section 2.3.1).',
    },
  }
}

function clientCredentials(type: ClientType, tokenUrl: string, description: string): JsonObject {
  const scopes = Object.fromEntries(CLIENT_SCOPES[type].map((scope) => [scope, SCOPE_MEANINGS[scope]]))
  return { type: 'oauth2', description, flows: { clientCredentials: { tokenUrl, scopes } } }
}
