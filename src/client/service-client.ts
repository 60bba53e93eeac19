import type { JSONWebKeySet } from 'jose'
import { type License, licenseStatusAt } from '../core/license.ts'
import { parseTimestamp } from '../core/timestamp.ts'
import type { VerifiedLicense } from '../protocol/license.ts'
import { compileTerms, type DefinedAgreement } from '../terms/index.ts'
import { findHeldLicense, type Offer } from './agreed.ts'
import { type ResolvedConfig, resolveConfig, type ServiceClientConfig } from './config.ts'
import { DeviceStore, toScope } from './device-store.ts'
import type { Heavy } from './engine/index.ts'
import { abortedError, closedError, fromStoredFailure } from './failure.ts'
import { engineUnavailableError, termsChangedError, toLicetError, unsupportedError } from './local-errors.ts'
import { anySignal } from './signals.ts'
import { type PageState, reuseSnapshot, toSnapshot } from './snapshot.ts'
import type { ClientSnapshot, CreateLicenseOptions, GetLicenseOptions, TermsOptions, WaitOptions } from './types.ts'
import { Waiting } from './waiting.ts'
import { whenPageIsIdle } from './when-page-is-idle.ts'

/**
 * The license client of one person on one device: shows the terms, signs the decision, brings it to the service exactly once, and knows
 * at any moment what is agreed.
 *
 * Constructing it checks the configuration and does nothing else; it opens at the first subscription or call. Nothing about the person
 * or the device leaves it before `createLicense()`.
 *
 * @example
 * const client = new ServiceClient(config)
 * show(client.terms())
 * button.onclick = async () => console.log(await client.createLicense())
 */
export class ServiceClient {
  /** The agreement that is offered, whole and checked. */
  readonly agreement: DefinedAgreement
  readonly #config: ResolvedConfig
  readonly #offer: Offer
  readonly #store: DeviceStore
  readonly #closing = new AbortController()
  readonly #listeners = new Set<() => void>()
  readonly #waiting = new Waiting()
  #page: PageState = {
    phase: 'opening',
    storage: 'unknown',
    online: true,
    keyLost: false,
    error: undefined,
    signing: undefined,
    sending: false,
  }
  #snapshot: ClientSnapshot
  #opening: Promise<void> | undefined
  #heavy: Promise<Heavy> | undefined
  #unsubscribe = () => {}
  #cancelExpiry = () => {}

  /** @throws {LicetError} `invalid_configuration` with the `field` at fault */
  constructor(config: ServiceClientConfig) {
    this.#config = resolveConfig(config)
    const { agreement, userId, origin, provider, environment } = this.#config
    this.agreement = agreement
    this.#offer = { agreement, terms: compileTerms(agreement), ptr: userId, origin }
    this.#store = new DeviceStore(environment, toScope(provider.id, userId), {
      onChange: () => this.#publish(),
      onFailure: (error) => this.#publish({ error }),
      onVanished: () => this.#publish({ keyLost: true }),
      onCleared: () => this.#forget(),
    })
    this.#page = { ...this.#page, online: environment.connectivity.isOnline() }
    this.#snapshot = toSnapshot(this.#snapshotInput())
  }

  /**
   * The terms of the agreement as Markdown: exactly the text that `createLicense()` signs.
   *
   * @throws {LicetError} `unfilled_placeholder`, `invalid_template` for a template that does not fit
   */
  terms({ template }: TermsOptions = {}): string {
    if (template === undefined) return this.#offer.terms
    return compileTerms({ ...this.agreement, template, locale: template.locale })
  }

  /**
   * Makes the license of this device, after the person reviewed the terms and agreed. Resolves with the record once the service stored it.
   *
   * Called again, in another tab, or after a crash, it gives that same record. While the network is away it stays pending: what was signed
   * is in the outbox, the snapshot tells how far it is, and it is delivered by itself.
   *
   * @throws {LicetError} `terms_changed`, `unsupported`, `aborted`, `closed`, or the service's code when it refused for good
   */
  async createLicense(options: CreateLicenseOptions = {}): Promise<License> {
    const { terms = this.#offer.terms, granted, signal } = options
    if (terms !== this.#offer.terms) throw termsChangedError()
    await this.#ready(signal)
    const held = findHeldLicense(await this.#store.refresh(), this.#offer, granted, this.#config.environment.now())
    return held ?? this.#decide('create', ({ create }) => create(this.#offer, granted), signal)
  }

  /**
   * Takes the license back. It counts on this device at once; resolves with the service's record of the withdrawal.
   *
   * @throws {LicetError} `nothing_agreed` when there is nothing to take back; otherwise as {@link createLicense}
   */
  async revokeLicense({ signal }: WaitOptions = {}): Promise<License> {
    await this.#ready(signal)
    return this.#decide('revoke', ({ revoke }) => revoke(), signal)
  }

  /** The newest record of this device, whatever its status, or `undefined` when there is none. */
  async getLicense({ refresh = false, signal }: GetLicenseOptions = {}): Promise<License | undefined> {
    await this.#ready(signal)
    if (!refresh || !this.#store.device.registered) return this.#store.device.license
    const { engine } = await this.#load()
    const newest = await this.#waiting.track(engine.fetchNewest(this.#signal(signal)))
    if (newest !== undefined) await this.#store.update((device) => ({ ...device, ...newest }))
    return newest?.license
  }

  /** Asks the service whether this device's license permits a use case at a destination. Without a license nothing is asked. */
  async verifyLicense(
    use: { readonly usecase: string; readonly destination: string },
    { signal }: WaitOptions = {},
  ): Promise<VerifiedLicense> {
    await this.#ready(signal)
    if (!this.#store.device.registered) return { verified: false, reason: 'no_active_license' }
    const { engine } = await this.#load()
    return this.#waiting.track(engine.verifyUse(use, this.#signal(signal)))
  }

  /** The keys that the service publishes: what verifies a receipt, offline and anywhere. */
  async getKeySet(): Promise<JSONWebKeySet> {
    await this.#ready(undefined)
    const { engine } = await this.#load()
    return this.#waiting.track(engine.getKeySet())
  }

  /** Remembers on this device that the person declined, so that asking again waits. Nothing is sent, and an agreement that holds goes on holding. */
  async decline(): Promise<void> {
    await this.#ready(undefined)
    const { engine } = await this.#load()
    const { terms } = this.#offer
    const declined = { at: this.#config.environment.now(), termsHash: engine.hash(terms), terms }
    await this.#store.update((device) => ({ ...device, declined }))
  }

  /** Forgets everything that this device keeps for this person: key, records, refusal, and decisions that wait. The service's records stay. */
  async clear(): Promise<void> {
    await this.#ready(undefined)
    await this.#store.clear()
    this.#forget()
  }

  /** Tries now what waits in the outbox. */
  retry(): void {
    this.#publish({ error: undefined })
    this.#background(this.#ready(undefined).then(() => this.#deliver((delivery) => delivery.run(true))))
  }

  /** Calls the listener after every change of the snapshot. Returns what ends it. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    this.#background(this.#open())
    return () => this.#listeners.delete(listener)
  }

  /** What the client knows now; the same object until something in it changes. */
  getSnapshot = (): ClientSnapshot => this.#snapshot

  /** Resolves when the client does nothing and waits for nothing but a person, a timer or the network. */
  async whenIdle(): Promise<void> {
    await this.#waiting.whenIdle()
  }

  /** Stops everything. Calls that wait reject with `closed`; what was signed stays in the outbox for the next client. */
  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return
    this.#closing.abort(closedError())
    this.#unsubscribe()
    this.#cancelExpiry()
    this.#publish({ phase: 'closed' })
    await this.#waiting.whenIdle()
    this.#store.close()
    this.#listeners.clear()
  }

  async #decide(
    kind: 'create' | 'revoke',
    decide: (heavy: Heavy) => Promise<License | string>,
    signal: AbortSignal | undefined,
  ): Promise<License> {
    if (this.#page.phase === 'unsupported') throw unsupportedError()
    const { environment } = this.#config
    this.#publish({ error: undefined, signing: { kind, since: environment.now() } })
    const signed = this.#load().then(decide)
    const decided = await this.#waiting.track(signed).finally(() => this.#publish({ signing: undefined }))
    if (typeof decided !== 'string') return decided
    this.#background(this.#deliver((delivery) => delivery.run()))
    return this.#settlementOf(decided, signal)
  }

  async #settlementOf(id: string, signal: AbortSignal | undefined): Promise<License> {
    const settlement = await this.#waiting.until(() => {
      const { device } = this.#store
      const found = device.settled.find((settlement) => settlement.id === id)
      if (found !== undefined) return found
      return device.outbox.some((entry) => entry.id === id) ? undefined : { id }
    }, this.#signal(signal))
    if (settlement.license !== undefined) {
      this.#publish({ keyLost: false })
      this.#background(this.#config.environment.persist())
      return settlement.license
    }
    if (settlement.failure !== undefined) throw fromStoredFailure(settlement.failure)
    throw abortedError('forgotten')
  }

  #open(): Promise<void> {
    this.#opening ??= this.#waiting.track(this.#start())
    return this.#opening
  }

  async #start(): Promise<void> {
    const { environment, prewarm } = this.#config
    this.#throwIfClosed()
    await this.#store.open()
    if (this.#closing.signal.aborted) return
    const { device } = this.#store
    if (environment.subtle === undefined) {
      this.#publish({ phase: 'unsupported', error: unsupportedError() })
      return
    }
    this.#publish({ phase: 'ready', keyLost: device.hadKey && device.key === undefined })
    this.#unsubscribe = environment.connectivity.subscribe(() => this.#wake())
    this.#background(this.#goOn())
    const isAsking = this.#snapshot.needs === 'first' && this.#snapshot.declined === undefined && !this.#page.keyLost
    if (prewarm === 'key' && device.key === undefined && isAsking) this.#background(this.#prewarm())
  }

  /** Makes the key when the page has nothing better to do, so that a decision is signed within a frame. */
  async #prewarm(): Promise<void> {
    const { signal } = this.#closing
    await new Promise<void>((resolve) => {
      const cancel = whenPageIsIdle(this.#config.environment.schedule, resolve)
      signal.addEventListener('abort', () => resolve(cancel()), { once: true })
    })
    if (signal.aborted || this.#store.device.key !== undefined) return
    const { engine } = await this.#load()
    await engine.ensureKey()
  }

  #wake(): void {
    this.#publish({ online: this.#config.environment.connectivity.isOnline() })
    this.#background(this.#store.refresh().then(() => this.#goOn()))
  }

  /** Lets the outbox be delivered, when there is anything in it. */
  async #deliver(act: (delivery: Heavy['delivery']) => Promise<void>): Promise<void> {
    if (this.#store.device.outbox.length === 0) return
    const { delivery } = await this.#load()
    await act(delivery)
  }

  /** Start, online, focus: what was left undone is taken up again. */
  async #goOn(): Promise<void> {
    await this.#deliver((delivery) => delivery.wake())
    if (this.#snapshot.receipt !== 'unverified' || !this.#snapshot.online) return
    const { engine } = await this.#load()
    await engine.verifyKept().catch((error: unknown) => this.#publish({ error: toLicetError(error) }))
  }

  #load(): Promise<Heavy> {
    this.#heavy ??= import('./engine/index.ts').then(
      ({ createHeavy }) =>
        createHeavy(this.#config, this.#store, this.#closing.signal, {
          onSending: (sending) => this.#publish({ sending }),
          onFailure: (error) => this.#publish({ error: toLicetError(error) }),
        }),
      (cause: unknown) => {
        // A chunk that did not load may load next time.
        this.#heavy = undefined
        const error = engineUnavailableError(cause)
        this.#publish({ error })
        throw error
      },
    )
    return this.#heavy
  }

  async #ready(signal: AbortSignal | undefined): Promise<void> {
    this.#throwIfClosed()
    if (signal?.aborted) throw abortedError(signal.reason)
    await this.#open()
    this.#throwIfClosed()
  }

  #forget(): void {
    this.#publish({ keyLost: false, error: undefined })
  }

  #publish(change: Partial<PageState> = {}): void {
    this.#page = { ...this.#page, ...change, storage: this.#store.kind }
    const next = reuseSnapshot(this.#snapshot, toSnapshot(this.#snapshotInput()))
    this.#waiting.check()
    if (next === this.#snapshot) return
    this.#snapshot = next
    this.#watchExpiry(next.license)
    for (const listener of [...this.#listeners]) listener()
  }

  #snapshotInput() {
    const { environment, reaskAfterMs } = this.#config
    return { device: this.#store.device, page: this.#page, offer: this.#offer, now: environment.now(), reaskAfterMs }
  }

  #watchExpiry(license: License | undefined): void {
    this.#cancelExpiry()
    const { now, schedule } = this.#config.environment
    if (license?.expiry === undefined || licenseStatusAt(license, now()) !== 'active') return
    const expire = () => {
      this.#publish()
      // A timer reaches 24 days at most.
      this.#watchExpiry(license)
    }
    this.#cancelExpiry = schedule(expire, (parseTimestamp(license.expiry) ?? 0) - now())
  }

  #signal(signal: AbortSignal | undefined): AbortSignal {
    return anySignal(this.#closing.signal, signal)
  }

  #throwIfClosed(): void {
    if (this.#closing.signal.aborted) throw closedError()
  }

  /** Runs what nobody waits for; its failures are in the snapshot. */
  #background(task: Promise<unknown>): void {
    this.#waiting.track(task).catch(() => {})
  }
}

/**
 * Makes a {@link ServiceClient}.
 *
 * @throws {LicetError} `invalid_configuration` with the `field` at fault
 */
export function createServiceClient(config: ServiceClientConfig): ServiceClient {
  return new ServiceClient(config)
}
