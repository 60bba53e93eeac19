import * as v from 'valibot'
import { flag, integer, listOf, oneOf, record, request, text, time, type Wire } from '../declare.ts'

/** The longest time for which two secrets of a webhook sign, in hours. */
export const MAX_OVERLAP_HOURS = 9999

const period = (unit: string) => integer(`A number of ${unit}.`, 1)
const remindEvery = v.pipe(
  v.union([
    request('A period of days.', { days: period('days') }),
    request('A period of months.', { months: period('months') }),
    request('A period of years.', { years: period('years') }),
  ]),
  v.metadata({
    description: 'How often `license.reminder` is sent for each license in force, besides the reminders before its end.',
  }),
)

/** Request of Create Webhook. A private address is never allowed over HTTP. */
export const CreateWebhook = request('A webhook to add.', {
  url: text('A public https address, without a user name and password.', { maxLength: 2000 }),
  remindEvery: v.optional(remindEvery),
})

/** Request of Rotate Webhook Secret. */
export const RotateWebhookSecret = request('How to replace the secret.', {
  overlapHours: v.optional(integer('How long the previous secret signs too, in hours.', 0, MAX_OVERLAP_HOURS, { default: 24 })),
})

const webhook = {
  id: text('The id of the webhook.'),
  providerId: text('The id of the provider.'),
  url: text('Where the events are sent.'),
  allowPrivate: flag('Whether the operator allowed a private address.'),
  remindEvery: v.optional(remindEvery),
  created: time('When it was added.'),
}

/** Declares a {@link WebhookEndpoint}. */
export const WebhookRecord = record('A webhook.', webhook)

/** An endpoint: a URL that receives the events of a provider. */
export type WebhookEndpoint = Wire<typeof WebhookRecord>

/** Declares a {@link WebhookEndpointWithSecret}. */
export const CreatedWebhookRecord = record('A webhook with its secret, which is returned only once.', {
  ...webhook,
  secret: text('Verifies signatures, as the Standard Webhooks specification describes: `whsec_` and 32 random bytes in base64.'),
})

/** A new endpoint, or one with a new secret. Nothing returns the secret again. */
export type WebhookEndpointWithSecret = Wire<typeof CreatedWebhookRecord>

/** Declares a {@link FailedWebhook}. */
export const FailedWebhookRecord = record('An event that was given up.', {
  id: text('The `webhook-id`.'),
  type: text('The type of the event.'),
  attempts: integer('How often it was sent.', 0),
  reason: text('Why the last attempt failed: `status 500`, `timeout`, `refused` and so on.'),
  failed: time('When it was given up.'),
})

/** An event that was given up. */
export type FailedWebhook = Wire<typeof FailedWebhookRecord>

/** Declares a {@link WebhookEndpointStatus}. */
export const WebhookStatusRecord = record('A webhook, without its secret, with its events that are not delivered.', {
  ...webhook,
  waiting: integer('Number of events that are due, or wait for another attempt.', 0),
  failed: integer('Number of events that were given up after 10 attempts in 3 days. They are kept for 30 days.', 0),
  lastFailed: listOf(FailedWebhookRecord, 'The newest events that were given up, at most 20.'),
})

/** An endpoint with its events that are not delivered. */
export type WebhookEndpointStatus = Wire<typeof WebhookStatusRecord>

/** Response of Replay Webhook. */
export const WebhookReplayRecord = record('The result of a replay.', { events: integer('How many events are due now.', 0) })

/** Why a webhook got no response. */
export const WEBHOOK_FAULTS = ['timeout', 'private_address', 'unknown_host', 'refused', 'tls', 'proxy', 'connection'] as const

/** Why no response was received. */
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number]

/** Declares a {@link WebhookResult}. */
export const WebhookResultRecord = v.union([
  record('The receiver responded.', { status: integer('The status. Only 2xx counts as delivered.', 0) }),
  record('There was no response.', { fault: oneOf(WEBHOOK_FAULTS, 'Why there is no response.') }),
])

/** The result of sending a webhook: the status of the response, or why there is none. */
export type WebhookResult = Wire<typeof WebhookResultRecord>
