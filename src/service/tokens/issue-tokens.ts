import type { TokenResponse } from '../../protocol/answers.ts'
import { type AuthenticatedClient, invalidClient } from '../auth/authenticate-client.ts'
import { createId } from '../crypto/create-id.ts'
import type { ServiceContext } from '../service-context.ts'
import { insertRefreshChain } from '../storage/refresh-chains.ts'
import { issueAccessToken } from './access-token.ts'
import { createRefreshLink, issueRefreshToken } from './refresh-token.ts'

/**
 * Issues an access token, and a refresh token for providers and devices. `lifetime` is in seconds.
 *
 * @throws {LicetError} `invalid_client` when the device was erased meanwhile.
 */
export async function issueTokens(
  context: ServiceContext,
  client: AuthenticatedClient,
  scopes: readonly string[],
  lifetime: number,
): Promise<TokenResponse> {
  const { clientId, apiKeyId, registration } = client
  const [accessToken, refreshToken] = await Promise.all([
    issueAccessToken(context, { clientId, scopes, lifetime, apiKeyId, registration }),
    startRefreshChain(context, client, scopes.join(' '), lifetime),
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
async function startRefreshChain(
  context: ServiceContext,
  { client, clientId, registration }: AuthenticatedClient,
  scope: string,
  lifetime: number,
): Promise<string | undefined> {
  if (client.type === 'user') return undefined
  const link = createRefreshLink(context)
  const id = createId(context.now(), context.crypto.random)
  const { providerId } = client
  const device = client.type === 'address' ? { address: client.address, registration: registration ?? '' } : null
  const started = await insertRefreshChain(context.storage, {
    id,
    jti: link.jti,
    clientId,
    providerId,
    device,
    scope,
    lifetime,
    now: link.issuedMs,
    expires: link.expiresMs,
  })
  if (!started) throw invalidClient()
  return issueRefreshToken(context, id, clientId, link)
}
