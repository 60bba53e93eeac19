import * as v from 'valibot'
import { invalidResponse } from '../../../client/http/http-error.ts'
import {
  CreatedWebhookRecord,
  type WebhookEndpointStatus,
  type WebhookEndpointWithSecret,
  WebhookReplayRecord,
  type WebhookResult,
  WebhookResultRecord,
  WebhookStatusRecord,
} from '../../../protocol/records/webhooks.ts'

/** Reads a new endpoint, or one with a new secret, from a response of the service. Each function throws `invalid_response` for another shape. */
export const readEndpointWithSecret = (json: unknown): WebhookEndpointWithSecret => read(CreatedWebhookRecord, json)

/** Reads a list of endpoints. */
export const readEndpoints = (json: unknown): WebhookEndpointStatus[] => read(v.array(WebhookStatusRecord), json)

/** Reads the result of a test. */
export const readResult = (json: unknown): WebhookResult => read(WebhookResultRecord, json)

/** Reads the number of replayed events. */
export const readReplayed = (json: unknown): number => read(WebhookReplayRecord, json).events

function read<T extends v.GenericSchema>(schema: T, json: unknown): v.InferOutput<T> {
  const parsed = v.safeParse(schema, json)
  if (!parsed.success) throw invalidResponse(200, 'does not have the expected form')
  return parsed.output
}
