import { LicetError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import { type AuthenticatedClient, authenticateClient, invalidClient } from '../auth/authenticate-client.ts'
import { type Client, parseClientId } from '../auth/client-id.ts'
import { readCredentials } from '../auth/read-credentials.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import type { ServiceContext } from '../service-context.ts'
import { findUserByKey } from '../storage/accounts.ts'
import { findAddress } from '../storage/addresses.ts'
import { findProvider } from '../storage/providers.ts'
import { isCurrentRefreshToken } from '../storage/refresh-chains.ts'
import { verifyAccessToken } from './access-token.ts'
import { missingToken } from './post-oauth-revoke.ts'
import { readTokenForm } from './read-token-form.ts'
import { isRefreshTokenExpired, readRefreshToken } from './refresh-token.ts'

/** The client of a token, with what ties it to an API key or a registration. */
interface TokenOwner {
  readonly client: Client
  readonly apiKeyId?: string | undefined
  readonly registration?: string | undefined
}

/**
 * Introspect: returns whether a token is valid now, and its claims (RFC 7662). For API keys, about the access and refresh
 * tokens of their organization. Every other token is `{"active": false}`, without a reason.
 *
 * For a provider every token is inactive, because its secret is public: a thief could see when the victim has used a refresh token.
 */
export async function postIntrospect(call: RouteCall): Promise<Response> {
  const { context, request } = call
  const form = await readTokenForm(call)
  const credentials = readCredentials(request, form)
  if (credentials === undefined) throw invalidClient()
  const caller = await authenticateClient(call, credentials)
  if (caller.client.type === 'address') throw notPermitted()
  const token = form.get('token')
  if (token === undefined) throw missingToken('done')
  if (caller.client.type === 'provider') return respondJson({ active: false })
  const claims = (await readAccess(context, token)) ?? (await readRefresh(context, token))
  const isOwn = claims !== undefined && (await isOfSameOrganization(context, caller, claims.owner))
  return respondJson(isOwn ? { active: true, ...claims.members } : { active: false })
}

interface IntrospectedToken {
  readonly owner: TokenOwner
  readonly members: JsonObject
}

async function readAccess(context: ServiceContext, token: string): Promise<IntrospectedToken | undefined> {
  const principal = await verifyAccessToken(context, token)
  if (principal === undefined) return undefined
  const scope = principal.scopes.length === 0 ? {} : { scope: principal.scopes.join(' ') }
  return { owner: principal, members: { ...toMembers(principal.claims), ...scope, token_type: 'Bearer' } }
}

async function readRefresh(context: ServiceContext, token: string): Promise<IntrospectedToken | undefined> {
  const refresh = await readRefreshToken(context, token)
  const now = context.now()
  if (refresh === undefined || isRefreshTokenExpired(context, refresh)) return undefined
  if (!(await isCurrentRefreshToken(context.storage, { ...refresh, now, expires: refresh.grant?.expires ?? refresh.exp * 1000 })))
    return undefined
  const client = parseClientId(refresh.clientId)
  if (client === undefined) return undefined
  // Only the first token of a chain names the registration. A stored chain is deleted with its device.
  const registration = refresh.grant?.device?.registration
  return { owner: { client, registration }, members: toMembers(refresh.claims) }
}

/** The claims that a response contains (RFC 7662 §2.2). */
const MEMBERS = ['iss', 'aud', 'sub', 'client_id', 'iat', 'exp', 'jti']

function toMembers(claims: JsonObject): JsonObject {
  return Object.fromEntries(MEMBERS.flatMap((name) => (claims[name] === undefined ? [] : [[name, claims[name]]])))
}

async function isOfSameOrganization(context: ServiceContext, caller: AuthenticatedClient, owner: TokenOwner): Promise<boolean> {
  const [callersOrg, ownersOrg] = [await findOrganization(context, caller), await findOrganization(context, owner)]
  return callersOrg !== undefined && callersOrg === ownersOrg
}

/** Returns the organization of a client. `undefined` when its API key is revoked, its provider deleted, or its device erased. */
async function findOrganization(
  context: ServiceContext,
  { client, apiKeyId, registration }: TokenOwner,
): Promise<string | undefined> {
  const { storage } = context
  if (client.type === 'user') {
    return apiKeyId === undefined ? undefined : (await findUserByKey(storage, client.userId, apiKeyId))?.orgId
  }
  if (client.type === 'address') {
    const found = await findAddress(storage, client.providerId, client.address)
    if (found === undefined || (registration !== undefined && found.registration !== registration)) return undefined
  }
  return (await findProvider(storage, client.providerId))?.orgId
}

function notPermitted(): LicetError<'unauthorized_client'> {
  return new LicetError('unauthorized_client', 'A device may not introspect tokens. Nothing was done. Use an API key.')
}
