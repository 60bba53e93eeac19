import { toLicetError } from '../../core/errors.ts'
import { classifyFailure } from '../classify-failure.ts'
import type { ResolvedEnvironment } from '../environment.ts'
import type { DeviceStore } from '../record/device-store.ts'
import type { OutboxEntry } from '../record/stored-device.ts'
import { withDeliveryLock } from './delivery-lock.ts'
import type { LicenseApi } from './license-api.ts'
import { postpone, refuse, settle } from './outbox.ts'
import { MAX_AUTOMATIC_ATTEMPTS, RETRY_BASE_MS } from './retry-delay.ts'
import type { EngineHost } from './signing-engine.ts'

/** How long an attempt lasts before the person sees it, in milliseconds. A shorter one would make the screen flicker. */
export const LONG_ATTEMPT_MS = 1000

/**
 * Delivers the outbox to the service: one entry after the other, one tab at a time, the same bytes on every attempt.
 *
 * Drops an entry only when the service refuses it permanently. After {@link MAX_AUTOMATIC_ATTEMPTS} in a row it waits for an event. Sends also
 * while the platform reports no network: with a VPN or in a virtual machine, `navigator.onLine` can be `false` for ever.
 */
export class Delivery {
  readonly #host: EngineHost
  readonly #api: LicenseApi
  readonly #signal: AbortSignal
  readonly #environment: ResolvedEnvironment
  readonly #store: DeviceStore
  readonly #owner: string
  #running: Promise<void> | undefined
  #forced = false
  #runAgain = false
  #attemptsInARow = 0
  #lastAttemptAt = Number.NEGATIVE_INFINITY
  #cancelTimer = () => {}

  /** `signal` aborts when the client closes. */
  constructor(host: EngineHost, api: LicenseApi, signal: AbortSignal) {
    const { environment } = host.config
    this.#host = host
    this.#api = api
    this.#signal = signal
    this.#environment = environment
    this.#store = host.store
    this.#owner = `${environment.now().toString(36)}.${environment.random().toString(36).slice(2)}`
    signal.addEventListener('abort', () => this.#cancelTimer(), { once: true })
  }

  /** Sends every entry that is due. `force` sends the first entry even if it is not due, for a request of the person. */
  run(force = false): Promise<void> {
    this.#forced ||= force
    if (this.#running !== undefined) {
      this.#runAgain = true
      return this.#running
    }
    this.#cancelTimer()
    this.#running = this.#drain()
      .catch((error: unknown) => {
        if (this.#signal.aborted) return
        // Counts as an attempt, so that a permanent failure of the platform does not repeat forever.
        this.#attemptsInARow++
        this.#host.publish({ error: toLicetError(error) })
      })
      .finally(() => {
        this.#running = undefined
        // A call of run() may have come after the last check of the outbox.
        if (this.#runAgain && !this.#signal.aborted) return this.run()
        this.#forced = false
        return this.#scheduleNext()
      })
    return this.#running
  }

  /** Starts the attempts again after an event: start, online, focus. */
  wake(): Promise<void> {
    this.#attemptsInARow = 0
    const now = this.#environment.now()
    const entry = this.#store.device.outbox[0]
    const isTooSoon = now - this.#lastAttemptAt < RETRY_BASE_MS && now >= this.#lastAttemptAt
    return this.run(entry !== undefined && !isTooSoon && (entry.notBefore ?? 0) <= now)
  }

  async #drain(): Promise<void> {
    const store = this.#store
    do {
      this.#runAgain = false
      if (!this.#isDue(store.device.outbox[0])) return
      const target = { environment: this.#environment, scope: store.scope, owner: this.#owner, update: store.updateSilently }
      await withDeliveryLock(target, this.#signal, async () => {
        // Another tab may have delivered the entry while this one waited for the lock.
        for (let entry = (await store.refresh()).outbox[0]; this.#isDue(entry); entry = store.device.outbox[0]) {
          const forced = this.#forced
          this.#forced = false
          const isRemoved = await this.#deliver(entry)
          this.#forced ||= isRemoved && forced
        }
      })
    } while (this.#runAgain)
  }

  #isDue(entry: OutboxEntry | undefined): entry is OutboxEntry {
    if (entry === undefined || this.#signal.aborted) return false
    if (this.#forced) return true
    const now = this.#environment.now()
    const { retryAt = 0, triedAt = 0 } = entry
    // If the last attempt is in the future, the clock was set back and `retryAt` means nothing.
    return now >= retryAt || now < triedAt
  }

  // Returns whether the entry was removed from the outbox.
  async #deliver(entry: OutboxEntry): Promise<boolean> {
    const { now, random, schedule } = this.#environment
    this.#lastAttemptAt = now()
    this.#host.publish({ sending: true })
    const cancel = schedule(() => this.#host.publish({ sending: 'long' }), LONG_ATTEMPT_MS)
    try {
      const delivered = await this.#api.send(entry, this.#signal)
      // A power cut restores the entry. The service returns the same license for the repeated request.
      await this.#store.update((device) => settle(device, entry, delivered, now()), 'relaxed')
      this.#attemptsInARow = 0
      return true
    } catch (error) {
      // The client is closing. That is not a failure of the entry.
      if (this.#signal.aborted) return false
      if (classifyFailure(error) !== 'permanent') {
        this.#attemptsInARow++
        await this.#store.update((device) => postpone(device, entry, error, now(), random()))
        return false
      }
      // Published before the entry is removed, so that a subscriber that sees it removed also sees the reason.
      this.#host.publish({ error: toLicetError(error) })
      await this.#store.update((device) => refuse(device, entry, error))
      return true
    } finally {
      cancel()
      this.#host.publish({ sending: false })
    }
  }

  #scheduleNext(): void {
    this.#cancelTimer()
    const { now, schedule } = this.#environment
    const entry = this.#store.device.outbox[0]
    if (entry?.retryAt === undefined || this.#signal.aborted || this.#attemptsInARow >= MAX_AUTOMATIC_ATTEMPTS) return
    this.#cancelTimer = schedule(() => this.#host.background(this.run()), entry.retryAt - now())
  }
}
