import { CreateApiKey } from '../../protocol/records/accounts.ts'
import { toActor } from '../audit/audit-event.ts'
import { authenticateAdmin } from '../auth/ownership.ts'
import { parseBody } from '../http/parse-body.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { createAdminOf } from './create-admin.ts'

/** Create API Key: the only response that contains the key itself. */
export async function postApiKey(call: RouteCall): Promise<Response> {
  const { context, request } = call
  const user = await authenticateAdmin(context, request)
  const { name, scope } = await parseBody(call, CreateApiKey)
  const created = await createAdminOf(context, toActor(user)).createApiKey({ userId: user.id, name, scope })
  return respondJson(created, 201)
}
