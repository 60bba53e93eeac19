import { HOUR_MS } from '../../core/time-units.ts'
import { RotateWebhookSecret } from '../../protocol/records/webhooks.ts'
import { parseBody } from '../http/parse-body.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { authenticateWebhookOwner } from './webhook-owner.ts'

/** Rotate Webhook Secret: replaces the secret of a webhook. Both secrets sign for a time. */
export async function postWebhookSecret(call: RouteCall): Promise<Response> {
  const { id, webhooks } = await authenticateWebhookOwner(call)
  const { overlapHours } = await parseBody(call, RotateWebhookSecret)
  const overlap = overlapHours === undefined ? {} : { overlapMs: overlapHours * HOUR_MS }
  return respondJson(await webhooks.rotateSecret(id, overlap))
}
