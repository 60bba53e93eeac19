import { CreateProvider } from '../../protocol/records/accounts.ts'
import { toActor } from '../audit/audit-event.ts'
import { authenticateAdmin } from '../auth/ownership.ts'
import { parseBody } from '../http/parse-body.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { createAdminOf } from './create-admin.ts'

/** Create Provider: creates a provider of the user's organization. */
export async function postProvider(call: RouteCall): Promise<Response> {
  const { context, request } = call
  const user = await authenticateAdmin(context, request)
  const { name, createStatus, requireIdentity } = await parseBody(call, CreateProvider)
  const admin = createAdminOf(context, toActor(user))
  return respondJson(await admin.createProvider({ orgId: user.orgId, name, createStatus, requireIdentity }), 201)
}
