import type { TokenResponse } from '../../protocol/records/tokens.ts'
import type { AuthenticatedClient } from '../auth/authenticate-client.ts'
import type { ServiceContext } from '../service-context.ts'
import { issueAccessToken } from './access-token.ts'
import { issueFirstRefreshToken } from './refresh-token.ts'

/** Issues an access token, and a refresh token for providers and devices. `lifetime` is in seconds. Stores nothing. */
export async function issueTokens(
  context: ServiceContext,
  client: AuthenticatedClient,
  scopes: readonly string[],
  lifetime: number,
): Promise<TokenResponse> {
  const { clientId, apiKeyId, registration, vouched } = client
  const [accessToken, refreshToken] = await Promise.all([
    issueAccessToken(context, { clientId, scopes, lifetime, apiKeyId, registration, vouched }),
    startChain(context, client, scopes.join(' '), lifetime),
  ])
  return toTokenResponse(accessToken, scopes, lifetime, refreshToken)
}

/** Converts issued tokens to the response of a token grant. `expires_in` is in milliseconds, unlike in RFC 6749. */
export function toTokenResponse(
  accessToken: string,
  scopes: readonly string[],
  lifetimeSeconds: number,
  refreshToken: string | undefined,
): TokenResponse {
  return {
    access_token: accessToken,
    scope: scopes.join(' '),
    token_type: 'Bearer',
    expires_in: lifetimeSeconds * 1000,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
  }
}

/** Users get no refresh token. They request each token with their API key. */
async function startChain(
  context: ServiceContext,
  { client, clientId, registration = '' }: AuthenticatedClient,
  scope: string,
  lifetime: number,
): Promise<string | undefined> {
  if (client.type === 'user') return undefined
  const device = client.type === 'address' ? { address: client.address, registration } : null
  return issueFirstRefreshToken(context, { clientId, providerId: client.providerId, device, scope, lifetime })
}
