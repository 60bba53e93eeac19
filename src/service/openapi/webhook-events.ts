import * as v from 'valibot'
import type { JsonObject } from '../../core/json.ts'
import { record, time } from '../../protocol/declare.ts'
import { WEBHOOK_EVENTS } from '../../protocol/records/webhook-events.ts'
import { requiredBody } from './operation.ts'
import { toSchema } from './schemas.ts'

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const HEADERS = [
  header('webhook-id', 'Id of the event, the same for each attempt.'),
  header('webhook-timestamp', 'When this attempt was signed, in seconds since the epoch.'),
  header('webhook-signature', 'Signatures of the Standard Webhooks specification, separated by blanks.'),
]

/** Describes the requests that the service sends to endpoints. */
export function describeWebhookEvents(): JsonObject {
  const responses = { '2XX': { description: 'Delivered. With any other response, the event is sent again.' } }
  return Object.fromEntries(
    Object.entries(WEBHOOK_EVENTS).map(([type, data]) => {
      const event = record('An event.', { type: v.literal(type), timestamp: time('When it happened.'), data })
      const summary = `${v.getMetadata(data).description}`
      return [
        type,
        {
          post: {
            summary,
            security: [],
            parameters: HEADERS,
            requestBody: requiredBody('application/json', toSchema(event)),
            responses,
          },
        },
      ]
    }),
  )
}
