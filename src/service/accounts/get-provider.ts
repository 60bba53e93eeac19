import { authenticateReader, refuseAccess } from '../auth/ownership.ts'
import { isId } from '../crypto/create-id.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { findProvider } from '../storage/providers.ts'
import { toProvider } from './account-records.ts'

/** Get Provider: returns a provider of the user's organization. A provider of another organization is 404. */
export async function getProvider({ context, request, params: { providerId = '' } }: RouteCall): Promise<Response> {
  const user = await authenticateReader(context, request)
  const provider = isId(providerId) ? await findProvider(context.storage, providerId) : undefined
  if (provider === undefined || provider.orgId !== user.orgId) throw refuseAccess(context, user, 'provider', providerId)
  return respondJson(toProvider(provider))
}
