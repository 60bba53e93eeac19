import { type Duration, fromIsoDuration } from '../../core/duration.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import type { StoredEndpoint } from '../storage/webhook-endpoints.ts'

/** An endpoint: a URL that receives the events of a provider. */
export interface WebhookEndpoint {
  readonly id: string
  readonly providerId: string
  readonly url: string
  /** Whether it may have a private address. */
  readonly allowPrivate: boolean
  /** How often it gets `license.reminder` for each license in force, besides the reminders before an end. */
  readonly remindEvery?: Duration | undefined
  /** RFC 3339 in UTC. */
  readonly created: string
}

/** A new endpoint, or one with a new secret. Nothing returns the secret again. */
export interface WebhookEndpointWithSecret extends WebhookEndpoint {
  /** Verifies signatures: `whsec_` and 32 random bytes in base64. */
  readonly secret: string
}

/** An endpoint with its events that are not delivered. */
export interface WebhookEndpointStatus extends WebhookEndpoint {
  /** Number of events that are due, or wait for another attempt. */
  readonly waiting: number
  /** Number of events that were given up after 10 attempts in 3 days. They are kept for 30 days. */
  readonly failed: number
  /** The newest events that were given up, at most 20. */
  readonly lastFailed: readonly FailedWebhook[]
}

/** An event that was given up. */
export interface FailedWebhook {
  /** The `webhook-id`. */
  readonly id: string
  readonly type: string
  readonly attempts: number
  /** Why the last attempt failed: `status 500`, `timeout`, `refused` and so on. */
  readonly reason: string
  /** When it was given up, RFC 3339 in UTC. */
  readonly failed: string
}

/** Converts a stored endpoint to its JSON form, without its secret. */
export function toEndpoint(
  endpoint: Pick<StoredEndpoint, 'id' | 'providerId' | 'url' | 'allowPrivate' | 'remindEvery' | 'created'>,
): WebhookEndpoint {
  const { id, providerId, url, allowPrivate, remindEvery, created } = endpoint
  const period = remindEvery === null ? {} : { remindEvery: fromIsoDuration(remindEvery) }
  return { id, providerId, url, allowPrivate, ...period, created: toTimestamp(created) }
}
