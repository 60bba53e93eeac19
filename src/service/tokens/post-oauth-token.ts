import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { grantTokens } from './grant-tokens.ts'
import { readTokenForm } from './read-token-form.ts'

/**
 * OAuth Token: the token endpoint as RFC 6749 defines it. `expires_in` is in seconds, and an empty `scope` is left out (section 3.3).
 */
export async function postOauthToken(call: RouteCall): Promise<Response> {
  const { expires_in: lifetimeMs, scope, ...tokens } = await grantTokens(call, await readTokenForm(call))
  return respondJson({ ...tokens, expires_in: lifetimeMs / 1000, ...(scope === '' ? {} : { scope }) })
}
