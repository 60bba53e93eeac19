import type { ServiceClient } from '../client/index.ts'
import type { ClientSnapshot } from '../client/types.ts'
import {
  type ConsentAct,
  type ConsentEvent,
  type ConsentFlow,
  INITIAL_FLOW,
  type TermsStatus,
  transition,
} from '../core/consent-flow.ts'
import { type LicetError, toLicetError } from '../core/errors.ts'
import type { Weight } from '../terms/diff/diff-license.ts'
import { createActs } from './acts.ts'
import { createChangeWeights } from './change-weight.ts'
import { toFact } from './client-fact.ts'
import { toConsentEvent } from './consent-events.ts'
import { type ConsentView, SERVER_VIEW } from './consent-view.ts'
import { createEventQueue } from './event-queue.ts'
import { report } from './report.ts'
import { createTextHash } from './text-hash.ts'
import type { ConsentActs, ConsentProviderEvent } from './types.ts'

/** Where a store gets its client. */
export interface ClientSource {
  readonly open: () => ServiceClient
  /** The store made the client, so the store closes it. */
  readonly owned: boolean
  /** The client's clock, in milliseconds since the epoch. */
  readonly now?: (() => number) | undefined
}

/** What a component says of the terms that it has on screen. */
export interface ShownTerms {
  readonly standing: TermsStatus
  readonly error: LicetError | undefined
  readonly retry: () => void
}

/** Binds a client to the consent flow, for React to subscribe to. */
export class ConsentStore {
  /** What a person can do; the same functions for ever. */
  readonly acts: ConsentActs & { readonly withdraw: () => Promise<void> }
  /** Told of each change that a host cares for; set by the provider. */
  onEvent: ((event: ConsentProviderEvent) => void) | undefined
  /** SHA3-256 of a text, base64url. */
  readonly hash = createTextHash()
  /** The surfaces on the page, for whoever leads to one. */
  readonly roots = new Set<{ readonly current: HTMLElement | null }>()
  readonly #source: ClientSource
  readonly #listeners = new Set<() => void>()
  #client: ServiceClient | undefined
  #unsubscribe: (() => void) | undefined
  #turns = 0
  #view: ConsentView = SERVER_VIEW
  #lastFact = ''
  readonly #tell = createEventQueue((event) => this.onEvent?.(event))
  readonly #weightOf = createChangeWeights(
    async (change) => (await import('./compare.ts')).weighChange(change, this.client.agreement, this.client.terms()),
    () => {
      if (this.#unsubscribe !== undefined) this.follow()
    },
  )
  readonly #work = new Set<Promise<unknown>>()
  #shown: ShownTerms[] = []
  #unread = 0
  #declaredWeight: Weight | undefined

  constructor(source: ClientSource) {
    this.#source = source
    this.acts = createActs(this)
  }

  /** The client; made at the first use, and anew after it was closed. Making one starts nothing. */
  get client(): ServiceClient {
    this.#client ??= this.#source.open()
    return this.#client
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getView = (): ConsentView => this.#view

  /** The client's time, in milliseconds since the epoch. */
  readonly now = (): number => (this.#source.now ?? Date.now)()

  /**
   * Follows the client until it is disconnected. Connecting again before that is done, as StrictMode does, goes on with the same client.
   *
   * @param declaredWeight What the company says of its change; it can only make it heavier.
   */
  connect(declaredWeight: Weight | undefined): void {
    this.#turns++
    this.#declaredWeight = declaredWeight
    this.#unsubscribe ??= this.client.subscribe(() => this.follow())
    this.follow()
  }

  /** Lets the client go, once it did what it was asked: what comes of a decision that is being made is still told. */
  readonly disconnect = (): void => {
    const turn = ++this.#turns
    // Connected again, or let go anew with more to do, it is not this turn's to close.
    void this.#whenDone().then(() => turn === this.#turns && this.#letGo())
  }

  async #whenDone(): Promise<void> {
    if (!this.#source.owned) return
    await Promise.allSettled(this.#work)
    await this.#client?.whenIdle()
  }

  #letGo(): void {
    this.follow()
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
    if (!this.#source.owned) return
    this.#client?.close().catch(report)
    this.#client = undefined
    this.#lastFact = ''
    // What is on screen stays on screen; all else has to be learned anew.
    const { terms, mustRead } = this.#view.flow
    this.#publish({ ...SERVER_VIEW, flow: { ...INITIAL_FLOW, terms, mustRead } })
  }

  /** Says what stands of the terms on screen, until the returned function is called. The newest that is still on screen counts. */
  showTerms(shown: ShownTerms, as: 'push' | 'unshift' = 'push'): () => void {
    this.#shown[as](shown)
    this.#tellTerms()
    return () => {
      this.#shown = this.#shown.filter((other) => other !== shown)
      // A text that is replaced in the same turn was never away.
      queueMicrotask(() => this.#tellTerms())
    }
  }

  /** Counts the texts that have to be read, and are not: until there is none, Accept is held back. */
  countUnread(by: 1 | -1): void {
    this.#unread += by
    this.dispatch({ type: 'reading', mustRead: this.#unread > 0 })
  }

  #tellTerms(): void {
    const terms = this.#shown.at(-1)?.standing ?? { status: 'loading' as const }
    if (isSame(terms, this.#view.flow.terms)) return
    this.dispatch({ type: 'terms', terms })
    const { termsError } = this
    if (termsError === undefined) return
    this.#tell({ type: 'failed', code: termsError.code })
    tellMend(termsError)
  }

  /** Why the terms on screen cannot be agreed to. */
  get termsError(): LicetError | undefined {
    return this.#shown.at(-1)?.error
  }

  /** Loads the terms on screen again. */
  retryTerms(): void {
    this.#shown.at(-1)?.retry()
  }

  dispatch(event: ConsentEvent): void {
    const { flow } = this.#view
    const next = transition(flow, event)
    if (next === flow) return
    this.#publish({ ...this.#view, flow: next })
    this.#announce(flow, next)
  }

  /** Takes in an act of the person; what failed before is no longer on screen. */
  act(act: ConsentAct): void {
    if (this.#view.failed !== undefined) this.#publish({ ...this.#view, error: undefined, failed: undefined })
    this.dispatch(act)
  }

  /** Keeps the client open until this is done, even when the provider goes. */
  keepOpenFor(work: Promise<unknown>): void {
    this.#work.add(work)
    const done = () => this.#work.delete(work)
    work.then(done, done)
  }

  /** Says that an act failed. */
  fail(cause: unknown, failed: ConsentView['failed']): void {
    const error = toLicetError(cause)
    this.#publish({ ...this.#view, error, failed })
    tellMend(error)
  }

  /** Takes in the client's snapshot. */
  follow(again = false): void {
    const { client } = this
    const snapshot = client.getSnapshot()
    const { flow } = this.#view
    if (snapshot !== this.#view.client) this.#publish({ ...this.#view, client: snapshot, ...carriedError(snapshot, this.#view) })
    if (flow.online !== snapshot.online) this.dispatch({ type: 'network', online: snapshot.online })
    const weight = this.#declaredWeight !== 'material' && snapshot.change ? this.#weightOf(snapshot.change) : 'material'
    if (weight === undefined) return
    const fact = toFact(snapshot, client.agreement, weight, this.#view.flow.state, this.now)
    const told = JSON.stringify(fact) ?? ''
    if (fact === undefined || (told === this.#lastFact && !again)) return
    this.#lastFact = told
    this.dispatch(fact)
  }

  #announce(before: ConsentFlow, after: ConsentFlow): void {
    const event = toConsentEvent(before, after, this.#view.client)
    if (event === undefined) return
    const { terms } = after
    if (event.type !== 'shown' || terms.status !== 'shown') this.#tell(event)
    else
      this.#tell(
        this.hash(terms.text).then(
          (termsHash) => ({ ...event, termsHash }),
          () => event,
        ),
      )
  }

  #publish(view: ConsentView): void {
    this.#view = view
    for (const listener of [...this.#listeners]) listener()
  }
}

interface AnyStanding {
  readonly status: TermsStatus['status']
  readonly text?: string
}

function isSame(a: AnyStanding, b: AnyStanding): boolean {
  return a.status === b.status && a.text === b.text
}

function tellMend(error: LicetError): void {
  import('./mends.ts').then(({ tell }) => tell(error)).catch(() => {})
}

function carriedError(snapshot: ClientSnapshot, { error, failed, client }: ConsentView): Pick<ConsentView, 'error' | 'failed'> {
  if (snapshot.error === client.error) return { error, failed }
  return { error: snapshot.error ?? (failed === undefined ? undefined : error), failed }
}
