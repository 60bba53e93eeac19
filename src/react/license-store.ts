import { scheduleTimeout } from '../client/environment.ts'
import type { ServiceClient, ServiceClientConfig } from '../client/index.ts'
import { createLater } from '../client/later.ts'
import { prepareIndexedDb } from '../client/record/indexed-db.ts'
import { LicenseReader } from '../client/record/license-reader.ts'
import type { LicenseReading } from '../client/record/license-reading.ts'
import type { StoredDevice } from '../client/record/stored-device.ts'
import { whenPageIsIdle } from '../client/wait.ts'
import type { Agreement } from '../core/agreement.ts'
import { INITIAL_FLOW } from '../core/consent-states.ts'
import { toLicetError } from '../core/errors.ts'
import type { Weight } from '../terms/diff/diff-license.ts'
import type { ConsentProviderEvent } from './consent-events.ts'
import type { ConsentStore, StoreActions } from './consent-store.ts'
import { type ConsentView, SERVER_VIEW } from './consent-view.ts'
import type { DecisionOwner } from './decision-handlers.ts'
import { createLazyActions } from './lazy-actions.ts'
import { toLicensedFlow } from './licensed-flow.ts'
import { report } from './report.ts'
import { toUncheckedAgreement } from './unchecked-agreement.ts'

/** What a store is made from: a client of the host app, or the configuration of one. */
export interface StoreSource {
  readonly client?: ServiceClient | undefined
  readonly config?: ServiceClientConfig | undefined
}

/** Creates a {@link ConsentStore}. `known` is the record of the device as it was last read. */
export type CreateConsentStore = (source: StoreSource, known: StoredDevice | undefined) => ConsentStore

/**
 * What React subscribes to: the license of this device, and the flow once there is something to ask or to change.
 *
 * A visitor whose license answers the agreement needs no more than the stored record. For everything else it loads the
 * {@link ConsentStore}, with the client, the compiler of the terms and the flow. A component that contains this code passes it in.
 */
export class LicenseStore {
  /** The time of the client, in milliseconds since the epoch. */
  readonly now = (): number => this.#complete?.now() ?? (this.#source.config?.now ?? Date.now)()
  /** Identifies the person at the page: the same object for a person under another configuration. */
  person: object = this
  readonly #source: StoreSource
  readonly #listeners = new Set<() => void>()
  readonly #actions = createLazyActions(this, undefined)
  readonly #actionsByOwner = new WeakMap<DecisionOwner, StoreActions>()
  #view: ConsentView = SERVER_VIEW
  #answered: Agreement | undefined
  #known: StoredDevice | undefined
  #complete: ConsentStore | undefined
  #create: CreateConsentStore | undefined
  readonly #later = createLater(
    'code that asks and signs',
    () => import('./create-consent-store.ts'),
    (module) => this.complete(module.createConsentStore),
  )
  #reader: { close(): void } | undefined
  #isConnected = false
  #endDiagnosis = () => {}
  #declaredWeight: Weight | undefined
  #onEvent: ((event: ConsentProviderEvent) => void) | undefined

  /** Reads nothing and stores nothing before {@link connect}. In a browser, the storage opens while the page renders. */
  constructor(source: StoreSource) {
    this.#source = source
    if (globalThis.document !== undefined && source.config !== undefined && source.config.storage === undefined) prepareIndexedDb()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getView = (): ConsentView => this.#complete?.getView() ?? this.#view

  /** The configured agreement. Before it is known, only the texts of the configuration: without defaults, data and purposes. */
  get agreement(): Agreement {
    const { client, config } = this.#source
    this.#answered ??= client?.agreement ?? toUncheckedAgreement(config)
    return this.#complete?.client.agreement ?? this.#answered
  }

  /** Why nobody can agree to the terms on screen. */
  get termsError(): ConsentView['error'] {
    return this.#complete?.termsError
  }

  /** Returns the actions of one component. Their decisions are reported to its handlers. */
  actionsOf(owner: DecisionOwner | undefined): StoreActions {
    if (owner === undefined) return this.#actions
    const actions = this.#actionsByOwner.get(owner) ?? createLazyActions(this, owner)
    this.#actionsByOwner.set(owner, actions)
    return actions
  }

  /** Receives the events of the provider. */
  set onEvent(onEvent: ((event: ConsentProviderEvent) => void) | undefined) {
    this.#onEvent = onEvent
    if (this.#complete !== undefined) this.#complete.events.onEvent = onEvent
  }

  /** Shows the last known state of the same person under another configuration, until the record is read. */
  continueFrom(previous: LicenseStore): void {
    this.person = previous.person
    this.#view = previous.#view
    if (previous.#complete === undefined || previous.#create === undefined) return
    this.#view = previous.getView()
    this.complete(previous.#create)
  }

  /** Reads the record of this device and follows it. Connecting again before `disconnect()` is done, as StrictMode does, is allowed. */
  connect(declaredWeight: Weight | undefined): void {
    this.#declaredWeight = declaredWeight
    if (process.env.NODE_ENV !== 'production' && !this.#isConnected && this.#source.config !== undefined) {
      const { config } = this.#source
      let isGone = false
      this.#endDiagnosis = () => {
        isGone = true
      }
      void import('./diagnose-setup.ts').then((module) => {
        // StrictMode connects twice.
        if (!isGone) this.#endDiagnosis = module.diagnoseSetup(config)
      })
    }
    this.#isConnected = true
    if (this.#complete !== undefined) this.#complete.connect(declaredWeight)
    else this.#reader ??= this.#read()
  }

  /** Ends the reading. Closes the client after its work is done, so that the result of a decision in progress is still reported. */
  readonly disconnect = (): void => {
    this.#isConnected = false
    this.#endDiagnosis()
    this.#stopReading()
    this.#complete?.disconnect()
  }

  /** Returns the store that asks and signs. The first call creates it. */
  complete(create: CreateConsentStore): ConsentStore {
    if (this.#complete !== undefined) return this.#complete
    const complete = create(this.#source, this.#known)
    this.#complete = complete
    this.#create = create
    this.#stopReading()
    if (this.#view !== SERVER_VIEW) complete.continueFrom(this.#view)
    complete.events.onEvent = this.#onEvent
    complete.subscribe(this.#notify)
    // Not now: a component may be rendering, and connecting notifies the others.
    if (this.#isConnected) queueMicrotask(() => this.#isConnected && complete.connect(this.#declaredWeight))
    return complete
  }

  /**
   * Loads the store that asks and signs.
   *
   * @throws {LicetError} `code_unavailable`; `invalid_configuration` and the like for a wrong configuration
   */
  load(): Promise<ConsentStore> {
    return this.#later.load()
  }

  /** Runs an act of the person when the code for it has loaded. Its failure is the error of the act. */
  async act<T>(
    owner: DecisionOwner | undefined,
    act: (actions: StoreActions) => T,
    failed: ConsentView['failed'],
  ): Promise<T | undefined> {
    try {
      const complete = await this.load()
      const { client } = complete
      // The flow starts from the facts of the client. A provider that is gone asks nothing.
      await client.getLicense()
      if (this.#isConnected) return act(complete.actionsOf(owner))
    } catch (error) {
      this.#fail(error, failed)
    }
    return undefined
  }

  /** Returns the actions of a component immediately, if the code for them has loaded. */
  completeActionsOf(owner: DecisionOwner | undefined): StoreActions | undefined {
    return this.#complete?.actionsOf(owner)
  }

  /** Ends the question that a component opened, when the component is gone. */
  release(owner: DecisionOwner): void {
    this.#complete?.release(owner)
  }

  #read(): { close(): void } {
    const { client, config } = this.#source
    if (client !== undefined) return this.#followClient(client)
    const reader = new LicenseReader(config as ServiceClientConfig, (reading) => this.#follow(reading))
    reader.open()
    return reader
  }

  /** The license of an open client counts while the rest loads. */
  #followClient(client: ServiceClient): { close(): void } {
    const follow = () => this.#publish({ ...this.#view, client: client.getSnapshot() })
    const close = client.subscribe(follow)
    this.#loadWhatIsMissing()
    return { close }
  }

  #follow({ client, agreement, hasUnreported, isCheckDue, device }: LicenseReading): void {
    this.#answered = agreement
    this.#known = device
    const wasKnown = this.#view.client.phase !== 'opening'
    // Without a license in force, the client decides what to show. But a gate that is open closes immediately.
    if (client.licensed || wasKnown) {
      const { license, online } = client
      const known = client.licensed ? this.#view.flow : INITIAL_FLOW
      const flow = agreement === undefined ? known : toLicensedFlow(license, agreement, this.now())
      this.#publish({ ...SERVER_VIEW, client: { ...client, phase: 'ready' }, flow: { ...flow, online } })
    }
    if (agreement === undefined || (hasUnreported && this.#onEvent !== undefined)) this.#loadWhatIsMissing()
    // The client asks. When that code is missing, it asks at the next visit.
    else if (isCheckDue) whenPageIsIdle(scheduleTimeout, () => this.#isConnected && this.load().catch(() => {}))
  }

  #loadWhatIsMissing(): void {
    this.load().catch((error: unknown) => this.#fail(error, undefined))
  }

  /** Without the code, the stored license still counts. The next reading, and the next act, load it again. */
  #fail(cause: unknown, failed: ConsentView['failed']): void {
    const error = toLicetError(cause)
    // A wrong configuration. In a development build, the provider has thrown it.
    if (error.code !== 'code_unavailable') report(error)
    this.#publish({ ...this.#view, client: { ...this.#view.client, phase: 'ready', error }, error, failed })
  }

  #stopReading(): void {
    this.#reader?.close()
    this.#reader = undefined
  }

  #publish(view: ConsentView): void {
    this.#view = view
    if (this.#complete === undefined) this.#notify()
  }

  readonly #notify = (): void => {
    for (const listener of [...this.#listeners]) listener()
  }
}
