import type { ClientSnapshot } from '../client/types.ts'
import {
  type ClientFact,
  type ConsentAct,
  type ConsentEvent,
  type ConsentState,
  INITIAL_FLOW,
  isAsking,
  kindOf,
  offersAccept,
  transition,
} from '../core/consent-flow.ts'
import { type LicetError, toLicetError } from '../core/errors.ts'
import { isSame } from '../core/is-same.ts'
import type { Weight } from '../terms/diff/diff-license.ts'
import { createChangeWeights } from './change-weight.ts'
import { ClientConnection, type ClientSource, type StoreClient } from './client-connection.ts'
import { createActions } from './consent-actions.ts'
import { toFact } from './consent-fact.ts'
import { type ConsentView, SERVER_VIEW } from './consent-view.ts'
import { continues } from './continues.ts'
import type { DecisionOwner } from './decision-handlers.ts'
import { EventReporter } from './event-reporter.ts'
import { PageParts } from './page-parts.ts'
import { type ShownTerms, TermsOnScreen } from './shown-terms.ts'
import { createTextHash } from './text-hash.ts'
import type { ConsentActions } from './types.ts'

/** All actions of the person: the actions of `useConsent()` and `useWithdraw()`. */
export type StoreActions = ConsentActions & { readonly withdraw: () => Promise<void> }

/** Connects a client to the consent flow, so that React can subscribe to both. */
export class ConsentStore {
  /** Computes the SHA3-256 of a text, base64url. */
  readonly hash = createTextHash()
  readonly events = new EventReporter(this.hash)
  readonly connection: ClientConnection
  /** What the components of the kit show on the page. */
  readonly page = new PageParts()
  /** The time of the client, in milliseconds since the epoch. */
  readonly now: () => number
  readonly #listeners = new Set<() => void>()
  #view: ConsentView = SERVER_VIEW
  #lastFact = ''
  readonly #weightOf = createChangeWeights(
    (change) => import('./compare.ts').then((module) => module.weighChange(change, this.client.agreement, this.client.terms())),
    () => {
      if (this.connection.isConnected) this.follow()
    },
  )
  readonly #terms = new TermsOnScreen(() => this.#followTerms())
  #unread = 0
  #declaredWeight: Weight | undefined
  /** Who made the decision in progress. */
  #decider: ConsentView['cause']
  /** The question was on screen before a component opened it. */
  #isBorrowed = false

  constructor(source: ClientSource) {
    this.connection = new ClientConnection(source, () => this.follow())
    this.now = () => (source.now ?? Date.now)()
  }

  /** The client. A closed client is replaced at the next use. Creating a client starts nothing. */
  get client(): StoreClient {
    return this.connection.open()
  }

  /**
   * Shows the last known state of the same person under another configuration, until the client has opened.
   *
   * A decision in progress is read again. The components report the terms that they show now.
   */
  continueFrom({ client, flow }: ConsentView): void {
    const { terms, mustRead } = INITIAL_FLOW
    this.publish({ ...SERVER_VIEW, client, flow: kindOf(flow.state) === 'passing' ? INITIAL_FLOW : { ...flow, terms, mustRead } })
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getView = (): ConsentView => this.#view

  /** Creates the actions of one component. Their decisions are reported to its handlers. */
  actionsOf(owner: DecisionOwner | undefined): StoreActions {
    return createActions(this, owner)
  }

  /**
   * Subscribes to the client. Connecting again before `disconnect()` is done, as StrictMode does, keeps the same client.
   *
   * @param declaredWeight Weight of the change as the company declares it. It can make a change material, never minor.
   */
  connect(declaredWeight: Weight | undefined): void {
    this.#declaredWeight = declaredWeight
    this.connection.connect()
    this.follow()
  }

  /** Closes the client after its work is done, so that the result of a decision in progress is still reported. */
  readonly disconnect = (): void => this.connection.disconnect(() => this.#reset())

  #reset(): void {
    this.#lastFact = ''
    // The components that stay mounted still show the same terms; the rest is read again by the next client.
    const { terms, mustRead } = this.#view.flow
    this.publish({ ...SERVER_VIEW, flow: { ...INITIAL_FLOW, terms, mustRead } })
  }

  /** Sets the terms that a component shows, until the returned function is called. The last component that shows terms counts. */
  showTerms(shown: ShownTerms, position: 'push' | 'unshift' = 'push'): () => void {
    return this.#terms.show(shown, position)
  }

  /** Counts the texts that still have to be read to the end. While there are any, Accept is refused. */
  countUnread(by: 1 | -1): void {
    this.#unread += by
    this.dispatch({ type: 'reading', mustRead: this.#unread > 0 })
  }

  #followTerms(): void {
    const { status, error } = this.#terms
    if (isSame(status, this.#view.flow.terms)) return
    this.dispatch({ type: 'terms', terms: status })
    if (error === undefined) return
    this.events.emit({ type: 'failed', code: error.code })
    explainFailure(error)
  }

  /** Why nobody can agree to the terms on screen. */
  get termsError(): LicetError | undefined {
    return this.#terms.error
  }

  /** Loads the terms on screen again. */
  retryTerms(): void {
    this.#terms.retry()
  }

  /** Applies an event. `cause` is who acts; without it, the event is a fact. */
  dispatch(event: ConsentEvent, cause?: ConsentView['cause']): void {
    const { flow } = this.#view
    const next = transition(flow, event)
    if (next === flow) return
    const isContinued = continues(flow, next, cause)
    if (!isContinued) this.#decider = cause
    this.publish({ ...this.#view, flow: next, cause: isContinued ? this.#view.cause : cause })
    this.events.reportTransition(flow, next, this.#decider, this.#view.client.license)
  }

  /** Applies an act of the person, made through the given component. Clears the error of the previous act. */
  act(act: ConsentAct, owner?: DecisionOwner): void {
    if (this.#view.failed !== undefined) this.publish({ ...this.#view, error: undefined, failed: undefined })
    const { flow } = this.#view
    if (act.type === 'reopen' && owner !== undefined) this.#isBorrowed = isAsking(flow.state)
    // A choice is an act in the question on screen, wherever that is.
    this.dispatch(act, act.type === 'choose' ? undefined : (owner ?? 'page'))
    if (act.type === 'reopen' && owner !== undefined && isAsking(flow.state)) this.moveTo(owner)
  }

  /** Lets the component in which the person acts show what follows, while the decision belongs to another component. */
  moveTo(owner: DecisionOwner): void {
    this.publish({ ...this.#view, cause: owner })
  }

  /** Ends the question that a component opened, when the component is gone. A question that was on screen before returns to its surface. */
  release(owner: DecisionOwner): void {
    const { cause, flow } = this.#view
    if (cause !== owner || !isAsking(flow.state)) return
    if (this.#isBorrowed) this.publish({ ...this.#view, cause: undefined })
    else this.act({ type: 'dismiss' }, owner)
  }

  /** Lets each surface determine again whether it asks. */
  refresh(): void {
    this.publish({ ...this.#view })
  }

  /** Sets the error of an act. */
  fail(cause: unknown, failed: ConsentView['failed']): void {
    const error = toLicetError(cause)
    this.publish({ ...this.#view, error, failed })
    // The client may know more: a stored failure has no details.
    const { error: known } = this.#view.client
    explainFailure(known?.code === error.code ? known : error)
  }

  /** Reads the snapshot of the client. Dispatches its fact, unless it is the same as before. */
  follow(): void {
    const { client } = this
    const snapshot = client.getSnapshot()
    const { flow } = this.#view
    // What was known before counts while the client opens.
    const isOpening = snapshot.phase === 'opening' && snapshot.error === undefined && this.#view.client.phase !== 'opening'
    if (snapshot !== this.#view.client && !isOpening)
      this.publish({ ...this.#view, client: snapshot, ...nextError(snapshot, this.#view) })
    this.connection.keepOpenFor(this.events.reportStored(client))
    const waiting = this.events.reportWaiting(snapshot)
    if (waiting !== undefined) explainFailure(waiting)
    if (flow.online !== snapshot.online) this.dispatch({ type: 'network', online: snapshot.online })
    const fact = this.#readFact(this.#view.flow.state)
    const key = JSON.stringify(fact)
    if (fact === undefined || key === this.#lastFact) return
    this.#lastFact = key
    this.dispatch(fact)
  }

  /**
   * Ends an act of this page. If it is still in progress, the flow continues with what the client reports now.
   *
   * @param failure The fact of an act that failed.
   */
  endAct(act: 'accept' | 'withdraw', failure?: ClientFact): void {
    // A failure stays on screen: the license from before, which the client reports again, is not its result.
    if (failure === undefined) this.follow()
    // After an Accept, an error of the client is not its result: that was the result of another decision.
    const fact = failure ?? this.#readFact(act === 'accept' ? 'checking' : 'withdrawing')
    // A refusal is the result of this act only. The next fact counts, even if it is the one before the act.
    if (failure === undefined) this.#lastFact = JSON.stringify(fact) ?? ''
    this.dispatch({ type: 'act-ended', act, fact })
  }

  /** Returns what the client reports; `undefined` while that is not known yet. */
  #readFact(from: ConsentState): ClientFact | undefined {
    const { client } = this
    const snapshot = client.getSnapshot()
    const weight = this.#declaredWeight !== 'material' && snapshot.change ? this.#weightOf(snapshot.change) : 'material'
    return weight && toFact(snapshot, client.agreement, weight, from, this.now)
  }

  protected publish(view: Omit<ConsentView, 'isAsking' | 'offersAccept'>): void {
    const { state } = view.flow
    this.#view = { ...view, isAsking: isAsking(state), offersAccept: offersAccept(state) }
    for (const listener of [...this.#listeners]) listener()
  }
}

/** Explains on the console how to fix an error of the configuration. A production build explains nothing. */
function explainFailure(error: LicetError): void {
  if (process.env.NODE_ENV === 'production') return
  import('./developer-messages.ts').then((module) => module.explain(error)).catch(() => {})
}

function nextError(snapshot: ClientSnapshot, { error, failed, client }: ConsentView): Pick<ConsentView, 'error' | 'failed'> {
  if (snapshot.error === client.error) return { error, failed }
  return { error: snapshot.error ?? (failed === undefined ? undefined : error), failed }
}
