import type { RouteCall } from '../routing/route.ts'
import { readTokenForm } from './read-token-form.ts'
import { revokeTokens } from './revoke-tokens.ts'

/** Revoke: revokes an API key or a refresh token, at the path of RFC 7009. */
export async function postRevoke(call: RouteCall): Promise<Response> {
  return revokeTokens(call, await readTokenForm(call))
}
