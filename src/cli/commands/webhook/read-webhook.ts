import * as v from 'valibot'
import type { JsonValue } from '../../../core/json.ts'
import {
  CreatedWebhookRecord,
  type WebhookEndpointStatus,
  type WebhookEndpointWithSecret,
  WebhookReplayRecord,
  type WebhookResult,
  WebhookResultRecord,
  WebhookStatusRecord,
} from '../../../protocol/records/webhooks.ts'
import { notFromService } from '../../target/call-service.ts'

/** Reads a new endpoint, or one with a new secret, from a response of the service. Each function throws `invalid_response` for another shape. */
export const readEndpointWithSecret = (json: JsonValue): WebhookEndpointWithSecret => read(CreatedWebhookRecord, json)

/** Reads a list of endpoints. */
export const readEndpoints = (json: JsonValue): WebhookEndpointStatus[] => read(v.array(WebhookStatusRecord), json)

/** Reads the result of a test. */
export const readResult = (json: JsonValue): WebhookResult => read(WebhookResultRecord, json)

/** Reads the number of replayed events. */
export const readReplayed = (json: JsonValue): number => read(WebhookReplayRecord, json).events

function read<T extends v.GenericSchema>(schema: T, json: JsonValue): v.InferOutput<T> {
  const parsed = v.safeParse(schema, json)
  if (!parsed.success) throw notFromService(200)
  return parsed.output
}
