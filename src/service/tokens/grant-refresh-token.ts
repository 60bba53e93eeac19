import { LicetError } from '../../core/errors.ts'
import type { TokenResponse } from '../../protocol/records/tokens.ts'
import { authenticateClient } from '../auth/authenticate-client.ts'
import { readCredentials } from '../auth/read-credentials.ts'
import type { Form } from '../http/parse-form.ts'
import type { RouteCall } from '../routing/route.ts'
import { spendRefreshToken, startRefreshChain } from '../storage/refresh-chains.ts'
import { issueAccessToken } from './access-token.ts'
import { toTokenResponse } from './issue-tokens.ts'
import { createRefreshLink, isRefreshTokenExpired, issueRefreshToken, readRefreshToken, toRefreshLink } from './refresh-token.ts'

/**
 * Token grant `refresh_token`: exchanges a refresh token for a new pair. A second use within the grace period gets the next
 * refresh token again, for a client that lost the response or refreshes in several pages at the same time. Any other use of a used token revokes the
 * whole chain (RFC 9700 section 4.14).
 */
export async function grantRefreshToken(call: RouteCall, form: Form): Promise<TokenResponse> {
  const { context, request } = call
  const presented = form.get('refresh_token')
  if (presented === undefined) {
    throw new LicetError(
      'invalid_request',
      'The parameter refresh_token is missing. No token was issued. Send the refresh token of the last response.',
      {
        field: 'refresh_token',
      },
    )
  }
  const credentials = readCredentials(request, form)
  if (credentials === undefined && form.has('client_secret')) {
    throw new LicetError(
      'invalid_request',
      'The request has a client_secret without a client_id. No token was issued. Send both or neither.',
      { field: 'client_id' },
    )
  }
  const claims = await readRefreshToken(context, presented)
  if (claims === undefined || isRefreshTokenExpired(context, claims)) throw invalidGrant()
  // Compared before the token is spent: a wrong client_id must not end the chain of another client.
  if ((credentials?.clientId ?? form.get('client_id') ?? claims.clientId) !== claims.clientId) throw invalidGrant()
  if (credentials !== undefined) await authenticateClient(call, credentials)

  const link = createRefreshLink(context, claims.chainStart)
  const use = { nextJti: link.jti, now: context.now(), expires: link.expiresMs, graceMs: context.refreshReuseGraceMs }
  const { grant, chain, jti, holder } = claims
  // Without room for another chain, only the reuse of a stored first token is found.
  const isStart = grant !== undefined && context.chains.hasRoom(grant.providerId)
  const outcome = isStart
    ? await startRefreshChain(context.storage, grant, use)
    : await spendRefreshToken(context.storage, { chain, jti, holder, ...use })
  if (outcome === undefined) throw invalidGrant()
  if (isStart && outcome.result === 'refreshed') context.chains.add(grant.providerId)
  const { clientId, providerId, lifetime, registration, vouched, result } = outcome
  if (result !== 'refreshed') {
    context.onEvent({ type: result === 'repeated' ? 'refresh_repeated' : 'refresh_reused', providerId })
    const action = result === 'repeated' ? 'refresh_token.reused_in_grace' : 'refresh_token.reused'
    const type = registration === null ? 'provider' : 'device'
    context.audit.count({ action, actor: { type }, providerId, examples: [claims.chain] })
  }
  if (result === 'reused') throw invalidGrant()
  const scopes = outcome.scope === '' ? [] : outcome.scope.split(' ')
  const [accessToken, refreshToken] = await Promise.all([
    issueAccessToken(context, { clientId, scopes, lifetime, registration: registration ?? undefined, vouched }),
    issueRefreshToken(context, claims, toRefreshLink(outcome)),
  ])
  return toTokenResponse(accessToken, scopes, lifetime, refreshToken)
}

function invalidGrant(): LicetError<'invalid_grant'> {
  return new LicetError(
    'invalid_grant',
    'The refresh token is unknown, expired, used or revoked. No token was issued. Get a new one with client_credentials.',
  )
}
