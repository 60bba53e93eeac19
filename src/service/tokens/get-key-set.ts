import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'

/** How long caches may keep the key set. A shorter time would cost verifiers more requests; with a longer one they would see a new key later. */
export const KEY_SET_MAX_AGE_SECONDS = 300

/** Key Set: returns the current and earlier public keys of the service (RFC 7517). */
export async function getKeySet({ context }: RouteCall): Promise<Response> {
  return respondJson(await context.keys.keySet(), 200, { 'cache-control': `public, max-age=${KEY_SET_MAX_AGE_SECONDS}` })
}
