import type { JsonObject } from '../../core/json.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import { DELETED, inPath, jsonResponse, operation } from './operation.ts'
import { listOf, schemaRef } from './schemas.ts'

const WEBHOOK = '/api/latest/webhook/{id}'

/** The webhooks of a provider, for API keys. `webhook-events.ts` describes the events that they receive. */
export const WEBHOOK_PATHS: JsonObject = {
  [`${AUTH_PATHS.providers}/{providerId}/webhook`]: {
    parameters: [inPath('providerId')],
    post: operation('createWebhook', 'Add a URL that receives the events of the provider', {
      by: 'user',
      body: schemaRef('CreateWebhook'),
      returns: { 201: jsonResponse('The webhook with its secret, which is returned only once.', schemaRef('CreatedWebhook')) },
      fails: [404, 501],
    }),
    get: operation('listWebhooks', 'List the webhooks of the provider, with the events that are not delivered', {
      by: 'user',
      returns: { 200: jsonResponse('The webhooks, oldest first.', listOf('WebhookStatus')) },
      fails: [404],
    }),
  },
  [`${AUTH_PATHS.providers}/{providerId}/reminder`]: {
    parameters: [inPath('providerId')],
    post: operation('sendReminders', 'Send `license.reminder` for some licenses in force with a text, or without one', {
      by: 'user',
      body: schemaRef('SendReminders'),
      returns: { 200: jsonResponse('How many licenses got an event, and where to continue.', schemaRef('ReminderStep')) },
      fails: [404],
    }),
    get: operation('listReminders', 'List the reminders that were sent to groups', {
      by: 'reader',
      returns: { 200: jsonResponse('The reminders, newest first.', listOf('Reminder')) },
      fails: [404],
    }),
  },
  [WEBHOOK]: {
    parameters: [inPath('id')],
    delete: operation('deleteWebhook', 'Delete a webhook and its events', { by: 'user', returns: { 204: DELETED }, fails: [404] }),
  },
  [`${WEBHOOK}/secret`]: {
    parameters: [inPath('id')],
    post: operation('rotateWebhookSecret', 'Replace the secret of a webhook; both secrets sign for a time', {
      by: 'user',
      body: schemaRef('RotateWebhookSecret'),
      returns: { 200: jsonResponse('The webhook with its new secret, which is returned only once.', schemaRef('CreatedWebhook')) },
      fails: [404],
    }),
  },
  [`${WEBHOOK}/replay`]: {
    parameters: [inPath('id')],
    post: operation('replayWebhook', 'Send the events again that were given up or wait for another attempt', {
      by: 'user',
      returns: { 200: jsonResponse('How many events are due now.', schemaRef('WebhookReplay')) },
      fails: [404],
    }),
  },
  [`${WEBHOOK}/test`]: {
    parameters: [inPath('id')],
    post: operation('testWebhook', 'Send the event `webhook.test` now, and return the result', {
      by: 'user',
      returns: { 200: jsonResponse('The status of the receiver, or why there is none.', schemaRef('WebhookResult')) },
      fails: [404, 429, 501],
    }),
  },
}
