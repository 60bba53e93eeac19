import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { grantTokens } from './grant-tokens.ts'
import { readTokenForm } from './read-token-form.ts'
import { revokeTokens } from './revoke-tokens.ts'

/**
 * Token: grants or revokes tokens. The parameter `grant_type` of the body selects the operation; without it, the request is a
 * revocation. `expires_in` is in milliseconds (interface, section 2.2).
 */
export async function postToken(call: RouteCall): Promise<Response> {
  const form = await readTokenForm(call)
  const isRevocation = !form.has('grant_type') && (form.has('token') || form.has('refresh_token'))
  return isRevocation ? revokeTokens(call, form) : respondJson(await grantTokens(call, form))
}
