import { type Duration, isDuration, toIsoDuration } from '../../core/duration.ts'
import { LicetError } from '../../core/errors.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import type { WebhookEndpointStatus, WebhookEndpointWithSecret, WebhookResult } from '../../protocol/records/webhooks.ts'
import { type AuditAction, type AuditActor, OPERATOR } from '../audit/audit-event.ts'
import { createId, isId } from '../crypto/create-id.ts'
import { requireSameProtection } from '../crypto/require-same-protection.ts'
import { toBase64 } from '../crypto/standard-base64.ts'
import { DEFAULT_SECRET_OVERLAP_MS } from '../defaults.ts'
import type { ServiceContext } from '../service-context.ts'
import { deleteDeliveries, listFailedDeliveries, replayDeliveries } from '../storage/webhook-deliveries.ts'
import {
  type CountedEndpoint,
  countEndpointsAlone,
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  replaceSecret,
  type StoredEndpoint,
} from '../storage/webhook-endpoints.ts'
import { checkEndpointUrl } from './check-endpoint-url.ts'
import { createWebhookDelivery, type WebhookDelivery } from './deliver-webhooks.ts'
import { toEndpoint } from './endpoint-records.ts'
import type { PostWebhook } from './post-webhook.ts'
import { purposeOfWebhook, signWebhook } from './sign-webhook.ts'

/** Functions for the operator: endpoints of webhooks, and the delivery of their events. */
export interface Webhooks {
  /**
   * Creates an endpoint. It receives events from now on.
   *
   * @throws {LicetError} `invalid_request` when the provider is unknown, or when `url` is not a public https address. With
   *   `allowPrivate`, a private address and plain HTTP are allowed.
   */
  createEndpoint(options: {
    readonly providerId: string
    readonly url: string
    readonly remindEvery?: Duration | undefined
    readonly allowPrivate?: boolean | undefined
  }): Promise<WebhookEndpointWithSecret>
  /** Returns the endpoints of a provider, oldest first. */
  listEndpoints(providerId: string): Promise<WebhookEndpointStatus[]>
  /**
   * Replaces the secret of an endpoint. Both secrets sign for `overlapMs`, by default 24 hours, so that the receiver can change to the
   * new one.
   *
   * @throws {LicetError} `not_found`
   */
  rotateSecret(id: string, options?: { readonly overlapMs?: number | undefined }): Promise<WebhookEndpointWithSecret>
  /**
   * Deletes an endpoint with its events.
   *
   * @throws {LicetError} `not_found`
   */
  deleteEndpoint(id: string): Promise<void>
  /**
   * Sends the event `webhook.test` once, and returns the status of the response, or why there is none. `signal` ends the attempt.
   *
   * @throws {LicetError} `not_found`
   */
  sendTest(id: string, options?: { readonly signal?: AbortSignal | undefined }): Promise<WebhookResult>
  /**
   * Makes every event of an endpoint due now: those that were given up, and those that wait for another attempt. Returns their number.
   *
   * @throws {LicetError} `not_found`
   */
  replay(id: string): Promise<number>
  /**
   * Writes reminders and expiries whose time has come, and sends events until none is due.
   *
   * `serve` does this in the background. If your own program calls `fetch`, call it regularly, for example each minute.
   */
  deliver(): Promise<void>
}

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32
const SHOWN_FAILURES = 20

/** Webhooks, their delivery in the background, and the same functions for someone else than the operator. */
export interface WebhookHost {
  /** The functions of the operator. */
  readonly webhooks: Webhooks
  /** Returns the functions for someone, whom the audit log names, and who creates at most `max` endpoints of a provider. */
  webhooksOf(actor: AuditActor, max?: number): Webhooks
  /** Whether a name that resolves to a private address is refused. */
  readonly checksAddresses: boolean
  start(): void
  close(): Promise<void>
}

/** Creates the functions for webhooks, the start of their delivery in the background, and its end. */
export function createWebhooks(
  context: Pick<ServiceContext, 'storage' | 'crypto' | 'protection' | 'now' | 'earlierNow' | 'onEvent' | 'audit'>,
  post: PostWebhook,
): WebhookHost {
  const delivery = createWebhookDelivery(context, post)
  const webhooksOf = (actor: AuditActor, max?: number) => createWebhooksOf(context, post, delivery, { actor, max })
  const { start, close } = delivery
  return { webhooks: webhooksOf(OPERATOR), webhooksOf, checksAddresses: post.checksAddresses === true, start, close }
}

function createWebhooksOf(
  {
    storage,
    crypto,
    protection,
    now,
    earlierNow,
    audit,
  }: Pick<ServiceContext, 'storage' | 'crypto' | 'protection' | 'now' | 'earlierNow' | 'audit'>,
  post: PostWebhook,
  delivery: Pick<WebhookDelivery, 'deliver' | 'signal'>,
  { actor, max }: { readonly actor: AuditActor; readonly max: number | undefined },
): Webhooks {
  const newSecret = () => SECRET_PREFIX + toBase64(crypto.random(SECRET_BYTES))
  const find = async (id: string): Promise<StoredEndpoint> => {
    const endpoint = isId(id) ? await findEndpoint(storage, id) : undefined
    if (endpoint === undefined) throw unknownEndpoint()
    return endpoint
  }
  const toEvent = (action: AuditAction, { id, providerId }: Pick<StoredEndpoint, 'id' | 'providerId'>) =>
    ({ action, actor, target: id, providerId }) as const
  const toStatus = async (endpoint: CountedEndpoint): Promise<WebhookEndpointStatus> => ({
    ...toEndpoint(endpoint),
    waiting: endpoint.waiting,
    failed: endpoint.failed,
    lastFailed: (await listFailedDeliveries(storage, endpoint.id, SHOWN_FAILURES)).map((failed) => ({
      id: failed.id,
      type: String(failed.payload.type),
      attempts: failed.attempts,
      reason: failed.failure,
      failed: toTimestamp(failed.dead),
    })),
  })
  return {
    async createEndpoint({ providerId, url, remindEvery, allowPrivate = false }) {
      if (remindEvery !== undefined && !isDuration(remindEvery)) throw invalidPeriod()
      const at = now()
      const endpoint = {
        id: createId(at, crypto.random),
        providerId,
        url: checkEndpointUrl(url, allowPrivate),
        allowPrivate,
        remindEvery: remindEvery === undefined ? null : toIsoDuration(remindEvery),
      }
      await requireSameProtection({ storage, protection })
      const secret = newSecret()
      const stored = { ...endpoint, secret: await protection.protect(secret, purposeOfWebhook(endpoint.id)), now: at }
      const insert = () =>
        audit.record(
          async (sql) => {
            if (max !== undefined && (await countEndpointsAlone(sql, providerId)) >= max) throw tooManyWebhooks(max)
            return insertEndpoint(sql, stored)
          },
          (isInserted) => (isInserted ? toEvent('webhook.created', endpoint) : undefined),
        )
      if (!isId(providerId) || !(await insert())) throw unknownProvider()
      return { ...toEndpoint({ ...endpoint, created: at }), secret }
    },

    async listEndpoints(providerId) {
      const endpoints = isId(providerId) ? await listEndpoints(storage, providerId) : []
      return Promise.all(endpoints.map(toStatus))
    },

    async rotateSecret(id, { overlapMs = DEFAULT_SECRET_OVERLAP_MS } = {}) {
      const endpoint = await find(id)
      await requireSameProtection({ storage, protection })
      const secret = newSecret()
      const stored = await protection.protect(secret, purposeOfWebhook(id))
      const isReplaced = await audit.record(
        (sql) => replaceSecret(sql, id, stored, now() + overlapMs),
        (done) => (done ? toEvent('webhook.secret_rotated', endpoint) : undefined),
      )
      if (!isReplaced) throw unknownEndpoint()
      return { ...toEndpoint(endpoint), secret }
    },

    async deleteEndpoint(id) {
      const endpoint = await find(id)
      await deleteDeliveries(storage, id)
      await audit.record(
        (sql) => deleteEndpoint(sql, id),
        (isDeleted) => (isDeleted ? toEvent('webhook.deleted', endpoint) : undefined),
      )
    },

    async sendTest(id, { signal } = {}) {
      const { url, allowPrivate, providerId, secret, formerSecret, formerUntil } = await find(id)
      const at = now()
      const body = JSON.stringify({ type: 'webhook.test', timestamp: toTimestamp(at), data: { providerId } })
      const unsigned = { id: createId(at, crypto.random), endpointId: id, secret, formerSecret, formerUntil, body }
      const headers = await signWebhook(unsigned, { now: at, protection })
      const ended = signal === undefined ? delivery.signal : AbortSignal.any([signal, delivery.signal])
      return post({ url, allowPrivate, body, headers, signal: ended })
    },

    async replay(id) {
      const endpoint = await find(id)
      const count = await replayDeliveries(storage, id, await earlierNow())
      await audit.append(storage, { ...toEvent('webhook.replayed', endpoint), details: { count } })
      return count
    },

    deliver: delivery.deliver,
  }
}

function unknownEndpoint(): LicetError<'not_found'> {
  return new LicetError('not_found', 'No endpoint has this id. Nothing was done. Take the id from the list of endpoints.')
}

function unknownProvider(): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    'No provider has this id. No endpoint was created. Take the id from the configuration of the app.',
    { field: 'providerId' },
  )
}

function tooManyWebhooks(max: number): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    `The provider has ${max} webhooks, which is the limit. Nothing was added. Remove one that nobody uses any longer.`,
  )
}

function invalidPeriod(): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    'The period of reminders is not valid. No endpoint was created. Use one unit, such as { days: 90 } or { months: 12 }.',
    { field: 'remindEvery' },
  )
}
