import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { authenticateWebhookOwner } from './webhook-owner.ts'

/** Replay Webhook: makes every event of a webhook due now that was given up or waits for another attempt. */
export async function postWebhookReplay(call: RouteCall): Promise<Response> {
  const { id, webhooks } = await authenticateWebhookOwner(call)
  return respondJson({ events: await webhooks.replay(id) })
}
