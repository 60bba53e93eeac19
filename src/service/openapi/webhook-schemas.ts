import type { JsonObject } from '../../core/json.ts'
import { MAX_OVERLAP_HOURS } from '../../protocol/account.ts'
import type { WebhookFault } from '../webhooks/post-webhook.ts'
import { closedObject, object, oneOf, text, time } from './schema-builders.ts'

const count = (description: string): JsonObject => ({ type: 'integer', minimum: 0, description })
const period = (unit: string): JsonObject => ({
  ...closedObject(`A number of ${unit}.`, { [unit]: { type: 'integer', minimum: 1 } }),
})
const remindEvery: JsonObject = {
  description: 'How often `license.reminder` is sent for each license in force. Absent: only before an end.',
  oneOf: ['days', 'months', 'years'].map(period),
}

const webhook = {
  id: text('The id of the webhook.'),
  providerId: text('The id of the provider.'),
  url: text('Where the events are sent.'),
  allowPrivate: { type: 'boolean', description: 'Whether the operator allowed a private address.' },
  remindEvery,
  created: time('When it was added.'),
}

const FAULTS: Readonly<Record<WebhookFault, true>> = {
  timeout: true,
  private_address: true,
  unknown_host: true,
  refused: true,
  tls: true,
  proxy: true,
  connection: true,
}

/** Schemas of webhooks. */
export const WEBHOOK_SCHEMAS = {
  CreateWebhook: closedObject(
    'A webhook to add.',
    { url: text('A public https address, without a user name and password.', { maxLength: 2000 }), remindEvery },
    'remindEvery',
  ),
  CreatedWebhook: object(
    'A webhook with its secret, which is returned only once.',
    { ...webhook, secret: text('Verifies signatures, as the Standard Webhooks specification describes.') },
    'remindEvery',
  ),
  RotateWebhookSecret: closedObject(
    'How to replace the secret.',
    {
      overlapHours: {
        type: 'integer',
        minimum: 0,
        maximum: MAX_OVERLAP_HOURS,
        default: 24,
        description: 'How long the former secret signs too.',
      },
    },
    'overlapHours',
  ),
  WebhookStatus: object(
    'A webhook, without its secret, with its events that are not delivered.',
    {
      ...webhook,
      waiting: count('Events that are due, or wait for another attempt.'),
      failed: count('Events that were given up.'),
      lastFailed: {
        type: 'array',
        description: 'The newest events that were given up, at most 20.',
        items: object('An event that was given up.', {
          id: text('The `webhook-id`.'),
          type: text('The type of the event.'),
          attempts: count('How often it was sent.'),
          reason: text('Why the last attempt failed.'),
          failed: time('When it was given up.'),
        }),
      },
    },
    'remindEvery',
  ),
  WebhookReplay: object('The result of a replay.', { events: count('How many events are due now.') }),
  WebhookResult: {
    oneOf: [
      object('The receiver responded.', { status: { type: 'integer', description: 'The status. Only 2xx counts as delivered.' } }),
      object('There was no response.', { fault: oneOf('Why there is no response.', Object.keys(FAULTS)) }),
    ],
  },
} satisfies Readonly<Record<string, JsonObject>>
