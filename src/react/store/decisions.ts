import type { AnyClientConfig, CheckedAgreement } from '../../client/config.ts'
import { OpeningClient } from '../../client/opening-client.ts'
import { scheduleTimeout } from '../../client/page-environment.ts'
import { wordingOf } from '../../client/question/wording.ts'
import type { ClientSnapshot, PendingDecision } from '../../client/types.ts'
import { keepsAccept } from '../../core/consent-states.ts'
import { isLicetError, LicetError } from '../../core/errors.ts'
import { report } from '../report.ts'
import type { ConsentStore } from './consent-store.ts'
import type { ConfirmedActs } from './early-question.ts'
import { type PublicClient, type StoreClient, toStoreClient } from './store-client.ts'

/** How long an Accept waits for the storage of a slow device, in milliseconds. */
export const KEPT_FOR_MS = 60_000

/** A decision that the client does not show yet, with what the client showed before. */
interface SigningDecision {
  readonly kind: PendingDecision['kind']
  readonly before: ClientSnapshot
  shown: ClientSnapshot
}

/** Makes the decisions of the person with the client, whose code may have to load first. */
export class Decisions {
  /** Resolves when the record of this device was read: which acts in the question on screen count. `undefined` when it was read. */
  confirmation: Promise<ConfirmedActs> | undefined
  /** A Decline of this page is not stored yet. */
  isDeclining = false
  readonly #store: ConsentStore
  readonly #checked: CheckedAgreement
  readonly #onChange: () => void
  #client: StoreClient | undefined
  #signing: SigningDecision | undefined
  #takeBack = () => {}
  readonly #work = new Set<Promise<unknown>>()

  /** Calls `onChange` when {@link readSnapshot} may return another snapshot, without a change of the client. */
  constructor(store: ConsentStore, checked: CheckedAgreement, onChange: () => void) {
    this.#store = store
    this.#checked = checked
    this.#onChange = onChange
  }

  /** The client. A closed client is replaced at the next use. Creating it starts nothing. */
  get client(): StoreClient {
    const store = this.#store
    this.#client ??=
      store.given === undefined
        ? new OpeningClient(store.reader, store.config as AnyClientConfig, this.#checked)
        : toStoreClient(store.given)
    return this.#client
  }

  /** Closes the client. */
  close(): void {
    this.client.close().catch(report)
    this.#client = undefined
  }

  /** Resolves when the work of the client, and the decisions in progress, have ended. */
  async whenDone(): Promise<void> {
    if (this.#store.given !== undefined) return
    await Promise.allSettled(this.#work)
    await this.#client?.whenIdle()
  }

  /** Keeps the client open until the work is done, even after the provider is unmounted. */
  keepOpenFor(work: Promise<unknown>): void {
    this.#work.add(work)
    const done = () => this.#work.delete(work)
    work.then(done, done)
  }

  /**
   * Makes a decision with the client, when the record of this device has confirmed the question. Nobody expects that a press is done minutes
   * later, so it is dropped after {@link KEPT_FOR_MS}.
   */
  decide<T>(kind: PendingDecision['kind'], call: (client: PublicClient, signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.#whenConfirmed('accept', () => {
      const given = new AbortController()
      this.#takeBack = () => given.abort()
      return this.#decide(kind, (client) => call(client, given.signal))
    })
  }

  /** Stores that the person declined. It is stored immediately, because the screen shows it immediately: they may leave before code has loaded. */
  async decline(): Promise<void> {
    this.isDeclining = true
    try {
      await this.#whenConfirmed('decline', () => this.#decline())
    } catch (error) {
      if (!isLicetError(error, 'aborted')) throw error
    } finally {
      this.isDeclining = false
    }
  }

  /** Drops the act that waits for the storage of this device. */
  takeBack(): void {
    this.#takeBack()
  }

  /** Drops an Accept that still waits then, after {@link KEPT_FOR_MS}. */
  takeBackLater(): void {
    const { schedule = scheduleTimeout } = this.#store.config ?? {}
    schedule(() => keepsAccept(this.#store.getView().flow) && this.#takeBack(), KEPT_FOR_MS)
  }

  /** Runs a call now, or when the code that is loading has loaded. Its failure is in the snapshot. */
  runSoon(call: (client: PublicClient) => void): void {
    const { loaded, loading } = this.client.later
    if (loaded !== undefined) call(loaded)
    else loading?.then(call, () => {})
  }

  /** Returns what the client shows, with the decision that it does not show yet. */
  readSnapshot(): ClientSnapshot {
    const snapshot = this.#store.source.getSnapshot()
    const { kind, before, shown } = this.#signing ?? {}
    if (this.#signing === undefined || shown === undefined) return snapshot
    if (snapshot === before || (snapshot.pending?.kind !== kind && snapshot.error === undefined)) {
      if (shown.storage !== snapshot.storage) this.#signing.shown = { ...shown, storage: snapshot.storage }
      return this.#signing.shown
    }
    this.#signing = undefined
    return snapshot
  }

  /** Runs a task now, or when the record has confirmed the question. If the record says something else, the act was not meant for it. */
  #whenConfirmed<T>(act: keyof ConfirmedActs, task: () => Promise<T>): Promise<T> {
    if (this.confirmation === undefined) return task()
    const { schedule = scheduleTimeout } = this.#store.config ?? {}
    let cancel = () => {}
    const takenBack = new Promise<undefined>((resolve) => {
      this.#takeBack = () => resolve(undefined)
      if (act === 'accept') cancel = schedule(this.#takeBack, KEPT_FOR_MS)
    })
    const done = Promise.race([this.confirmation, takenBack]).then((confirmed) => {
      cancel()
      return confirmed?.[act] ? task() : Promise.reject(replacedError())
    })
    // The provider may be removed meanwhile.
    this.keepOpenFor(done)
    return done
  }

  /** Until the client shows that a decision is being signed, the view does. */
  async #decide<T>(kind: PendingDecision['kind'], call: (client: PublicClient) => Promise<T>): Promise<T> {
    const { client } = this
    const { later } = client
    if (later.loaded !== undefined) return call(later.loaded)
    const before = this.#store.source.getSnapshot()
    const pending: PendingDecision = { kind, since: this.#store.now(), stage: 'signing', attempts: 0, isWaiting: false }
    const mine = { kind, before, shown: { ...this.#store.getView().client, pending } }
    this.#signing = mine
    this.#onChange()
    // The screen says that the license has ended on this device.
    if (kind === 'revoke' && before.licensed) client.storeEarly?.({ unsigned: { since: pending.since } }).catch(() => {})
    try {
      return await later.run(call)
    } finally {
      if (this.#signing === mine) this.#signing = undefined
      this.#onChange()
    }
  }

  #decline(): Promise<void> {
    const { agreement, terms } = this.#checked
    const { client } = this
    if (client.later.loaded === undefined)
      client.storeEarly?.({ declined: { at: this.#store.now(), terms, wordings: [wordingOf(agreement)] } }).catch(() => {})
    return client.later.run((loaded) => loaded.decline())
  }
}

function replacedError(): LicetError {
  return new LicetError(
    'aborted',
    'The act waited for the record of this device, and was replaced. Nothing was signed. Read `status`.',
  )
}
