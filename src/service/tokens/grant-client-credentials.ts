import { LicetError } from '../../core/errors.ts'
import { DEFAULT_EXPIRES_SECONDS, MAX_EXPIRES_SECONDS } from '../../core/limits.ts'
import type { TokenResponse } from '../../protocol/answers.ts'
import { type AuthenticatedClient, authenticateClient, invalidClient } from '../auth/authenticate-client.ts'
import { readCredentials } from '../auth/read-credentials.ts'
import { createId } from '../crypto/create-id.ts'
import type { Form } from '../http/parse-form.ts'
import { respondJson } from '../http/respond.ts'
import type { RouteCall } from '../routing/route.ts'
import type { ServiceContext } from '../service-context.ts'
import { insertRefreshChain } from '../storage/refresh-chains.ts'
import { issueAccessToken } from './access-token.ts'
import { grantScopes } from './grant-scopes.ts'
import { createRefreshLink, issueRefreshToken } from './refresh-token.ts'

/** Token grant `client_credentials` (interface, sections 2.1, 2.2 and 5.2). */
export async function grantClientCredentials(call: RouteCall, form: Form): Promise<Response> {
  const { context, request } = call
  const lifetime = readExpires(form.get('expires'))
  const credentials = readCredentials(request, form)
  if (credentials === undefined) throw invalidClient()
  const client = await authenticateClient(call, credentials)
  return respondJson(await issueTokens(context, client, grantScopes(client.client.type, form.get('scope')), lifetime))
}

/**
 * Issues what a client gets once it showed who it is. `lifetime` is in seconds.
 *
 * @throws {LicetError} `invalid_client` when the device was erased meanwhile
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
    beginChain(context, client, scopes.join(' '), lifetime),
  ])
  return toTokenResponse(accessToken, scopes, lifetime, refreshToken)
}

/** Answer of a token grant. `expires_in` is in milliseconds (interface, section 2.2). */
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

/** Users get no refresh token: each of their tokens needs a new grant (interface, section 3). */
async function beginChain(
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
  const begun = await insertRefreshChain(context.storage, {
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
  if (!begun) throw invalidClient()
  return issueRefreshToken(context, id, clientId, link)
}

/** Whole seconds, 1 to 86,400 (wire decisions, section 5). */
function readExpires(text: string | undefined): number {
  if (text === undefined) return DEFAULT_EXPIRES_SECONDS
  const seconds = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0
  if (seconds < 1 || seconds > MAX_EXPIRES_SECONDS) {
    throw new LicetError(
      'invalid_request',
      `The parameter expires is not a whole number of seconds from 1 to ${MAX_EXPIRES_SECONDS}. No token was issued. Leave it out for ${DEFAULT_EXPIRES_SECONDS}.`,
      { field: 'expires' },
    )
  }
  return seconds
}
