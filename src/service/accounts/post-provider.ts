import { CreateProvider } from '../../protocol/account.ts'
import { authenticateAdmin } from '../auth/ownership.ts'
import { parseBody } from '../http/parse-body.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { createAdmin } from './admin.ts'

/** Create Provider: creates a provider of the user's organization. */
export async function postProvider(call: RouteCall): Promise<Response> {
  const { context, request } = call
  const { orgId } = await authenticateAdmin(context, request)
  const { name, createStatus, requireIdentity } = await parseBody(call, CreateProvider)
  return respondJson(await createAdmin(context).createProvider({ orgId, name, createStatus, requireIdentity }), 201)
}
