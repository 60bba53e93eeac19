import { toAgreementTexts } from '../../client/agreement-texts.ts'
import type { AnyClientConfig } from '../../client/index.ts'
import { createLater } from '../../client/later.ts'
import { scheduleTimeout } from '../../client/page-environment.ts'
import { prepareIndexedDb } from '../../client/record/indexed-db.ts'
import { RecordReader } from '../../client/record/record-reader.ts'
import { INITIAL_SNAPSHOT } from '../../client/snapshot/initial-snapshot.ts'
import { isAnswered } from '../../client/snapshot/is-answered.ts'
import { Subscribable } from '../../client/snapshot/subscribable.ts'
import type { ClientSnapshot } from '../../client/types.ts'
import { whenPageIsIdle } from '../../client/wait.ts'
import type { Agreement } from '../../core/agreement.ts'
import { INITIAL_FLOW } from '../../core/consent-states.ts'
import { toLicetError } from '../../core/errors.ts'
import { isExpiring } from '../../core/expiring.ts'
import { grantedIn } from '../../core/included-purposes.ts'
import type { Weight } from '../../terms/diff/diff-license.ts'
import { report } from '../report.ts'
import type { ConsentActions } from '../types.ts'
import type { ConsentProviderEvent } from './consent-events.ts'
import { type ConsentView, SERVER_VIEW } from './consent-view.ts'
import type { DecisionOwner } from './decision-handlers.ts'
import { isReading } from './license-status.ts'
import type { Question } from './question.ts'
import type { PublicClient } from './store-client.ts'

/** What a store is made from: a client, or the configuration of one. */
export interface StoreSource {
  readonly client?: PublicClient | undefined
  readonly config?: AnyClientConfig | undefined
  /** The question may be painted before the record is read, if no mark says that the person has answered. */
  readonly showsEarly?: boolean | undefined
  /** The clock. Default: `now` of the configuration. */
  readonly now?: (() => number) | undefined
}

/** All actions of the person: the actions of `useConsent()` and `useWithdraw()`. */
export type StoreActions = ConsentActions & { readonly withdraw: () => Promise<void> }

/** Creates the part of a store that asks. */
export type CreateQuestion = (store: ConsentStore) => Question

/** A store that can ask. */
export type AskingStore = ConsentStore & { readonly question: Question }

/**
 * What React subscribes to: one view of the client and of the consent flow, and the acts of the person.
 *
 * A visitor whose license answers the agreement needs only the stored record. For everything else it has a {@link Question}, with
 * the flow and the compiler of the terms. A component that contains this code passes it in; otherwise it loads.
 */
export class ConsentStore {
  /** The time of the client, in milliseconds since the epoch. */
  readonly now: () => number
  /** Identifies the person at the page: the same object for a person under another configuration. */
  person: object = this
  /** Receives the events of the provider. */
  onEvent: ((event: ConsentProviderEvent) => void) | undefined
  /** Weight of a change as the company declares it. It can make a change material, never minor. */
  declaredWeight: Weight | undefined
  question: Question | undefined
  /** The configuration of the client that the store creates. */
  readonly config: AnyClientConfig | undefined
  /** See {@link StoreSource.showsEarly}. */
  readonly showsEarly: boolean
  /** The client that the host app created. */
  readonly given: PublicClient | undefined
  readonly #views = new Subscribable<ConsentView>(SERVER_VIEW)
  readonly #actions: StoreActions = this.#createActions(undefined)
  readonly #actionsByOwner = new WeakMap<DecisionOwner, StoreActions>()
  readonly #later = createLater(
    'code that asks and signs',
    () => import('./question.ts'),
    (module) => this.ask(module.createQuestion).question,
  )
  #create: CreateQuestion | undefined
  #texts: Agreement | undefined
  #reader: RecordReader | undefined
  #unsubscribe: (() => void) | undefined
  #connections = 0
  /** The provider is on the page. */
  isMounted = false
  #endDiagnosis = () => {}

  /** Reads nothing and stores nothing before {@link connect}. In a browser, the storage opens while the page renders. */
  constructor({ client, config, showsEarly = false, now = config?.now }: StoreSource) {
    this.showsEarly = showsEarly
    this.given = client
    this.config = config
    this.now = () => (now ?? Date.now)()
    if (globalThis.document !== undefined && config !== undefined && config.storage === undefined) prepareIndexedDb()
  }

  readonly subscribe = this.#views.subscribe

  readonly getView = this.#views.get

  /** Changes the view. */
  publish(view: ConsentView): void {
    this.#views.set(view)
  }

  /** Reads the record until the client of the question does. A closed one is replaced at the next use. Creating it reads nothing. */
  get reader(): RecordReader {
    this.#reader ??= new RecordReader(this.config as AnyClientConfig)
    return this.#reader
  }

  /** The snapshot of the client, or what was read before. */
  get source(): Pick<PublicClient, 'getSnapshot' | 'subscribe'> {
    return this.given ?? this.reader
  }

  /** The configured agreement. Before it is known, only the texts of the configuration: without defaults, data and purposes. */
  get agreement(): Agreement {
    const known = this.question?.checked.agreement ?? this.given?.agreement ?? this.reader.last?.agreement
    this.#texts ??= known === undefined && this.config ? toAgreementTexts(this.config) : undefined
    return known ?? (this.#texts as Agreement)
  }

  /** Returns the actions of one component. Their decisions are reported to its handlers. */
  actionsOf(owner: DecisionOwner | undefined): StoreActions {
    if (owner === undefined) return this.#actions
    const actions = this.#actionsByOwner.get(owner) ?? this.#createActions(owner)
    this.#actionsByOwner.set(owner, actions)
    return actions
  }

  /** Whether the store follows its client. */
  get isConnected(): boolean {
    return this.#unsubscribe !== undefined
  }

  /** Follows the client, which reads the record. Connecting again before `disconnect()` is done, as StrictMode does, keeps the same client. */
  connect(declaredWeight: Weight | undefined): void {
    this.declaredWeight = declaredWeight
    if (process.env.NODE_ENV !== 'production' && !this.isMounted && this.config !== undefined) {
      const { config } = this
      let isGone = false
      this.#endDiagnosis = () => {
        isGone = true
      }
      void import('../developer/diagnose-setup.ts').then((module) => {
        // StrictMode connects twice.
        if (!isGone) this.#endDiagnosis = module.diagnoseSetup(config)
      })
    }
    this.isMounted = true
    this.#connections++
    this.#unsubscribe ??= this.source.subscribe(this.#follow)
    if (this.question === undefined) this.#follow()
    else this.question.connect()
  }

  /** Closes the client after its work is done, so that the result of a decision in progress is still reported. */
  readonly disconnect = (): void => {
    this.isMounted = false
    this.#endDiagnosis()
    const connection = ++this.#connections
    // If another connect() or disconnect() was called meanwhile, that call decides.
    void Promise.resolve(this.question?.decisions.whenDone()).then(() => connection === this.#connections && this.#close())
  }

  #close(): void {
    this.#follow()
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
    if (this.given !== undefined) return
    if (this.question === undefined) this.reader.close()
    else this.question.close()
    this.#reader = undefined
  }

  /** Shows the last known state of the same person under another configuration, until the record is read. */
  continueFrom(previous: ConsentStore): void {
    this.person = previous.person
    this.publish(previous.question?.toContinued() ?? previous.getView())
    if (previous.#create !== undefined) this.ask(previous.#create)
  }

  /** Returns the store with the part that asks. The first call creates it. */
  ask(create: CreateQuestion): AskingStore {
    if (this.question === undefined) {
      const question = create(this)
      this.question = question
      this.#create = create
      // Not now: a component may be rendering, and connecting notifies the others.
      if (this.isMounted) queueMicrotask(() => this.isMounted && question.connect())
    }
    return this as AskingStore
  }

  readonly #follow = (): void => {
    if (this.question === undefined) this.#followWithoutQuestion()
    else this.question.follow()
  }

  #followWithoutQuestion(): void {
    const snapshot = this.source.getSnapshot()
    if (snapshot === INITIAL_SNAPSHOT) return
    this.#show(snapshot)
    const { hasUnreported, isCheckDue } = this.#reader?.last ?? {}
    if (!isAnswered(snapshot) || (hasUnreported && this.onEvent !== undefined))
      this.#later.load().catch((error: unknown) => this.#fail(error, undefined))
    // The client asks the service. When its code is missing, it asks at the next visit.
    else if (isCheckDue) whenPageIsIdle(scheduleTimeout, () => void (this.isMounted && this.#later.load().catch(() => {})))
  }

  // Without a license in force, only the question knows what to show. But a gate that is open closes immediately.
  #show(snapshot: ClientSnapshot): void {
    const view = this.getView()
    const isKnown = snapshot.licensed || snapshot.error !== undefined || !isReading(view.client)
    if (!isKnown && (this.given === undefined || isReading(snapshot))) return
    const { licensed, license, online } = snapshot
    const known = licensed ? view.flow : INITIAL_FLOW
    const isExpiringSoon = license !== undefined && isExpiring(license, this.now())
    const flow = isAnswered(snapshot)
      ? {
          ...INITIAL_FLOW,
          state: isExpiringSoon ? ('expiring' as const) : ('already-licensed' as const),
          isLicensed: true,
          expiring: isExpiringSoon,
          granted: grantedIn(license?.uses ?? [], this.agreement.purposes),
        }
      : known
    const client = isReading(snapshot) ? { ...snapshot, phase: 'ready' as const } : snapshot
    this.publish({ ...SERVER_VIEW, client, flow: { ...flow, online }, error: snapshot.error })
  }

  /** Without the code, the stored license still counts. The next reading, and the next act, load it again. */
  #fail(cause: unknown, failed: ConsentView['failed']): void {
    const error = toLicetError(cause)
    // A wrong configuration. In a development build, the provider has thrown it.
    if (error.code !== 'code_unavailable') report(error)
    const view = this.getView()
    this.publish({ ...view, client: { ...view.client, phase: 'ready', error }, error, failed })
  }

  /** Creates the actions of one component. Each acts now when its code has loaded, because a decision is signed in the task of the press. */
  #createActions(owner: DecisionOwner | undefined): StoreActions {
    const run = <T>(act: (actions: StoreActions) => T, failed?: ConsentView['failed']): T | Promise<T | undefined> =>
      this.question === undefined
        ? this.#actLater((question) => act(question.actionsOf(owner)), failed)
        : act(this.question.actionsOf(owner))
    return {
      choose: (usecase, on) => void run((actions) => actions.choose(usecase, on)),
      accept: async (options) => (await run((actions) => actions.accept(options), 'accept')) ?? this.getView().flow.state,
      decline: () => void run((actions) => actions.decline()),
      dismiss: () => void run((actions) => actions.dismiss()),
      retry: () => void run((actions) => actions.retry()),
      reopen: () => void run((actions) => actions.reopen()),
      withdraw: async () => void (await run((actions) => actions.withdraw(), 'withdraw')),
    }
  }

  async #actLater<T>(act: (question: Question) => T, failed: ConsentView['failed']): Promise<T | undefined> {
    try {
      const question = await this.#later.load()
      // The flow starts from the facts of the client. A provider that is gone asks nothing.
      await question.decisions.client.later.run((client) => client.getLicense())
      if (this.isMounted) return act(question)
    } catch (error) {
      this.#fail(error, failed)
    }
    return undefined
  }
}
