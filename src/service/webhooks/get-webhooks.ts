import { toActor } from '../audit/audit-event.ts'
import { authenticateProviderOwner } from '../auth/ownership.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'

/** List Webhooks: returns the webhooks of a provider of the user's organization, with their events that are not delivered. */
export async function getWebhooks({ context, request, params }: RouteCall): Promise<Response> {
  const { providerId, user } = await authenticateProviderOwner(context, request, params.providerId)
  return respondJson(await context.webhooks.webhooksOf(toActor(user)).listEndpoints(providerId))
}
