import type { ClientSnapshot } from '../../client/types.ts'
import { type ConsentFlow, isAsking } from '../../core/consent-flow.ts'
import type { LicetError } from '../../core/errors.ts'
import type { License } from '../../core/license.ts'
import { createCallQueue } from './call-queue.ts'
import { type ConsentProviderEvent, toConsentEvent } from './consent-events.ts'
import type { ConsentView } from './consent-view.ts'
import type { DecisionOwner } from './decision-handlers.ts'
import type { PublicClient } from './store-client.ts'
import type { TextHash } from './text-hash.ts'

/** Reports to the host app: events to `onEvent` of the provider, and decisions to the handlers of the component that made them. */
export class EventReporter {
  readonly #provider: { readonly onEvent?: ((event: ConsentProviderEvent) => void) | undefined }
  readonly #hash: TextHash
  readonly #callHost = createCallQueue()
  /** What was reported as waiting: a weak network alternates between two reasons. */
  readonly #waiting = new Set<string>()
  /** The question that was reported as shown. It is the same one after a time in which the device was slow. */
  #shown = ''
  #isForkReported = false

  /** `provider` has the newest `onEvent`. */
  constructor(hash: TextHash, provider: { readonly onEvent?: ((event: ConsentProviderEvent) => void) | undefined }) {
    this.#hash = hash
    this.#provider = provider
  }

  /** Reports an event, in the order of the calls. */
  emit(event: ConsentProviderEvent): void {
    this.#callHost(() => this.#provider.onEvent?.(event))
  }

  /** Reports a transition of the flow. `decider` made the decision in progress. */
  reportTransition(before: ConsentFlow, after: ConsentFlow, decider: ConsentView['cause'], license: License | undefined): void {
    const event = toConsentEvent(before, after)
    const { terms, reason, state } = after
    if (!isAsking(state) && state !== 'submitting' && state !== 'checking') this.#shown = ''
    if (event === undefined) return
    if (event.type === 'shown') {
      const question = JSON.stringify([reason, terms])
      if (question === this.#shown) return
      this.#shown = question
    }
    // The hash needs code that loads later. What the person does meanwhile is reported immediately.
    if (event.type === 'shown' && terms.status === 'shown' && this.#provider.onEvent !== undefined)
      this.#hash(terms.text).then(
        (termsHash) => this.emit({ ...event, termsHash }),
        () => this.emit(event),
      )
    else this.emit(event)
    if (typeof decider === 'object') this.#callHost(() => decider.notify(event.type, license))
  }

  /** Reports the question again when it is shown to the next client. */
  forgetShown(): void {
    this.#shown = ''
  }

  /**
   * Reports that a decision waits and why, once for each decision and reason. Returns the error of the last attempt, if it is the reason.
   */
  reportWaiting({ pending, online }: ClientSnapshot): LicetError | undefined {
    if (pending?.isWaiting !== true) return undefined
    const { since, lastError } = pending
    const reason = online && lastError !== undefined ? lastError.code : 'offline'
    const key = `${since} ${reason}`
    if (this.#waiting.has(key)) return undefined
    this.#waiting.add(key)
    this.emit({ type: 'queued', reason })
    return reason === 'offline' ? undefined : lastError
  }

  /** Reports that the public log of the service contradicts itself, once in each visit. */
  reportFork({ logFork }: ClientSnapshot): void {
    if (logFork === undefined || this.#isForkReported) return
    this.#isForkReported = true
    this.emit({ type: 'log_inconsistent', ...logFork })
  }

  /** Reports the decisions that the service has stored. Each is reported by one tab, even when an earlier visit signed it. */
  async reportStored(client: PublicClient): Promise<void> {
    if (this.#provider.onEvent === undefined) return
    await client.reportStored((decision) => this.#callHost(() => this.#provider.onEvent?.(decision)))
  }

  /** Reports the end of a decision to the component that made it. */
  reportEnd(decider: DecisionOwner | undefined, type: 'accepted' | 'withdrawn', license: License | undefined): void {
    if (decider !== undefined) this.#callHost(() => decider.notify(type, license))
  }
}
