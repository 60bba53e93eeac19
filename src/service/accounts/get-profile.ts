import { toTimestamp } from '../../core/timestamp.ts'
import type { Profile } from '../../protocol/records/accounts.ts'
import { authenticateAdmin } from '../auth/ownership.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'

/** Get Profile: returns the user of the token. */
export async function getProfile({ context, request }: RouteCall): Promise<Response> {
  const user = await authenticateAdmin(context, request)
  const profile: Profile = {
    userId: user.id,
    email: user.email,
    orgId: user.orgId,
    created: toTimestamp(user.created),
    modified: toTimestamp(user.modified),
  }
  return respondJson(profile)
}
