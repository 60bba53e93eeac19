import type { ClientFact, ConsentState } from '../../core/consent-flow.ts'
import { isFirstQuestion } from '../../core/consent-flow.ts'
import { createChangeWeights } from './change-weight.ts'
import { toFact } from './consent-fact.ts'
import type { Question } from './question.ts'

/** An Accept waits for the storage of this device, which has been read before. */
const KEPT = JSON.stringify({ type: 'slow', keepsAccept: true } satisfies ClientFact)

/** The facts of the client, for the flow of a question. Each is reported once. */
export class ReportedFacts {
  readonly #question: Question
  readonly #weightOf
  #last = ''

  constructor(question: Question) {
    this.#question = question
    this.#weightOf = createChangeWeights(
      (change) =>
        import('./compare.ts').then((module) => module.weighChange(change, question.checked.agreement, question.checked.terms)),
      () => question.follow(),
    )
  }

  /** Returns what the client reports; `undefined` while that is not known yet. */
  read(from: ConsentState): ClientFact | undefined {
    const { store, decisions, checked } = this.#question
    const snapshot = decisions.readSnapshot()
    const weight = store.declaredWeight !== 'material' && snapshot.change ? this.#weightOf(snapshot.change) : 'material'
    return weight && toFact(snapshot, checked.agreement, weight, from, store.now)
  }

  /** Returns what the client reports, unless it is the same as before or no news for the flow. */
  readNew(from: ConsentState): ClientFact | undefined {
    const fact = this.read(from)
    const last = this.#last
    if (fact === undefined || JSON.stringify(fact) === last) return undefined
    this.note(fact)
    // The storage stores the Decline later, and the question of before is no new one.
    return last === KEPT && from === 'declined' && isFirstQuestion(fact) ? undefined : fact
  }

  /** Remembers what the flow has been given. Without a fact, the next one counts, whatever it is. */
  note(fact?: ClientFact): void {
    this.#last = JSON.stringify(fact) ?? ''
  }
}

/** An Accept waits for the storage of this device, which has been read before. */
export function isKept(fact: ClientFact): boolean {
  return JSON.stringify(fact) === KEPT
}
