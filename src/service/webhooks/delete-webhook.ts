import { respondNoContent } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { authenticateWebhookOwner } from './webhook-owner.ts'

/** Delete Webhook: deletes a webhook and its events. */
export async function deleteWebhook(call: RouteCall): Promise<Response> {
  const { id, webhooks } = await authenticateWebhookOwner(call)
  await webhooks.deleteEndpoint(id)
  return respondNoContent()
}
