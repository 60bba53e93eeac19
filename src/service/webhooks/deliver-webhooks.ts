import { isLicetError } from '../../core/errors.ts'
import type { WebhookResult } from '../../protocol/records/webhooks.ts'
import { createId } from '../crypto/create-id.ts'
import { pause } from '../pause.ts'
import { describeKind } from '../routing/report-failure.ts'
import type { ServiceContext } from '../service-context.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  deleteDelivery,
  emitScheduledEvents,
  releaseDelivery,
  storeFailure,
} from '../storage/webhook-deliveries.ts'
import { findWork, listDueEndpoints } from '../storage/webhook-endpoints.ts'
import { type PostWebhook, WEBHOOK_TIMEOUT_MS } from './post-webhook.ts'
import { nextAttempt } from './retry-schedule.ts'
import { signWebhook } from './sign-webhook.ts'

/** How long no other process sends a claimed event. Longer than an attempt takes. */
const LEASE_MS = 2 * WEBHOOK_TIMEOUT_MS
/** Events of an endpoint that are sent at the same time, each of another device. */
const SENT_AT_ONCE = 10
/** More events are claimed immediately when so few are still being sent, otherwise with the next poll. */
const CLAIMED_AGAIN_AT = 5
/** The name of the work on dates, beside the ids of endpoints. */
const DATES = 'dates'
/** How often the database is asked for events, with and without endpoints. */
const POLL_MS = 1000
const IDLE_POLL_MS = 10_000

/** Sends events to endpoints. Several processes can do it at the same time. */
export interface WebhookDelivery {
  /** Writes reminders and expiries whose time has come, and sends events until none is due. */
  deliver(): Promise<void>
  /** Delivers in the background. */
  start(): void
  /** Aborted by {@link close}. */
  readonly signal: AbortSignal
  /** Stops. What is being sent is given back to the other processes. */
  close(): Promise<void>
}

/** Creates the delivery of webhooks. */
export function createWebhookDelivery(
  {
    storage,
    crypto,
    protection,
    earlierNow,
    onEvent,
  }: Pick<ServiceContext, 'storage' | 'crypto' | 'protection' | 'earlierNow' | 'onEvent'>,
  post: PostWebhook,
): WebhookDelivery {
  const closing = new AbortController()
  /** What is being sent, by endpoint, and whether there was anything to send. Also the work on dates. */
  const running = new Map<string, Promise<boolean>>()
  const failing = new Set<string>()
  let background: Promise<void> | undefined

  /** Starts to send to the endpoints with events that are due. Returns whether there is any endpoint. */
  const startDue = async (): Promise<boolean> => {
    const at = await earlierNow()
    const { hasEndpoints, hasDates } = await findWork(storage, at)
    if (!hasEndpoints) return false
    // Beside the sending: a provider with many licenses must not delay the events of the others.
    if (hasDates) start(DATES, () => emitDue(at))
    for (const id of await listDueEndpoints(storage, at)) start(id, () => sendDue(id))
    return true
  }

  /** Starts work, unless it is running already. */
  const start = (name: string, work: () => Promise<boolean>): void => {
    if (running.has(name) || closing.signal.aborted) return
    const done = work()
      .catch(reportFailure)
      .finally(() => running.delete(name))
    running.set(name, done)
  }

  /** Writes the events of dates until none is due. Returns whether it has written one. */
  const emitDue = async (at: number): Promise<boolean> => {
    let hasEmitted = false
    while (!closing.signal.aborted) {
      const { emitted, hasMore } = await emitScheduledEvents(storage, at)
      hasEmitted ||= emitted > 0
      if (!hasMore) break
    }
    return hasEmitted
  }

  /** Sends events of an endpoint until none is due. Returns whether it has sent one. */
  const sendDue = async (endpointId: string): Promise<boolean> => {
    const sending = new Set<Promise<unknown>>()
    let hasSent = false
    try {
      while (!closing.signal.aborted) {
        const at = await earlierNow()
        const limit = SENT_AT_ONCE - sending.size
        const claim = { now: at, leaseEnd: at + LEASE_MS, lease: createId(at, crypto.random), limit }
        const { claimed, hasMore } = await claimDeliveries(storage, endpointId, claim)
        for (const delivery of claimed) {
          const sent = send(delivery, at)
            .catch(reportFailure)
            .finally(() => sending.delete(sent))
          sending.add(sent)
        }
        hasSent ||= claimed.length > 0
        // Another process may be sending an earlier event of the same device.
        if (sending.size === 0 && !hasMore) break
        if (sending.size > 0) await untilClaimable(sending)
      }
    } finally {
      await Promise.all(sending)
    }
    return hasSent
  }

  /** Waits until at most half of the events are still being sent, or for one poll: a slow device does not delay the others. */
  const untilClaimable = async (sending: ReadonlySet<Promise<unknown>>): Promise<void> => {
    const waiting = new AbortController()
    const next = pause(POLL_MS, AbortSignal.any([waiting.signal, closing.signal])).then(() => waiting.abort())
    do await Promise.race([next, ...sending])
    while (sending.size > CLAIMED_AGAIN_AT && !waiting.signal.aborted)
    waiting.abort()
  }

  const send = async (delivery: ClaimedDelivery, at: number): Promise<void> => {
    const { url, allowPrivate, endpointId } = delivery
    const body = JSON.stringify(delivery.payload)
    const headers = await signWebhook({ ...delivery, body }, { now: at, protection }).catch((error: unknown) => {
      if (isLicetError(error, 'unavailable')) return undefined
      throw error
    })
    // Another key encryption key: the same as a failed attempt, so that it is reported, and sent when the key is right again.
    if (headers === undefined) return fail(delivery, 'secret_unreadable')
    const result = await post({ url, headers, body, allowPrivate, signal: closing.signal })
    const failure = toFailure(result)
    if (failure === undefined) {
      await deleteDelivery(storage, delivery)
      if (failing.delete(endpointId)) onEvent({ type: 'webhook_recovered', endpointId })
    } else if (closing.signal.aborted) {
      await releaseDelivery(storage, delivery)
    } else {
      await fail(delivery, failure)
    }
  }

  const fail = async (delivery: ClaimedDelivery, failure: string): Promise<void> => {
    const { endpointId, id, attempts } = delivery
    const at = await earlierNow()
    const due = nextAttempt(attempts + 1, at, (crypto.random(1)[0] ?? 0) / 255)
    await storeFailure(storage, delivery, { failure, due, now: at })
    if (due === undefined) onEvent({ type: 'webhook_given_up', endpointId, id, reason: failure })
    else if (!failing.has(endpointId)) onEvent({ type: 'webhook_failing', endpointId, reason: failure })
    failing.add(endpointId)
  }

  const reportFailure = (error: unknown): false => {
    // Requests report a database that is unavailable. A lease expires.
    if (closing.signal.aborted || isLicetError(error, 'unavailable')) return false
    onEvent({ type: 'server_error', method: '', route: 'webhooks', error: describeKind(error) })
    return false
  }

  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const isNeeded = await startDue().catch(reportFailure)
      await pause(isNeeded ? POLL_MS : IDLE_POLL_MS, closing.signal)
    }
  }

  return {
    deliver: async () => {
      let hasSent: boolean
      do {
        await startDue()
        hasSent = (await Promise.all(running.values())).includes(true)
      } while (hasSent && !closing.signal.aborted)
    },
    signal: closing.signal,
    start: () => {
      background ??= run()
    },
    close: async () => {
      closing.abort()
      await background
      await Promise.all(running.values())
    },
  }
}

/** Returns why a webhook is not delivered. A redirect is a failure: its target was not checked. */
export function toFailure(result: WebhookResult): string | undefined {
  if ('fault' in result) return result.fault
  return result.status >= 200 && result.status < 300 ? undefined : `status ${result.status}`
}
