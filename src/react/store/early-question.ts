import type { AnyClientConfig } from '../../client/config.ts'
import { resolvePage } from '../../client/page-environment.ts'
import { type AnswerMark, keepsMark, readMark } from '../../client/record/answer-mark.ts'
import { type ClientFact, type ConsentFlow, INITIAL_FLOW, isFirstQuestion, transition } from '../../core/consent-flow.ts'
import type { ConsentStore } from './consent-store.ts'
import { SERVER_VIEW } from './consent-view.ts'

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
  /** Resolves when the record was read. */
  readonly confirmed: Promise<ConfirmedActs>
  /** The storage has not answered in the usual time. */
  isSlow = false
  #settle: (confirmed: ConfirmedActs) => void = () => {}

  constructor() {
    this.confirmed = new Promise((resolve) => {
      this.#settle = resolve
    })
  }

  /** Ends the wait with what the record says, and returns what counts. `isKept`: the storage outlives the page. */
  settle(fact: ClientFact | undefined, isKept: boolean): ConfirmedActs {
    const isUnlicensed = fact?.type === 'asks' && !fact.isLicensed
    const confirmed = { accept: isUnlicensed && isFirstQuestion(fact) && isKept, decline: isUnlicensed }
    this.#settle(confirmed)
    return confirmed
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
export function toUnknown(flow: ConsentFlow, fact: ClientFact): ConsentFlow {
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
