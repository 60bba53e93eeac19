import { LicetError } from '../../core/errors.ts'
import { utf8 } from '../../core/signature.ts'
import { authenticateAdmin } from '../auth/authenticate-bearer.ts'
import type { Form } from '../http/parse-form.ts'
import { respondJson } from '../http/respond.ts'
import type { RouteCall } from '../routing/route.ts'
import { revokeApiKey } from '../storage/accounts.ts'
import { revokeRefreshChain } from '../storage/refresh-chains.ts'
import { readRefreshToken } from './refresh-token.ts'

/**
 * Token revoke (interface, section 5.4; RFC 7009): `token` is an API key, `refresh_token` a refresh token; either or both.
 *
 * The answer is the same whether or not they were known, and whosever they were; only those of the caller's organization are revoked.
 */
export async function revokeTokens({ context, request }: RouteCall, form: Form): Promise<Response> {
  const { orgId } = await authenticateAdmin(context, request)
  const token = form.get('token')
  const refreshToken = form.get('refresh_token')
  if (token === undefined && refreshToken === undefined) {
    throw new LicetError(
      'invalid_request',
      'Neither token nor refresh_token is there. There is nothing to revoke. Send one or both.',
    )
  }
  if (token !== undefined) await revokeApiKey(context.storage, context.crypto.sha256(utf8(token)), orgId, context.now())
  // RFC 7009 calls every token `token`, so a refresh token is known there too.
  for (const candidate of [token, refreshToken]) {
    const claims = candidate === undefined ? undefined : await readRefreshToken(context, candidate)
    if (claims !== undefined) await revokeRefreshChain(context.storage, claims.chain, orgId, context.now())
  }
  return respondJson({})
}
