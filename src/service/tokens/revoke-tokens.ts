import { LicetError } from '../../core/errors.ts'
import { utf8 } from '../../core/signature.ts'
import { authenticateAdmin } from '../auth/ownership.ts'
import type { Form } from '../http/parse-form.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import type { ServiceContext } from '../service-context.ts'
import { revokeApiKey } from '../storage/accounts.ts'
import { revokeRefreshChain, revokeUnusedChain } from '../storage/refresh-chains.ts'
import { type RefreshClaims, readRefreshToken } from './refresh-token.ts'

/**
 * Token revocation (RFC 7009): `token` is an API key or a refresh token, `refresh_token` a refresh token. A request has one or both.
 *
 * Revokes only what belongs to the user's organization. The response is the same for unknown tokens and those of others.
 */
export async function revokeTokens({ context, request }: RouteCall, form: Form): Promise<Response> {
  const { orgId } = await authenticateAdmin(context, request)
  const token = form.get('token')
  const refreshToken = form.get('refresh_token')
  if (token === undefined && refreshToken === undefined) {
    throw new LicetError(
      'invalid_request',
      'The parameters token and refresh_token are both missing. Nothing was revoked. Send one or both.',
    )
  }
  if (token !== undefined) await revokeApiKey(context.storage, context.crypto.sha256(utf8(token)), orgId, context.now())
  // RFC 7009 calls every token `token`, so a refresh token is accepted there too.
  for (const candidate of [token, refreshToken]) {
    const claims = candidate === undefined ? undefined : await readRefreshToken(context, candidate)
    if (claims !== undefined) await revokeChain(context, claims, orgId)
  }
  return respondJson({})
}

/** Revokes the chain of a refresh token, if it belongs to a provider of the organization. `null` means any organization. */
export function revokeChain(
  { storage, now }: ServiceContext,
  { chain, grant, exp }: RefreshClaims,
  orgId: string | null,
): Promise<void> {
  return grant === undefined
    ? revokeRefreshChain(storage, chain, orgId, now())
    : revokeUnusedChain(storage, grant, { orgId, now: now(), expires: exp * 1000 })
}
