import { isLicetError, toLicetError } from '../../core/errors.ts'
import type { DeviceStore } from '../device-store.ts'
import type { ResolvedEnvironment } from '../environment.ts'
import { classifyFailure } from '../failure.ts'
import { invalidResponse } from '../http-error.ts'
import type { PageState } from '../snapshot.ts'
import type { OutboxEntry } from '../storage/types.ts'
import { MAX_AUTOMATIC_TRIES, RETRY_BASE_MS } from './backoff.ts'
import type { Engine } from './engine.ts'
import { withLock } from './locks.ts'
import { postpone, refuse, settle } from './outbox.ts'

/** The client that a delivery is a part of. */
export interface Host {
  /** Tells what the page knows now: that it is sending, or what failed. */
  publish(change: Partial<PageState>): void
  /** Runs what nobody waits for but the end of the client. */
  background(task: Promise<unknown>): void
}

/** What a {@link Delivery} works with. */
export interface DeliveryOptions {
  readonly environment: ResolvedEnvironment
  readonly store: DeviceStore
  readonly engine: Engine
  readonly signal: AbortSignal
  readonly host: Host
}

/** Statuses that a page on the way answers too, and that say nothing of a withdrawal: the address, or what stands before it, is at fault. */
const NO_WORD_STATUSES: readonly (number | undefined)[] = [401, 404, 405, 413, 415]

/**
 * Brings the outbox to the service: one entry after the other, one tab at a time, the same bytes on every try.
 *
 * It gives up an entry only when the service refuses it for good; after some tries in a row it waits for an event instead of a timer.
 */
export class Delivery {
  readonly #options: DeliveryOptions
  readonly #owner: string
  #running: Promise<void> | undefined
  #forced = false
  #again = false
  #triesInARow = 0
  #lastTryAt = Number.NEGATIVE_INFINITY
  #cancelTimer = () => {}

  constructor(options: DeliveryOptions) {
    this.#options = options
    options.signal.addEventListener('abort', () => this.#cancelTimer(), { once: true })
    this.#owner = `${options.environment.now().toString(36)}.${options.environment.random().toString(36).slice(2)}`
  }

  /** Tries what is due. `force` tries at once what waits for a later time, as a person's own wish. */
  run(force = false): Promise<void> {
    this.#forced ||= force
    if (this.#running !== undefined) {
      this.#again = true
      return this.#running
    }
    this.#cancelTimer()
    this.#running = this.#drain()
      .catch((error: unknown) => {
        if (this.#options.signal.aborted) return
        // What the platform refuses now it refuses a moment later too.
        this.#triesInARow++
        this.#options.host.publish({ error: toLicetError(error) })
      })
      .finally(() => {
        this.#running = undefined
        // Asked for after the last look.
        if (this.#again && !this.#options.signal.aborted) return this.run()
        this.#forced = false
        return this.#plan()
      })
    return this.#running
  }

  /** An event came that makes a try worth while: start, online, focus. */
  wake(): Promise<void> {
    this.#triesInARow = 0
    const { environment, store } = this.#options
    const now = environment.now()
    const entry = store.device.outbox[0]
    const isTooSoon = now - this.#lastTryAt < RETRY_BASE_MS && now >= this.#lastTryAt
    return this.run(entry !== undefined && !isTooSoon && (entry.notBefore ?? 0) <= now)
  }

  async #drain(): Promise<void> {
    const { environment, store, signal } = this.#options
    do {
      this.#again = false
      if (!this.#isDue(store.device.outbox[0])) return
      const target = { environment, scope: store.scope, owner: this.#owner, update: store.updateSilently }
      await withLock(target, signal, async () => {
        // The row may have moved on while we waited for our turn.
        for (let entry = (await store.refresh()).outbox[0]; this.#isDue(entry); entry = store.device.outbox[0]) {
          const forced = this.#forced
          this.#forced = false
          const delivered = await this.#deliver(entry)
          this.#forced ||= delivered && forced
        }
      })
    } while (this.#again)
  }

  #isDue(entry: OutboxEntry | undefined): entry is OutboxEntry {
    const { environment, signal } = this.#options
    if (entry === undefined || signal.aborted) return false
    if (this.#forced) return true
    const now = environment.now()
    const { retryAt = 0, triedAt = 0 } = entry
    // A try that is yet to come by the clock: the clock was set back, and says nothing of the wait.
    return environment.connectivity.isOnline() && (now >= retryAt || now < triedAt)
  }

  async #deliver(entry: OutboxEntry): Promise<boolean> {
    const { environment, store, engine, signal, host } = this.#options
    this.#lastTryAt = environment.now()
    host.publish({ sending: true })
    try {
      const delivered = await engine.send(entry, signal)
      // A power cut puts it back into the outbox, and the service answers the same request with the same record.
      await store.update((device) => settle(device, entry, delivered, environment.now()), 'relaxed')
      this.#triesInARow = 0
      return true
    } catch (caught) {
      // Our own end says nothing about the entry: it waits for the next start.
      if (signal.aborted) return false
      const error = entry.kind === 'revoke' ? heardBy(caught) : caught
      if (classifyFailure(error) === 'passing') {
        this.#triesInARow++
        await store.update((device) => postpone(device, entry, error, environment.now(), environment.random()))
        return false
      }
      // Before the entry goes: whoever sees it gone sees why.
      host.publish({ error: toLicetError(error) })
      await store.update((device) => refuse(device, entry, error))
      return true
    } finally {
      host.publish({ sending: false })
    }
  }

  #plan(): void {
    this.#cancelTimer()
    const { environment, store, signal, host } = this.#options
    const entry = store.device.outbox[0]
    if (entry?.retryAt === undefined || signal.aborted || this.#triesInARow >= MAX_AUTOMATIC_TRIES) return
    // Coming back online is told; until then nothing is due.
    if (!environment.connectivity.isOnline()) return
    this.#cancelTimer = environment.schedule(() => host.background(this.run()), entry.retryAt - environment.now())
  }
}

function heardBy(error: unknown): unknown {
  // That it does not know who asks only the service itself says.
  if (!isLicetError(error) || error.code === 'invalid_client' || !NO_WORD_STATUSES.includes(error.status)) return error
  return invalidResponse(error.status ?? 0, 'is no word on the withdrawal', error)
}
