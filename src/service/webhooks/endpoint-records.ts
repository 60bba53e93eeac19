import { fromIsoDuration } from '../../core/duration.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import type { WebhookEndpoint } from '../../protocol/records/webhooks.ts'
import type { StoredEndpoint } from '../storage/webhook-endpoints.ts'

/** Converts a stored endpoint to its JSON form, without its secret. */
export function toEndpoint(
  endpoint: Pick<StoredEndpoint, 'id' | 'providerId' | 'url' | 'allowPrivate' | 'remindEvery' | 'created'>,
): WebhookEndpoint {
  const { id, providerId, url, allowPrivate, remindEvery, created } = endpoint
  const period = remindEvery === null ? {} : { remindEvery: fromIsoDuration(remindEvery) }
  return { id, providerId, url, allowPrivate, ...period, created: toTimestamp(created) }
}
