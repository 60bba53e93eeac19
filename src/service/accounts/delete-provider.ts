import { toActor } from '../audit/audit-event.ts'
import { authenticateAdmin, refuseAccess } from '../auth/ownership.ts'
import { isId } from '../crypto/create-id.ts'
import { respondNoContent } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { deleteProvider as deleteStoredProvider } from '../storage/providers.ts'

/** Delete Provider: deletes a provider of the user's organization. The licenses of the provider stay. */
export async function deleteProvider({ context, request, params: { providerId = '' } }: RouteCall): Promise<Response> {
  const user = await authenticateAdmin(context, request)
  const { orgId } = user
  const event = { action: 'provider.deleted', actor: toActor(user), target: providerId, providerId, orgId } as const
  const deleteOwn = () =>
    context.audit.record(
      (sql) => deleteStoredProvider(sql, providerId, orgId, context.now()),
      (isDeleted) => (isDeleted ? event : undefined),
    )
  const deleted = isId(providerId) && (await deleteOwn())
  if (!deleted) throw refuseAccess(context, user, 'provider', providerId)
  context.providerKeys.forget(providerId)
  return respondNoContent()
}
