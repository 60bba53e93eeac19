import { authenticateAdmin } from '../auth/ownership.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { toProfile } from './account-records.ts'

/** Get Profile: returns the user of the token. */
export async function getProfile({ context, request }: RouteCall): Promise<Response> {
  return respondJson(toProfile(await authenticateAdmin(context, request)))
}
