import type { JsonObject } from '../../core/json.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import { errors } from './error-responses.ts'
import { inPath, jsonBody, jsonResponse, SECURITY } from './operation.ts'
import { listOf, schemaRef } from './schemas.ts'

const WEBHOOK = '/api/latest/webhook/{id}'
const RECORD_ERRORS = errors('Problem', 401, 403, 404)

/** The webhooks of a provider, for API keys. `webhook-events.ts` describes the events that they receive. */
export const WEBHOOK_PATHS: JsonObject = {
  [`${AUTH_PATHS.providers}/{providerId}/webhook`]: {
    parameters: [inPath('providerId')],
    post: {
      operationId: 'createWebhook',
      summary: 'Add a URL that receives the events of the provider',
      ...SECURITY.user,
      requestBody: jsonBody(schemaRef('CreateWebhook')),
      responses: {
        201: jsonResponse('The webhook with its secret, which is returned only once.', schemaRef('CreatedWebhook')),
        ...errors('Problem', 400, 401, 403, 404, 413, 415, 501),
      },
    },
    get: {
      operationId: 'listWebhooks',
      summary: 'List the webhooks of the provider, with the events that are not delivered',
      ...SECURITY.user,
      responses: { 200: jsonResponse('The webhooks, oldest first.', listOf('WebhookStatus')), ...RECORD_ERRORS },
    },
  },
  [WEBHOOK]: {
    parameters: [inPath('id')],
    delete: {
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook and its events',
      ...SECURITY.user,
      responses: { 204: { description: 'Deleted.' }, ...RECORD_ERRORS },
    },
  },
  [`${WEBHOOK}/secret`]: {
    parameters: [inPath('id')],
    post: {
      operationId: 'rotateWebhookSecret',
      summary: 'Replace the secret of a webhook; both secrets sign for a time',
      ...SECURITY.user,
      requestBody: jsonBody(schemaRef('RotateWebhookSecret')),
      responses: {
        200: jsonResponse('The webhook with its new secret, which is returned only once.', schemaRef('CreatedWebhook')),
        ...errors('Problem', 400, 401, 403, 404, 413, 415),
      },
    },
  },
  [`${WEBHOOK}/replay`]: {
    parameters: [inPath('id')],
    post: {
      operationId: 'replayWebhook',
      summary: 'Send the events again that were given up or wait for another attempt',
      ...SECURITY.user,
      responses: { 200: jsonResponse('How many events are due now.', schemaRef('WebhookReplay')), ...RECORD_ERRORS },
    },
  },
  [`${WEBHOOK}/test`]: {
    parameters: [inPath('id')],
    post: {
      operationId: 'testWebhook',
      summary: 'Send the event `webhook.test` now, and return the result',
      ...SECURITY.user,
      responses: {
        200: jsonResponse('The status of the receiver, or why there is none.', schemaRef('WebhookResult')),
        ...errors('Problem', 401, 403, 404, 429, 501),
      },
    },
  },
}
