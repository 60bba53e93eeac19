import type { JsonObject } from '../../core/json.ts'
import { CLIENT_SCOPES, type ClientType, type Scope } from '../../protocol/token.ts'

const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  'account:admin': 'Manage profile and organization, generate new keys, revoke tokens',
  'account:provider': 'Register and list device addresses',
  trail: 'Read licenses, with an API key. The token of a provider has this scope too, and it opens no operation for it',
  publish: 'Submit new data events',
}

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
