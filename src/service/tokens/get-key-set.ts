import { AUTH_PATHS } from '../../protocol/paths.ts'
import { respondJson } from '../http/respond.ts'
import type { Route } from '../routing/route.ts'

/** Shorter than the cool-down of any verifier would make a rotation slow to be seen; longer makes it slow to be used. */
const KEY_SET_MAX_AGE_SECONDS = 300

/** The key set (RFC 7517): the current key and the former ones. */
export const getKeySet: Route = {
  method: 'GET',
  paths: [AUTH_PATHS.jwks],
  cors: true,
  async handle({ context }) {
    return respondJson(await context.keys.keySet(), 200, { 'cache-control': `public, max-age=${KEY_SET_MAX_AGE_SECONDS}` })
  },
}
