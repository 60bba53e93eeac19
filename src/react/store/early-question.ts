import type { AnyClientConfig } from '../../client/config.ts'
import { resolvePage } from '../../client/page-environment.ts'
import { type AnswerMark, keepsMark, readMark } from '../../client/record/answer-mark.ts'
import { type ClientFact, type ConsentFlow, INITIAL_FLOW, transition } from '../../core/consent-flow.ts'
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

/**
 * The question before the record of this device was read. Without a mark of an answer, it is painted in the first frame, and what the person does
 * there waits for the record.
 */
export class EarlyQuestion {
  /** Resolves when the record was read: whether this is the question to ask. */
  readonly confirmed: Promise<boolean>
  #settle: (isConfirmed: boolean) => void = () => {}

  constructor() {
    this.confirmed = new Promise((resolve) => {
      this.#settle = resolve
    })
  }

  /** Ends the wait with what the record says. Returns whether the question is as painted. */
  settle(fact: ClientFact | undefined): boolean {
    const isConfirmed = fact?.type === 'asks' && fact.reason === 'first' && !fact.isLicensed
    this.#settle(isConfirmed)
    return isConfirmed
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
export function toUnknown(flow: ConsentFlow, { type }: ClientFact): ConsentFlow {
  // A slow device shows the same question: the choices stay.
  const granted = type === 'slow' ? flow.granted : []
  return { ...flow, state: 'checking', granted, acted: false, missing: [], error: undefined }
}
