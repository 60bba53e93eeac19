import type { AnyClientConfig } from '../../client/config.ts'
import { resolvePage } from '../../client/page-environment.ts'
import { type AnswerMark, keepsMark, readMark } from '../../client/record/answer-mark.ts'
import {
  type ClientFact,
  type ConsentAct,
  type ConsentFlow,
  INITIAL_FLOW,
  isAsking,
  isFirstQuestion,
  transition,
} from '../../core/consent-flow.ts'
import type { ConsentStore } from './consent-store.ts'
import { type ConsentView, SERVER_VIEW } from './consent-view.ts'
import type { Question } from './question.ts'

/** Returns what is known without the record: the answer of the person; `none`; or `undefined` when only the record says it. */
export function findMark(store: ConsentStore): AnswerMark | 'none' | undefined {
  if (store.config === undefined || !keepsMark(store.config)) return undefined
  try {
    return readMark(store.reader.open().scope)
  } catch {
    // An invalid configuration, which the client reports.
    return undefined
  }
}

/** The acts of the person that count with what the record of this device says. */
export interface ConfirmedActs {
  /** The question is as painted, and what is signed is kept on this device. */
  readonly accept: boolean
  /** No license is in force: a Decline ends none that the person was not shown. */
  readonly decline: boolean
}

/**
 * The question before the record of this device was read. It is on screen when this browser has no mark of an answer, or when the device is slow.
 * What the person does there waits for the record.
 */
export class EarlyQuestion {
  /** Report what the person declined, once the record confirms that there was no license. */
  readonly reports: (() => void)[] = []
  readonly #question: Question
  /** The storage has not answered in the usual time. */
  #isSlow: boolean
  #settle: (confirmed: ConfirmedActs) => void = () => {}

  constructor(question: Question, isSlow = false) {
    this.#question = question
    this.#isSlow = isSlow
    question.decisions.confirmation = new Promise((resolve) => {
      this.#settle = resolve
    })
  }

  /** Applies an act of the person. It replaces an act that waits for the record: the last one counts. */
  act(act: ConsentAct, cause: ConsentView['cause']): void {
    const { store, decisions } = this.#question
    const { flow } = store.getView()
    // An Accept that waits for the record has signed nothing, so there is nothing to withdraw.
    if (flow.state === 'submitting' && (act.type === 'decline' || act.type === 'withdraw'))
      this.#question.dispatch({ type: 'decline' }, cause, { ...flow, state: 'ready', acted: false })
    else this.#question.dispatch(act, cause)
    if (store.getView().flow !== flow) decisions.takeBack()
    if (act.type === 'reopen' && this.#isSlow) this.showSlow()
  }

  /** Shows that the device is slow, from now on also in a question that is opened again. */
  showSlow(): void {
    this.#isSlow = true
    const { flow } = this.#question.store.getView()
    const isSubmitting = flow.state === 'submitting'
    if (!isSubmitting && !isAsking(flow.state)) return
    const fact = { type: 'slow', keepsAccept: isSubmitting } as const
    this.#question.dispatch(fact, undefined, toUnknown(flow, fact))
  }

  /** Ends the wait with what the record says: confirms or replaces the question on screen, and what the person did there. */
  confirm(fact: ClientFact): void {
    const { flow, client } = this.#question.store.getView()
    const confirmed = {
      accept: isFirstQuestion(fact) && client.storage !== 'memory',
      decline: fact.type === 'asks' && !fact.isLicensed,
    }
    this.#end(confirmed)
    if (confirmed.decline) for (const report of this.reports) report()
    // What was confirmed does not change on screen, and what the person did there counts.
    if (flow.state === 'declined' && confirmed.decline) return
    if (!confirmed.accept) this.#question.dispatch(fact, undefined, toUnknown(flow, fact))
    else if (flow.state === 'device-slow') this.#question.dispatch(fact)
  }

  /** Ends the wait without the record. No act counts. */
  close(): void {
    this.#end({ accept: false, decline: false })
  }

  #end(confirmed: ConfirmedActs): void {
    this.#question.decisions.confirmation = undefined
    this.#settle(confirmed)
  }
}

/** Returns the flow of the question that can be painted before the record is read; `undefined` when the record has to be read first. */
export function toEarlyFlow(store: ConsentStore, text: string): ConsentFlow | undefined {
  const { config, showsEarly, isMounted } = store
  // Other components may be on screen already, and rendering must not change them.
  if (!showsEarly || isMounted || store.getView() !== SERVER_VIEW) return undefined
  const { subtle, connectivity } = resolvePage(config as AnyClientConfig)
  if (subtle === undefined) return undefined
  const start = { ...INITIAL_FLOW, terms: { status: 'shown', text }, online: connectivity.isOnline() } as const
  return transition(start, { type: 'asks', reason: 'first', isLicensed: false, granted: [] })
}

/** Returns the flow without what followed from the early question, so that a fact applies as if nothing had been painted. */
function toUnknown(flow: ConsentFlow, fact: ClientFact): ConsentFlow {
  // The same question keeps its choices.
  const isSame = fact.type === 'slow' || isFirstQuestion(fact)
  return {
    ...flow,
    state: fact.type === 'asks' ? 'device-slow' : 'checking',
    granted: isSame ? flow.granted : [],
    acted: false,
    missing: [],
    error: undefined,
  }
}
