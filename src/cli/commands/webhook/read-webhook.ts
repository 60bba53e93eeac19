import * as v from 'valibot'
import {
  CreatedWebhookRecord,
  type WebhookEndpointStatus,
  type WebhookEndpointWithSecret,
  WebhookReplayRecord,
  type WebhookResult,
  WebhookResultRecord,
  WebhookStatusRecord,
} from '../../../protocol/records/webhooks.ts'
import { readResponse } from '../../target/read-response.ts'

/** Reads a new endpoint, or one with a new secret, from a response of the service. Each function throws `invalid_response` for another shape. */
export const readEndpointWithSecret = (json: unknown): WebhookEndpointWithSecret => readResponse(CreatedWebhookRecord, json)

/** Reads a list of endpoints. */
export const readEndpoints = (json: unknown): WebhookEndpointStatus[] => readResponse(v.array(WebhookStatusRecord), json)

/** Reads the result of a test. */
export const readResult = (json: unknown): WebhookResult => readResponse(WebhookResultRecord, json)

/** Reads the number of replayed events. */
export const readReplayed = (json: unknown): number => readResponse(WebhookReplayRecord, json).events
