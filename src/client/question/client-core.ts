import { toLicetError } from '../../core/errors.ts'
import type { ParsedConfig } from '../config.ts'
import type { SigningEngine } from '../engine/signing-engine.ts'
import { closedError } from '../first-errors.ts'
import { createLater, type Later } from '../later.ts'
import { unsupportedError } from '../local-errors.ts'
import type { DeviceChange } from '../record/client-storage.ts'
import { DeviceStore } from '../record/device-store.ts'
import type { StoredDevice } from '../record/stored-device.ts'
import { isAnswered } from '../snapshot/is-answered.ts'
import type { PageState } from '../snapshot/snapshot.ts'
import { SnapshotStore } from '../snapshot/snapshot-store.ts'
import type { Subscribable } from '../snapshot/subscribable.ts'
import type { ClientSnapshot } from '../types.ts'
import { assertNotAborted, untilAborted } from '../until-aborted.ts'
import { withTimeLimit } from '../wait.ts'
import { rememberTranslation } from './agreement-request.ts'
import { createLicenseCheck } from './check-license.ts'
import { createAnswerNote } from './note-answer.ts'
import { createEnginePreparation, type PrepareEngine } from './prepare-engine.ts'
import { TaskTracker } from './task-tracker.ts'

/** How long `close()` waits for running tasks, in milliseconds. */
const CLOSE_TIMEOUT_MS = 3000

/** How long this tab waits after a change of another tab before it delivers what that tab has not delivered, in milliseconds. */
const TAKE_OVER_AFTER_MS = 1000

const OPENING: PageState = {
  phase: 'opening',
  storage: 'unknown',
  online: true,
  keyLost: false,
  error: undefined,
  signing: undefined,
  sending: false,
}

/** The internals of a {@link ServiceClient}: opens the storage, keeps the snapshot, loads the signing engine, and resumes unfinished work. */
export class ClientCore {
  readonly config: ParsedConfig
  readonly store: DeviceStore
  /** The number of decisions that wait until the client is open. */
  waitingDecisions = 0
  readonly #tasks = new TaskTracker()
  readonly #closing = new AbortController()
  #closed: Promise<void> | undefined
  readonly #snapshots: SnapshotStore
  #opening: Promise<void> | undefined
  readonly #engine: Later<SigningEngine>
  readonly #prepareEngine: PrepareEngine
  readonly #checkLicense: () => Promise<void>
  readonly #noteAnswer: () => Promise<void>
  readonly #opened: DeviceChange[] = []
  #isPrepared = false
  #unsubscribe = () => {}
  #cancelTakeOver = () => {}
  #decidedAt = 0

  /** `known` is the record as it was just read, and `snapshots` what it meant, with its listeners. */
  constructor(config: ParsedConfig, known?: StoredDevice, snapshots?: Subscribable<ClientSnapshot>) {
    this.config = config
    const { environment, reaskAfterMs } = config
    this.store = new DeviceStore(config, environment, (change) => this.publish(change), known)
    this.#snapshots = new SnapshotStore(
      { ...OPENING, online: environment.connectivity.isOnline() },
      () => ({ device: this.store.device, configured: config, now: environment.now, reaskAfterMs }),
      environment.schedule,
      snapshots,
    )
    this.#noteAnswer = createAnswerNote(this.store, config)
    const { signal } = this.#closing
    this.#engine = createLater(
      'signing engine',
      () => import('../engine/signing-engine.ts'),
      (module) => module.createSigningEngine(this, signal),
    )
    this.#prepareEngine = createEnginePreparation(this.#engine, config, signal)
    this.#checkLicense = createLicenseCheck(this, this.#prepareEngine, signal)
  }

  /** The same object until something in it changes. */
  get snapshot(): ClientSnapshot {
    return this.#snapshots.snapshots.get()
  }

  /** Calls the listener after every change of the snapshot, and opens the client. */
  subscribe(listener: () => void): () => void {
    const unsubscribe = this.#snapshots.snapshots.subscribe(listener)
    this.open()
    return unsubscribe
  }

  /** Opens the client. A failure is in the snapshot, and the next call tries again. */
  open(): void {
    this.background(this.#open())
  }

  /**
   * Resolves when the client is open.
   *
   * @throws {LicetError} `closed`, `aborted`
   */
  async ready(signal?: AbortSignal): Promise<void> {
    assertNotAborted(signal)
    await untilAborted(this.#open(), this.#closing.signal, signal)
  }

  /** Changes the record as soon as it is read, before anything is asked. Does nothing when the client is open. */
  whileOpening(change: DeviceChange): void {
    if (this.page.phase === 'opening') this.#opened.push(change)
  }

  /** Waits for a task until it ends, the signal aborts, or the client closes. */
  wait<T>(task: Promise<T>, signal?: AbortSignal): Promise<T> {
    return untilAborted(this.#tasks.track(task), this.#closing.signal, signal)
  }

  /** Waits until `read` returns a value, the signal aborts, or the client closes. Reads again after each {@link publish}. */
  waitFor<T>(read: () => T | undefined, signal?: AbortSignal): Promise<T> {
    return this.#tasks.waitFor(read, this.#closing.signal, signal)
  }

  /** Resolves when no task is running. */
  whenIdle(signal?: AbortSignal): Promise<void> {
    return untilAborted(this.#tasks.whenIdle(), signal)
  }

  /** Runs a task with the signing engine, and waits for it like {@link wait}. */
  withEngine<T>(task: (engine: SigningEngine, signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const abandoned = new AbortController()
    const running = this.loadEngine().then((engine) => task(engine, abandoned.signal))
    // Stops the request when the caller no longer waits.
    return this.wait(running, signal).finally(() => abandoned.abort())
  }

  /** Stops the client. Calls that wait reject with `closed`. */
  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#closing.abort(closedError())
    this.#unsubscribe()
    this.#cancelTakeOver()
    this.publish({ phase: 'closed' })
    await withTimeLimit(this.#tasks.whenIdle(), this.config.environment.schedule, CLOSE_TIMEOUT_MS)
    this.store.close()
    this.#snapshots.close()
  }

  #open(): Promise<void> {
    this.#opening ??= this.#tasks.track(this.#start()).catch((error: unknown) => {
      // The next call tries again.
      this.#opening = undefined
      if (!this.#closing.signal.aborted) this.publish({ error: toLicetError(error) })
      throw error
    })
    return this.#opening
  }

  async #start(): Promise<void> {
    const { environment, prewarm } = this.config
    this.#closing.signal.throwIfAborted()
    await this.store.open(() => this.#takeOverLater())
    for (const change of this.#opened.splice(0)) await this.store.update(change)
    if (this.#closing.signal.aborted) return
    const { device } = this.store
    if (environment.subtle === undefined) {
      this.publish({ phase: 'unsupported', error: unsupportedError() })
      return
    }
    // Before listeners are notified, because one of them can close the client.
    this.#unsubscribe = environment.connectivity.subscribe(() => this.#wake())
    this.publish({ phase: 'ready', keyLost: device.hadKey && device.key === undefined })
    if (this.#closing.signal.aborted) return
    this.background(this.#resume())
    const remember = (stored: StoredDevice) => rememberTranslation(stored, this.config)
    if (remember(device) !== device) this.background(this.store.update(remember))
    const { needs, declined, keyLost } = this.snapshot
    const isAsking = needs === 'first' && declined === undefined && !keyLost
    // With the key ready, a decision is signed within a frame.
    if (prewarm === 'key' && device.key === undefined && isAsking)
      this.background(this.#prepareEngine().then(({ signer }) => signer.ensureKey()))
  }

  #wake(): void {
    this.publish({ online: this.config.environment.connectivity.isOnline() })
    if (this.#isPrepared) this.prepare()
    this.background(this.store.refresh().then(() => this.#resume()))
  }

  // Another tab may close before its decision is delivered. While it delivers, this tab waits for the lock.
  #takeOverLater(): void {
    this.#cancelTakeOver()
    const run = () => this.background(this.deliver((delivery) => delivery.run()))
    if (!this.#closing.signal.aborted) this.#cancelTakeOver = this.config.environment.schedule(run, TAKE_OVER_AFTER_MS)
  }

  /** Runs the delivery, if the outbox is not empty. */
  async deliver(run: (delivery: SigningEngine['delivery']) => Promise<void>): Promise<void> {
    if (this.store.device.outbox.length === 0) return
    const { delivery } = await this.loadEngine()
    await run(delivery)
  }

  // Resumes unfinished work after an event: start, online, focus.
  async #resume(): Promise<void> {
    await this.#signWithdrawal()
    await this.deliver((delivery) => delivery.wake())
    this.background(this.#checkLicense())
    if (this.snapshot.receiptStatus !== 'unverified') return
    const { api } = await this.loadEngine()
    await api.verifyStoredReceipt().catch((error: unknown) => this.publish({ error: toLicetError(error) }))
  }

  // Signs a withdrawal that was made while the signing engine was missing.
  async #signWithdrawal(): Promise<void> {
    const { unsigned, declined, head } = this.store.device
    if (unsigned === undefined) return
    const { sign } = await this.#engine.load()
    // Without anything in force there is nothing left to withdraw.
    await sign({ kind: 'revoke', at: unsigned.since, declined, head }).catch(() =>
      this.store.update(({ unsigned: _, ...stored }) => stored),
    )
  }

  /** Loads the signing engine when the page is idle, so that a decision can be signed offline. If that fails, tries again when online. */
  prepare(): void {
    this.background(
      this.ready().then(() => {
        if (this.snapshot.phase === 'unsupported') return undefined
        this.#isPrepared = true
        return this.#prepareEngine()
      }),
    )
  }

  /** Whether the signing engine has loaded. */
  get hasEngine(): boolean {
    return this.#engine.loaded !== undefined
  }

  /** Returns the signing engine, and loads it if necessary. A failure is published, because the caller needs the engine now. */
  loadEngine(): Promise<SigningEngine> {
    const loading = this.#engine.load()
    loading.catch((error: unknown) => this.publish({ error: toLicetError(error) }))
    return loading
  }

  /** Returns the time of a decision in milliseconds since the epoch. Later for each decision of this page, also within a millisecond. */
  decidedAt(): number {
    const now = this.config.environment.now()
    const isSame = now <= this.#decidedAt && this.#decidedAt - now < 100
    this.#decidedAt = isSame ? this.#decidedAt + 1 : now
    return this.#decidedAt
  }

  /** The state of the page as it was last published. */
  get page(): PageState {
    return this.#snapshots.page
  }

  /** Changes the state of the page, computes the snapshot again, and notifies subscribers if it changed. */
  publish(change: Partial<PageState> = {}): void {
    const before = this.snapshot
    this.#snapshots.publish({ ...change, storage: this.store.kind })
    if (this.snapshot !== before && isAnswered(this.snapshot)) this.background(this.#noteAnswer())
    this.#tasks.notify()
  }

  /** Runs a background task. `close()` waits for it; nothing else does. Its errors are in the snapshot. */
  background(task: Promise<unknown>): void {
    this.#tasks.track(task).catch(() => {})
  }
}
