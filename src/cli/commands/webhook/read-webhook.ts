import * as v from 'valibot'
import type { JsonValue } from '../../../core/json.ts'
import type { WebhookEndpointStatus, WebhookEndpointWithSecret, WebhookResult } from '../../../service/index.ts'
import { notFromService } from '../../target/call-service.ts'

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

const Endpoint = v.object({
  id: v.string(),
  providerId: v.string(),
  url: v.string(),
  allowPrivate: v.boolean(),
  remindEvery: v.optional(v.union([v.object({ days: Count }), v.object({ months: Count }), v.object({ years: Count })])),
  created: v.string(),
})

const EndpointWithSecret = v.object({ ...Endpoint.entries, secret: v.string() })

const EndpointStatuses = v.array(
  v.object({
    ...Endpoint.entries,
    waiting: Count,
    failed: Count,
    lastFailed: v.array(v.object({ id: v.string(), type: v.string(), attempts: Count, reason: v.string(), failed: v.string() })),
  }),
)

const Result = v.union([
  v.object({ status: Count }),
  v.object({ fault: v.picklist(['timeout', 'private_address', 'unknown_host', 'refused', 'tls', 'proxy', 'connection']) }),
])

const Replayed = v.object({ events: Count })

/** Reads a new endpoint, or one with a new secret, from a response of the service. Each function throws `invalid_response` for another shape. */
export const readEndpointWithSecret = (json: JsonValue): WebhookEndpointWithSecret => read(EndpointWithSecret, json)

/** Reads a list of endpoints. */
export const readEndpoints = (json: JsonValue): WebhookEndpointStatus[] => read(EndpointStatuses, json)

/** Reads the result of a test. */
export const readResult = (json: JsonValue): WebhookResult => read(Result, json)

/** Reads the number of replayed events. */
export const readReplayed = (json: JsonValue): number => read(Replayed, json).events

function read<T extends v.GenericSchema>(schema: T, json: JsonValue): v.InferOutput<T> {
  const parsed = v.safeParse(schema, json)
  if (!parsed.success) throw notFromService(200)
  return parsed.output
}
