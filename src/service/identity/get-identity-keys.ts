import { createAdminOf } from '../accounts/create-admin.ts'
import { toActor } from '../audit/audit-event.ts'
import { authenticateProviderOwner } from '../auth/ownership.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'

/** List Identity Keys: returns the identity keys of a provider of the user's organization, newest first. */
export async function getIdentityKeys({ context, request, params }: RouteCall): Promise<Response> {
  const { providerId, user } = await authenticateProviderOwner(context, request, params.providerId)
  return respondJson(await createAdminOf(context, toActor(user)).listIdentityKeys(providerId))
}
