import { toLicetError } from '../core/errors.ts'
import type { License } from '../core/license.ts'
import { compileTerms } from '../terms/index.ts'
import { findHeldLicense, type Offer } from './agreement-request.ts'
import { fromStoredFailure } from './classify-failure.ts'
import type { ResolvedConfig } from './config.ts'
import type { Heavy } from './engine/index.ts'
import { abortedError, closedError, engineUnavailableError, forgottenError, unsupportedError } from './local-errors.ts'
import { orAborted } from './signals.ts'
import type { PageState } from './snapshot/snapshot.ts'
import { SnapshotStore } from './snapshot/snapshot-store.ts'
import { DeviceStore, toScope } from './storage/device-store.ts'
import type { StoredDevice } from './storage/stored-device.ts'
import { inTime, Waiting } from './task-tracker.ts'
import type { ClientSnapshot } from './types.ts'
import { whenPageIsIdle } from './when-page-is-idle.ts'

/** How long in milliseconds `close()` waits for what a storage or a platform does not answer. */
const CLOSE_TIMEOUT_MS = 3000

const OPENING: PageState = {
  phase: 'opening',
  storage: 'unknown',
  online: true,
  keyLost: false,
  error: undefined,
  signing: undefined,
  sending: false,
}

/** The workings of a client: opens, keeps the snapshot, loads the half that signs when it is needed, and takes up again what was left undone. */
export class ClientCore {
  readonly config: ResolvedConfig
  readonly offer: Offer
  readonly store: DeviceStore
  readonly waiting = new Waiting()
  readonly #closing = new AbortController()
  #closed: Promise<void> | undefined
  readonly #snapshots: SnapshotStore
  #opening: Promise<void> | undefined
  #heavy: Promise<Heavy> | undefined
  #isPreparing = false
  #isPrepared = false
  #unsubscribe = () => {}

  constructor(config: ResolvedConfig) {
    this.config = config
    const { agreement, userId, origin, provider, environment, reaskAfterMs } = config
    this.offer = { agreement, terms: compileTerms(agreement), ptr: userId, origin }
    this.store = new DeviceStore(environment, toScope(provider.id, userId), (change) => this.publish(change))
    this.#snapshots = new SnapshotStore(
      { ...OPENING, online: environment.connectivity.isOnline() },
      () => ({ device: this.store.device, offer: this.offer, now: environment.now, reaskAfterMs }),
      environment.schedule,
    )
  }

  /** The same object until something in it changes. */
  get snapshot(): ClientSnapshot {
    return this.#snapshots.snapshot
  }

  /** Calls the listener after every change of the snapshot, and opens the client. */
  subscribe(listener: () => void): () => void {
    const end = this.#snapshots.subscribe(listener)
    this.background(this.#open())
    return end
  }

  /**
   * Resolves when the client is open.
   *
   * @throws {LicetError} `closed`, `aborted`
   */
  async ready(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) throw abortedError(signal.reason)
    await orAborted(this.#open(), this.#closing.signal, signal)
  }

  /** Waits for a task until it ends, the signal fires, or the client closes. */
  wait<T>(task: Promise<T>, signal?: AbortSignal): Promise<T> {
    return orAborted(this.waiting.track(task), this.#closing.signal, signal)
  }

  /** Lets the half that signs do something, and waits for it as {@link wait}. */
  ask<T>(act: (engine: Heavy['engine'], signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const own = new AbortController()
    const task = this.load().then(({ engine }) => act(engine, own.signal))
    // What nobody waits for any more need not go on.
    return this.wait(task, signal).finally(() => own.abort())
  }

  /** Stops everything; whoever waits is told `closed`. */
  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#closing.abort(closedError())
    this.#unsubscribe()
    this.publish({ phase: 'closed' })
    await inTime(this.waiting.whenIdle(), this.config.environment.schedule, CLOSE_TIMEOUT_MS)
    this.store.close()
    this.#snapshots.close()
  }

  /** Signs a decision and waits for what becomes of it; a record that already is what is agreed to is not signed again. */
  async decide(kind: 'create' | 'revoke', signal?: AbortSignal, granted?: readonly string[]): Promise<License> {
    // Once open it signs in the very task of the click: before anything is drawn, and before the same click may sign the person out.
    if (signal !== undefined || this.snapshot.phase !== 'ready') await this.ready(signal)
    const { environment } = this.config
    if (kind === 'create') {
      const find = (device: StoredDevice) => findHeldLicense(device, this.offer, granted, environment.now())
      // Only what is stored says that nothing has to be signed; signing finds out by itself what this tab missed.
      const held = find(this.store.device) && find(await this.wait(this.store.refresh(), signal))
      if (held !== undefined) return held
    }
    if (this.snapshot.phase === 'unsupported') throw unsupportedError()
    // Signing begins before whoever listens draws anything.
    const { era } = this.store
    const signed = this.load().then((heavy) => {
      if (this.store.era !== era) throw forgottenError()
      return heavy.decide(kind, granted)
    })
    this.publish({ error: undefined, signing: { kind, since: environment.now() } })
    // Before anything is drawn here too: the first request begins meanwhile.
    this.background(signed.then(() => this.deliver((delivery) => delivery.run())))
    const decided = await this.wait(
      signed.finally(() => this.publish({ signing: undefined })),
      signal,
    )
    return typeof decided === 'string' ? this.#settlementOf(decided, signal) : decided
  }

  async #settlementOf(id: string, signal: AbortSignal | undefined): Promise<License> {
    const settlement = await this.waiting.until(
      () => {
        const { device } = this.store
        const found = device.settled.find((settlement) => settlement.id === id)
        if (found !== undefined) return found
        return device.outbox.some((entry) => entry.id === id) ? undefined : { id }
      },
      this.#closing.signal,
      signal,
    )
    if (settlement.license !== undefined) {
      this.publish({ keyLost: false })
      // Some browsers ask the person first: nobody waits for that.
      this.config.environment.persist().catch(() => {})
      return settlement.license
    }
    if (settlement.failure !== undefined) throw fromStoredFailure(settlement.failure)
    throw forgottenError()
  }

  #open(): Promise<void> {
    this.#opening ??= this.waiting.track(this.#start()).catch((error: unknown) => {
      // It may open the next time.
      this.#opening = undefined
      if (!this.#closing.signal.aborted) this.publish({ error: toLicetError(error) })
      throw error
    })
    return this.#opening
  }

  async #start(): Promise<void> {
    const { environment, prewarm } = this.config
    this.#closing.signal.throwIfAborted()
    await this.store.open()
    if (this.#closing.signal.aborted) return
    const { device } = this.store
    if (environment.subtle === undefined) {
      this.publish({ phase: 'unsupported', error: unsupportedError() })
      return
    }
    this.publish({ phase: 'ready', keyLost: device.hadKey && device.key === undefined })
    this.#unsubscribe = environment.connectivity.subscribe(() => this.#wake())
    this.background(this.#goOn())
    const { needs, declined, keyLost } = this.snapshot
    const isAsking = needs === 'first' && declined === undefined && !keyLost
    // So that a decision is signed within a frame.
    if (prewarm === 'key' && device.key === undefined && isAsking)
      this.background(this.#loadWhenIdle().then((engine) => engine.ensureKey()))
  }

  /** Loads what signs when the page has nothing better to do. */
  async #loadWhenIdle(): Promise<Heavy['engine']> {
    let cancel = () => {}
    const idle = new Promise<void>((resolve) => (cancel = whenPageIsIdle(this.config.environment.schedule, resolve)))
    await orAborted(idle, this.#closing.signal).finally(cancel)
    const { engine } = await this.#import()
    engine.warmUp(this.offer.terms)
    return engine
  }

  #wake(): void {
    this.publish({ online: this.config.environment.connectivity.isOnline() })
    if (this.#isPrepared) this.prepare()
    this.background(this.store.refresh().then(() => this.#goOn()))
  }

  /** Lets the outbox be delivered, when there is anything in it. */
  async deliver(act: (delivery: Heavy['delivery']) => Promise<void>): Promise<void> {
    if (this.store.device.outbox.length === 0) return
    const { delivery } = await this.load()
    await act(delivery)
  }

  /** Start, online, focus: what was left undone is taken up again. */
  async #goOn(): Promise<void> {
    await this.deliver((delivery) => delivery.wake())
    if (this.snapshot.receiptStatus !== 'unverified' || !this.snapshot.online) return
    const { engine } = await this.load()
    await engine.verifyKept().catch((error: unknown) => this.publish({ error: toLicetError(error) }))
  }

  /** Lets the half that signs be loaded when the page is idle, so that a decision can be made offline. Tried again with the network. */
  prepare(): void {
    if (this.#isPreparing || this.#heavy !== undefined) return
    this.#isPreparing = true
    this.background(this.#prepare().finally(() => (this.#isPreparing = false)))
  }

  async #prepare(): Promise<void> {
    await this.ready()
    if (this.snapshot.phase === 'unsupported') return
    this.#isPrepared = true
    await this.#loadWhenIdle()
  }

  /** The half that signs and sends, loaded now if it was not. */
  load(): Promise<Heavy> {
    const loading = this.#import()
    // Told only to whoever asked for it: what was loaded ahead is missed by nobody yet.
    loading.catch((error: unknown) => this.publish({ error: toLicetError(error) }))
    return loading
  }

  #import(): Promise<Heavy> {
    this.#heavy ??= import('./engine/index.ts').then(
      ({ createHeavy }) => createHeavy(this, this.#closing.signal),
      (cause: unknown) => {
        // A chunk that did not load may load next time.
        this.#heavy = undefined
        throw engineUnavailableError(cause)
      },
    )
    return this.#heavy
  }

  /** Computes the snapshot anew and tells whoever listens, when it changed. */
  publish(change: Partial<PageState> = {}): void {
    this.#snapshots.publish({ ...change, storage: this.store.kind })
    this.waiting.check()
  }

  /** Runs what nobody waits for; its failures are in the snapshot. */
  background(task: Promise<unknown>): void {
    this.waiting.track(task).catch(() => {})
  }
}
