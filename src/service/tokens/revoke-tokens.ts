import { LicetError } from '../../core/errors.ts'
import { utf8 } from '../../core/signature.ts'
import { type AuditActor, toActor } from '../audit/audit-event.ts'
import { authenticateAdmin } from '../auth/ownership.ts'
import type { Form } from '../http/parse-form.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import type { ServiceContext } from '../service-context.ts'
import { revokeApiKey } from '../storage/accounts.ts'
import { revokeRefreshChain, revokeUnusedChain } from '../storage/refresh-chains.ts'
import { tooManyChains } from './chain-quota.ts'
import { type RefreshClaims, readRefreshToken } from './refresh-token.ts'

/**
 * Token revocation (RFC 7009): `token` is an API key or a refresh token, `refresh_token` a refresh token. A request has one or both.
 *
 * Revokes only what belongs to the user's organization. The response is the same for unknown tokens and tokens of others.
 */
export async function revokeTokens({ context, request }: RouteCall, form: Form): Promise<Response> {
  const user = await authenticateAdmin(context, request)
  const token = form.get('token')
  const refreshToken = form.get('refresh_token')
  if (token === undefined && refreshToken === undefined) {
    throw new LicetError(
      'invalid_request',
      'The parameters token and refresh_token are both missing. Nothing was revoked. Send one or both.',
    )
  }
  if (token !== undefined) await revokeKey(context, token, user)
  // RFC 7009 calls every token `token`, so a refresh token is accepted there too.
  for (const candidate of [token, refreshToken]) {
    const claims = candidate === undefined ? undefined : await readRefreshToken(context, candidate)
    if (claims !== undefined) await revokeChain(context, claims, { actor: toActor(user), orgId: user.orgId })
  }
  return respondJson({})
}

/** Revokes an API key, if it belongs to the organization of the user. */
export async function revokeKey(
  { audit, crypto, now }: ServiceContext,
  key: string,
  user: { readonly id: string; readonly apiKeyId: string; readonly orgId: string },
): Promise<void> {
  await audit.record(
    (sql) => revokeApiKey(sql, crypto.sha256(utf8(key)), user.orgId, now()),
    (id) => (id === undefined ? undefined : { action: 'api_key.revoked', actor: toActor(user), target: id, orgId: user.orgId }),
  )
}

/**
 * Revokes the chain of a refresh token, if it belongs to a provider of the organization. `null` means any organization: its holder revokes it.
 *
 * @throws {LicetError} `too_many_requests` when holders have stored as many revoked chains as they may
 */
export async function revokeChain(
  { storage, now, audit, chains }: ServiceContext,
  { chain, holder, grant, exp }: RefreshClaims,
  { actor, orgId }: { readonly actor: AuditActor; readonly orgId: string | null },
): Promise<void> {
  if (grant !== undefined && orgId === null) {
    if (!chains.hasRoom(grant.providerId)) throw tooManyChains(now())
    chains.add(grant.providerId)
  }
  const revokedOf = await (grant === undefined
    ? revokeRefreshChain(storage, { chain, holder }, orgId, now())
    : revokeUnusedChain(storage, grant, { orgId, now: now(), expires: exp * 1000 }))
  // Counted, because every client can revoke any number of its own chains.
  if (revokedOf !== undefined) audit.count({ action: 'refresh_token.revoked', actor, providerId: revokedOf, examples: [chain] })
}
