import { toActor } from '../audit/audit-event.ts'
import { authenticateAdmin } from '../auth/ownership.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { listUsers } from '../storage/overview.ts'
import { toProfile } from './account-records.ts'

/** List Users: returns the users of the user's organization, newest first. */
export async function getUsers({ context, request }: RouteCall): Promise<Response> {
  const user = await authenticateAdmin(context, request)
  const users = await listUsers(context.storage, user.orgId)
  context.audit.count({ action: 'user.read', actor: toActor(user), orgId: user.orgId, amount: users.length })
  return respondJson(users.map(toProfile))
}
