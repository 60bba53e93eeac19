import { authenticateAdmin, notFound } from '../auth/ownership.ts'
import { isId } from '../crypto/create-id.ts'
import { respondNoContent } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { deleteProvider as deleteStoredProvider } from '../storage/providers.ts'

/** Delete Provider: deletes a provider of the user's organization. The licenses of the provider stay. */
export async function deleteProvider({ context, request, params: { providerId = '' } }: RouteCall): Promise<Response> {
  const { orgId } = await authenticateAdmin(context, request)
  const deleted = isId(providerId) && (await deleteStoredProvider(context.storage, providerId, orgId, context.now()))
  if (!deleted) throw notFound('provider')
  context.providerKeys.forget(providerId)
  return respondNoContent()
}
