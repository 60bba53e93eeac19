import { LicetError } from '../../core/errors.ts'
import { type AuditActor, toActor } from '../audit/audit-event.ts'
import { type AuthenticatedClient, authenticateClient } from '../auth/authenticate-client.ts'
import { readCredentials } from '../auth/read-credentials.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { findUserByKey } from '../storage/accounts.ts'
import { verifyAccessToken } from './access-token.ts'
import { readTokenForm } from './read-token-form.ts'
import { readRefreshToken } from './refresh-token.ts'
import { revokeChain, revokeKey } from './revoke-tokens.ts'

/**
 * OAuth Revoke: revokes a refresh token or an API key (RFC 7009).
 *
 * A user revokes what belongs to the organization, any other client its own refresh tokens. Without credentials, possession of a refresh
 * token is enough: its holder could use it too. The response is the same for unknown tokens and tokens of others.
 */
export async function postOauthRevoke(call: RouteCall): Promise<Response> {
  const { context, request } = call
  const form = await readTokenForm(call)
  const credentials = readCredentials(request, form)
  const client = credentials && (await authenticateClient(call, credentials))
  const token = form.get('token')
  if (token === undefined) throw missingToken('revoked')
  if ((await verifyAccessToken(context, token)) !== undefined) throw notRevocable()
  const owner = await findOwner(call, client)
  const clientId = client?.clientId ?? form.get('client_id')
  const claims = await readRefreshToken(context, token)
  if (claims !== undefined) {
    const isOwn = clientId === undefined || clientId === claims.clientId
    const by =
      owner === undefined ? { actor: toHolder(claims.clientId), orgId: null } : { actor: toActor(owner), orgId: owner.orgId }
    if (owner !== undefined || isOwn) await revokeChain(context, claims, by)
  } else if (owner !== undefined) {
    await revokeKey(context, token, owner)
  }
  return respondJson({})
}

function notRevocable(): LicetError<'unsupported_token_type'> {
  return new LicetError(
    'unsupported_token_type',
    'The token is an access token, which cannot be revoked. Nothing was revoked, and it expires soon. Revoke the API key or the refresh token.',
    { field: 'token' },
  )
}

/** Creates the error for a request without the parameter `token`. `what` continues the sentence "Nothing was …". */
export function missingToken(what: string): LicetError<'invalid_request'> {
  return new LicetError('invalid_request', `The parameter token is missing. Nothing was ${what}. Send the token in the body.`, {
    field: 'token',
  })
}

/** Returns the client that holds a refresh token. */
function toHolder(clientId: string): AuditActor {
  return { type: clientId.startsWith('provider:') ? 'provider' : 'device' }
}

/** Returns the user of a client with an API key of the scope `account:admin`, who may revoke the tokens of the organization. */
async function findOwner({ context }: RouteCall, client: AuthenticatedClient | undefined) {
  if (client?.client.type !== 'user' || client.apiKeyId === undefined || client.keyScope !== 'account:admin') return undefined
  const user = await findUserByKey(context.storage, client.client.userId, client.apiKeyId)
  return user && { ...user, apiKeyId: client.apiKeyId }
}
