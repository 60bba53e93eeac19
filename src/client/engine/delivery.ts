import { isLicetError, toLicetError } from '../../core/errors.ts'
import { classifyFailure } from '../classify-failure.ts'
import type { ResolvedEnvironment } from '../environment.ts'
import { invalidResponse } from '../http/http-error.ts'
import type { DeviceStore } from '../storage/device-store.ts'
import type { OutboxEntry } from '../storage/stored-device.ts'
import type { Host } from './host.ts'
import type { Engine } from './license-api.ts'
import { postpone, refuse, settle } from './outbox.ts'
import { MAX_AUTOMATIC_TRIES, RETRY_BASE_MS } from './retry-delay.ts'
import { withLock } from './tab-lock.ts'

/** Statuses that a page on the way answers too, and that say nothing of a withdrawal: the address, or what stands before it, is at fault. */
const NO_WORD_STATUSES: readonly (number | undefined)[] = [401, 404, 405, 413, 415]

/**
 * Brings the outbox to the service: one entry after the other, one tab at a time, the same bytes on every try.
 *
 * It gives up an entry only when the service refuses it for good; after some tries in a row it waits for an event instead of a timer.
 */
export class Delivery {
  readonly #host: Host
  readonly #engine: Engine
  readonly #signal: AbortSignal
  readonly #environment: ResolvedEnvironment
  readonly #store: DeviceStore
  readonly #owner: string
  #running: Promise<void> | undefined
  #forced = false
  #again = false
  #triesInARow = 0
  #lastTryAt = Number.NEGATIVE_INFINITY
  #cancelTimer = () => {}

  /** `signal` fires when the client closes. */
  constructor(host: Host, engine: Engine, signal: AbortSignal) {
    const { environment } = host.config
    this.#host = host
    this.#engine = engine
    this.#signal = signal
    this.#environment = environment
    this.#store = host.store
    this.#owner = `${environment.now().toString(36)}.${environment.random().toString(36).slice(2)}`
    signal.addEventListener('abort', () => this.#cancelTimer(), { once: true })
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
        if (this.#signal.aborted) return
        // What the platform refuses now it refuses a moment later too.
        this.#triesInARow++
        this.#host.publish({ error: toLicetError(error) })
      })
      .finally(() => {
        this.#running = undefined
        // Asked for after the last look.
        if (this.#again && !this.#signal.aborted) return this.run()
        this.#forced = false
        return this.#plan()
      })
    return this.#running
  }

  /** An event came that makes a try worth while: start, online, focus. */
  wake(): Promise<void> {
    this.#triesInARow = 0
    const now = this.#environment.now()
    const entry = this.#store.device.outbox[0]
    const isTooSoon = now - this.#lastTryAt < RETRY_BASE_MS && now >= this.#lastTryAt
    return this.run(entry !== undefined && !isTooSoon && (entry.notBefore ?? 0) <= now)
  }

  async #drain(): Promise<void> {
    const store = this.#store
    do {
      this.#again = false
      if (!this.#isDue(store.device.outbox[0])) return
      const target = { environment: this.#environment, scope: store.scope, owner: this.#owner, update: store.updateSilently }
      await withLock(target, this.#signal, async () => {
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
    if (entry === undefined || this.#signal.aborted) return false
    if (this.#forced) return true
    const now = this.#environment.now()
    const { retryAt = 0, triedAt = 0 } = entry
    // A try that is yet to come by the clock: the clock was set back, and says nothing of the wait.
    return this.#environment.connectivity.isOnline() && (now >= retryAt || now < triedAt)
  }

  async #deliver(entry: OutboxEntry): Promise<boolean> {
    const { now, random } = this.#environment
    this.#lastTryAt = now()
    this.#host.publish({ sending: true })
    try {
      const delivered = await this.#engine.send(entry, this.#signal)
      // A power cut puts it back into the outbox, and the service answers the same request with the same record.
      await this.#store.update((device) => settle(device, entry, delivered, now()), 'relaxed')
      this.#triesInARow = 0
      return true
    } catch (caught) {
      // Our own end says nothing about the entry: it waits for the next start.
      if (this.#signal.aborted) return false
      const error = entry.kind === 'revoke' ? heardBy(caught) : caught
      if (classifyFailure(error) === 'passing') {
        this.#triesInARow++
        await this.#store.update((device) => postpone(device, entry, error, now(), random()))
        return false
      }
      // Before the entry goes: whoever sees it gone sees why.
      this.#host.publish({ error: toLicetError(error) })
      await this.#store.update((device) => refuse(device, entry, error))
      return true
    } finally {
      this.#host.publish({ sending: false })
    }
  }

  #plan(): void {
    this.#cancelTimer()
    const { connectivity, now, schedule } = this.#environment
    const entry = this.#store.device.outbox[0]
    if (entry?.retryAt === undefined || this.#signal.aborted || this.#triesInARow >= MAX_AUTOMATIC_TRIES) return
    // Coming back online is told; until then nothing is due.
    if (!connectivity.isOnline()) return
    this.#cancelTimer = schedule(() => this.#host.background(this.run()), entry.retryAt - now())
  }
}

function heardBy(error: unknown): unknown {
  // That it does not know who asks only the service itself says.
  if (!isLicetError(error) || error.code === 'invalid_client' || !NO_WORD_STATUSES.includes(error.status)) return error
  return invalidResponse(error.status ?? 0, 'is no word on the withdrawal', error)
}
