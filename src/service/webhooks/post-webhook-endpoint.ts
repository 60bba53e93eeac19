import { MAX_WEBHOOKS } from '../../core/limits.ts'
import { CreateWebhook } from '../../protocol/records/webhooks.ts'
import { toActor } from '../audit/audit-event.ts'
import { authenticateProviderOwner } from '../auth/ownership.ts'
import { parseBody } from '../http/parse-body.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { requireAddressCheck } from './webhook-owner.ts'

/** Create Webhook: adds a public URL that receives the events of a provider of the user's organization. */
export async function postWebhookEndpoint(call: RouteCall): Promise<Response> {
  const { context, request, params } = call
  const { providerId, user } = await authenticateProviderOwner(context, request, params.providerId)
  requireAddressCheck(call)
  const { url, remindEvery } = await parseBody(call, CreateWebhook)
  const webhooks = context.webhooks.webhooksOf(toActor(user), MAX_WEBHOOKS)
  return respondJson(await webhooks.createEndpoint({ providerId, url, remindEvery }), 201)
}
