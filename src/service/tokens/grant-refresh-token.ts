import { LicetError } from '../../core/errors.ts'
import { authenticateClient } from '../auth/authenticate-client.ts'
import { readCredentials } from '../auth/read-credentials.ts'
import type { Form } from '../http/parse-form.ts'
import { respondJson } from '../http/respond.ts'
import type { RouteCall } from '../routing/route.ts'
import { spendRefreshToken } from '../storage/refresh-chains.ts'
import { issueAccessToken } from './access-token.ts'
import { toTokenResponse } from './grant-client-credentials.ts'
import { createRefreshLink, issueRefreshToken, readRefreshToken } from './refresh-token.ts'

/** Token grant `refresh_token` (interface, section 5.3): single use, and using one twice ends the chain. */
export async function grantRefreshToken(call: RouteCall, form: Form): Promise<Response> {
  const { context, request } = call
  const presented = form.get('refresh_token')
  if (presented === undefined) {
    throw new LicetError('invalid_request', 'The parameter refresh_token is missing. There is nothing to exchange. Send it.', {
      field: 'refresh_token',
    })
  }
  const credentials = readCredentials(request, form)
  if (credentials === undefined && form.has('client_secret')) {
    throw new LicetError(
      'invalid_request',
      'There is a client_secret without a client_id. It proves nothing of anybody. Send both or none.',
      { field: 'client_id' },
    )
  }
  const claims = await readRefreshToken(context, presented)
  if (claims === undefined || claims.exp * 1000 <= context.now()) throw invalidGrant()
  // Who names itself must be whom the token was issued to, before anything is consumed.
  if ((credentials?.clientId ?? form.get('client_id') ?? claims.clientId) !== claims.clientId) throw invalidGrant()
  if (credentials !== undefined) await authenticateClient(call, credentials)

  const link = createRefreshLink(context)
  const outcome = await spendRefreshToken(context.storage, {
    chain: claims.chain,
    jti: claims.jti,
    nextJti: link.jti,
    now: context.now(),
    expires: link.expiresMs,
  })
  if (outcome === undefined) throw invalidGrant()
  if (!outcome.fresh) {
    context.onEvent({ type: 'refresh_reused', providerId: outcome.providerId })
    throw invalidGrant()
  }
  const { clientId, lifetime, registration } = outcome
  const scopes = outcome.scope === '' ? [] : outcome.scope.split(' ')
  const [accessToken, refreshToken] = await Promise.all([
    issueAccessToken(context, { clientId, scopes, lifetime, registration: registration ?? undefined }),
    issueRefreshToken(context, claims.chain, clientId, link),
  ])
  return respondJson(toTokenResponse(accessToken, scopes, lifetime, refreshToken))
}

function invalidGrant(): LicetError<'invalid_grant'> {
  return new LicetError(
    'invalid_grant',
    'The refresh token is unknown, over, used or revoked. No token was issued. Get a new one with client_credentials.',
  )
}
