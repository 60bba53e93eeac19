import { compileAgreement, compileTermsTree } from '../../client/compiler.ts'
import type { CheckedAgreement } from '../../client/config.ts'
import { checkAgreement } from '../../client/question/check-agreement.ts'
import { INITIAL_SNAPSHOT } from '../../client/snapshot/initial-snapshot.ts'
import type { ClientSnapshot } from '../../client/types.ts'
import {
  type ClientFact,
  type ConsentAct,
  type ConsentEvent,
  type ConsentState,
  INITIAL_FLOW,
  isAsking,
  isFirstQuestion,
  keepsAccept,
  kindOf,
  transition,
} from '../../core/consent-flow.ts'
import { type LicetError, toLicetError } from '../../core/errors.ts'
import { isSame } from '../../core/is-same.ts'
import { isPreparedText } from '../../terms/prepared/prepared-agreement.ts'
import { report } from '../report.ts'
import { faultOf } from './agreement-fault.ts'
import { createChangeWeights } from './change-weight.ts'
import { toFact } from './consent-fact.ts'
import type { ConsentStore, StoreActions } from './consent-store.ts'
import { type ConsentView, SERVER_VIEW } from './consent-view.ts'
import { continues } from './continues.ts'
import type { DecisionOwner } from './decision-handlers.ts'
import { Decisions } from './decisions.ts'
import { EarlyQuestion, findMark, toEarlyFlow } from './early-question.ts'
import { EventReporter } from './event-reporter.ts'
import { isReading } from './license-status.ts'
import { PageParts } from './page-parts.ts'
import { createQuestionActions } from './question-actions.ts'
import { type ShownTerms, TermsOnScreen } from './shown-terms.ts'
import type { PublicClient } from './store-client.ts'
import { createTextHash, whenIdle } from './text-hash.ts'
import { nextError, toView, type ViewFacts } from './to-view.ts'

/** An Accept waits for the storage of this device, which has been read before. */
const KEPT: ClientFact = { type: 'slow', keepsAccept: true }

/** The part of a store that asks: it runs the consent flow, with the acts of the person and what is on screen. */
export class Question {
  /** The agreement that is asked for, and its text. */
  readonly checked: CheckedAgreement
  /** What the mark of this browser says about the person, before the record is read. */
  readonly mark: ReturnType<typeof findMark>
  /** Computes the SHA3-256 of a text, base64url. */
  readonly hash = createTextHash()
  /** What the components of the kit show on the page. */
  readonly page = new PageParts()
  readonly events: EventReporter
  /** The client, and the decision in progress. */
  readonly decisions: Decisions
  readonly store: ConsentStore
  /** The first view of a preview. It is given, so the client counts only after an act has changed its snapshot. */
  #start: ViewFacts | undefined
  #isStarted = false
  #isLoading = false
  #lastFact = ''
  readonly #weightOf = createChangeWeights(
    (change) => import('./compare.ts').then((module) => module.weighChange(change, this.checked.agreement, this.checked.terms)),
    () => this.follow(),
  )
  readonly #terms = new TermsOnScreen(() => this.#followTerms())
  #unread = 0
  /** The question on screen, until the record was read. */
  #early: EarlyQuestion | undefined
  /** Who made the decision in progress. */
  #decider: ConsentView['cause']
  /** The question was on screen before a component opened it. */
  #isBorrowed = false

  /**
   * With a wrong agreement, a production build shows that nobody can agree, because the host app has to stay.
   *
   * @param start The first view of a preview.
   * @throws {LicetError} `invalid_configuration` and the like for a wrong agreement, in a development build
   */
  constructor(store: ConsentStore, start?: ViewFacts) {
    this.store = store
    this.#start = start
    this.events = new EventReporter(this.hash, store)
    this.checked = store.config === undefined ? agreementOf(store) : checkAgreement(store.config, compileAgreement)
    if (this.#fault !== undefined && process.env.NODE_ENV !== 'production') throw this.#fault
    this.decisions = new Decisions(store, this.checked, () => this.follow())
    this.mark = findMark(store)
    const early = this.mark !== 'none' || this.checked.invalid ? undefined : toEarlyFlow(store, this.checked.terms)
    if (early === undefined) return
    this.#early = new EarlyQuestion(this)
    this.#publish({ ...SERVER_VIEW, flow: early })
  }

  get #view(): ConsentView {
    return this.store.getView()
  }

  /** Why the agreement is wrong. A contract whose text the provider still loads is not. */
  get #fault(): LicetError | undefined {
    const { invalid } = this.checked
    return invalid?.code === 'terms_unavailable' ? undefined : invalid
  }

  /** Returns the text of the agreement. An Accept signs exactly this text. */
  terms(): string {
    const { terms, invalid } = this.checked
    if (invalid !== undefined) throw invalid
    return terms
  }

  /** Creates the actions of one component. Their decisions are reported to its handlers. */
  actionsOf(owner: DecisionOwner | undefined): StoreActions {
    return createQuestionActions(this, owner)
  }

  /** Continues with what the client reports now. */
  connect(): void {
    if (!this.#isStarted) {
      this.#isStarted = true
      if (this.#fault !== undefined) report(this.#fault)
      const fault = faultOf(this.checked, this.store.now)
      if (fault !== undefined && fault.code !== 'terms_unavailable') this.#terms.setFault(fault)
      // A component can show the terms before the provider connects.
      const { terms } = this.#view.flow
      if (this.#start !== undefined) this.#publish({ ...this.#start, flow: { ...this.#start.flow, terms } })
      if (this.#early !== undefined) {
        // The first frame expected that a component shows the terms.
        this.#followTerms()
        this.events.reportTransition(INITIAL_FLOW, this.#view.flow, undefined, undefined)
      }
    }
    this.follow()
  }

  /** Closes the client, and starts again with the next one. The components that stay mounted still show the same terms. */
  close(): void {
    this.decisions.close()
    this.events.forgetShown()
    this.#lastFact = ''
    this.#early?.close()
    this.#early = undefined
    const { terms, mustRead } = this.#view.flow
    this.#publish({ ...SERVER_VIEW, flow: { ...INITIAL_FLOW, terms, mustRead } })
  }

  /**
   * Returns the view of the same person under another configuration, until the client has opened.
   *
   * A decision in progress is read again. The components report the terms that they show now.
   */
  toContinued(): ConsentView {
    const { client, flow } = this.#view
    // Nothing was read yet, and the next question can be painted early as well.
    if (this.#early !== undefined || (flow.state === 'checking' && isReading(client))) return SERVER_VIEW
    const { terms, mustRead } = INITIAL_FLOW
    return toView({
      ...SERVER_VIEW,
      client,
      flow: kindOf(flow.state) === 'passing' ? INITIAL_FLOW : { ...flow, terms, mustRead },
    })
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
    const { status } = this.#terms
    const error = this.termsError
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
  dispatch(event: ConsentEvent, cause?: ConsentView['cause'], flow = this.#view.flow): void {
    const next = transition(flow, event)
    if (next === this.#view.flow) return
    const isContinued = continues(flow, next, cause)
    if (!isContinued) this.#decider = cause
    this.#publish({ ...this.#view, flow: next, cause: isContinued ? this.#view.cause : cause })
    const decider = this.#decider
    const report = () => this.events.reportTransition(flow, next, decider, this.#view.client.license)
    // A Decline that the record does not confirm did not happen.
    if (next.state === 'declined' && this.#early !== undefined) this.#early.reports.push(report)
    else report()
  }

  /** Applies an act of the person, made through the given component. Clears the error of the previous act. */
  act(act: ConsentAct, owner?: DecisionOwner): void {
    if (this.#view.failed !== undefined) this.#publish({ ...this.#view, error: undefined, failed: undefined })
    const { flow } = this.#view
    if (act.type === 'reopen' && owner !== undefined) this.#isBorrowed = isAsking(flow.state)
    // A choice is an act in the question on screen, wherever that is.
    const cause = act.type === 'choose' ? undefined : (owner ?? 'page')
    if (this.#early !== undefined) this.#early.act(act, cause)
    else {
      this.dispatch(act, cause)
      if (keepsAccept(flow) && this.#view.flow !== flow) this.decisions.takeBack()
    }
    if (act.type === 'reopen' && owner !== undefined && isAsking(flow.state)) this.moveTo(owner)
  }

  /** Lets the component in which the person acts show what follows, while the decision belongs to another component. */
  moveTo(owner: DecisionOwner): void {
    this.#publish({ ...this.#view, cause: owner })
  }

  /** Ends the question that a component opened, when the component is gone. A question that was on screen before returns to its surface. */
  release(owner: DecisionOwner): void {
    const { cause, flow } = this.#view
    if (cause !== owner || !isAsking(flow.state)) return
    if (this.#isBorrowed) this.#publish({ ...this.#view, cause: undefined })
    else this.act({ type: 'dismiss' }, owner)
  }

  /** Lets each surface determine again whether it asks. */
  refresh(): void {
    this.#publish({ ...this.#view })
  }

  /** Sets the error of an act. */
  fail(cause: unknown, failed: ConsentView['failed']): void {
    const error = toLicetError(cause)
    this.#publish({ ...this.#view, error, failed })
    // The client may know more: a stored failure has no details.
    const { error: known } = this.#view.client
    explainFailure(known?.code === error.code ? known : error)
  }

  /** Reads the snapshot of the client. Dispatches its fact, unless it is the same as before. */
  follow(): void {
    if (!this.store.isConnected) return
    const snapshot = this.decisions.readSnapshot()
    if (snapshot === this.#start?.client) return
    const { flow } = this.#view
    // What was known before counts while the client opens.
    const isOpening = isReading(snapshot) && snapshot.error === undefined && !isReading(this.#view.client)
    if (snapshot !== this.#view.client && !isOpening)
      this.#publish({ ...this.#view, client: snapshot, ...nextError(snapshot, this.#view) })
    const { loaded } = this.decisions.client.later
    if (loaded !== undefined) this.decisions.keepOpenFor(this.events.reportStored(loaded))
    else if (snapshot !== INITIAL_SNAPSHOT && snapshot.error === undefined) void this.#load(snapshot)
    this.events.reportFork(snapshot)
    const waiting = this.events.reportWaiting(snapshot)
    if (waiting !== undefined) explainFailure(waiting)
    if (flow.online !== snapshot.online && snapshot !== INITIAL_SNAPSHOT)
      this.dispatch({ type: 'network', online: snapshot.online })
    const fact = this.#readFact(this.#view.flow.state)
    const key = JSON.stringify(fact)
    if (fact === undefined || key === this.#lastFact) return
    const isTakenBack = this.#lastFact === JSON.stringify(KEPT) && flow.state === 'declined'
    this.#lastFact = key
    // The storage stores the Decline later, and the question of before is no new one.
    if (isTakenBack && isFirstQuestion(fact)) return
    // The person has opened the question again before their Decline was stored.
    if (fact.type === 'declined' && this.decisions.isDeclining && isAsking(flow.state)) return
    const early = this.#early
    if (early === undefined) {
      if (isSame(fact, KEPT)) this.decisions.takeBackLater()
      else if (fact.type === 'slow') this.#early = new EarlyQuestion(this, true)
      this.dispatch(fact)
    } else if (fact.type === 'slow') early.showSlow()
    else {
      this.#early = undefined
      early.confirm(fact)
    }
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

  async #load({ phase }: ClientSnapshot): Promise<void> {
    if (this.#isLoading) return
    this.#isLoading = true
    // What is known is on screen before the code loads that signs.
    if (phase === 'ready') await whenIdle()
    if (this.store.isConnected) await this.decisions.client.load?.()
    this.#isLoading = false
    // What waits for a report is no change of the snapshot.
    this.follow()
  }

  /** Returns what the client reports; `undefined` while that is not known yet. */
  #readFact(from: ConsentState): ClientFact | undefined {
    const snapshot = this.decisions.readSnapshot()
    const weight = this.store.declaredWeight !== 'material' && snapshot.change ? this.#weightOf(snapshot.change) : 'material'
    return weight && toFact(snapshot, this.checked.agreement, weight, from, this.store.now)
  }

  #publish(view: ViewFacts): void {
    this.store.publish(toView(view))
  }
}

/** Creates a {@link Question}. This module is separate, so that a visitor with a license loads neither the flow nor the compiler of the terms. */
export function createQuestion(store: ConsentStore): Question {
  return new Question(store)
}

function agreementOf(store: ConsentStore): CheckedAgreement {
  const client = store.given as PublicClient
  const { agreement } = client
  const tree = isPreparedText(agreement) ? agreement.tree : compileTermsTree(agreement)
  return { agreement, terms: client.terms(), tree, invalid: undefined }
}

/** Explains on the console how to fix an error of the configuration. A production build explains nothing. */
function explainFailure(error: LicetError): void {
  if (process.env.NODE_ENV === 'production') return
  import('../developer/developer-messages.ts').then((module) => module.explain(error)).catch(() => {})
}
