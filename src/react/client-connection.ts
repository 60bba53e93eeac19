import type { ServiceClient } from '../client/index.ts'
import { report } from './report.ts'

/** The public members of a `ServiceClient`. A preview implements them without a service. */
export type StoreClient = Pick<ServiceClient, keyof ServiceClient>

/** Where a store gets its client from. */
export interface ClientSource {
  readonly open: () => StoreClient
  /** `true` when the store creates the client, and so has to close it. */
  readonly owned: boolean
  /** The clock of the client, in milliseconds since the epoch. */
  readonly now?: (() => number) | undefined
}

/** The connection of a store to its client: creates it, subscribes to it, and closes it after its work is done. */
export class ClientConnection {
  readonly #source: ClientSource
  readonly #onChange: () => void
  readonly #work = new Set<Promise<unknown>>()
  #client: StoreClient | undefined
  #unsubscribe: (() => void) | undefined
  #connections = 0

  /** Calls `onChange` after every change of the client while it is connected, and before it is disconnected. */
  constructor(source: ClientSource, onChange: () => void) {
    this.#source = source
    this.#onChange = onChange
  }

  get isConnected(): boolean {
    return this.#unsubscribe !== undefined
  }

  /**
   * Returns the client, and creates it when there is none. A closed client is replaced. Creating a client starts nothing.
   *
   * @throws {LicetError} `invalid_configuration` with the wrong `field`
   */
  open(): StoreClient {
    this.#client ??= this.#source.open()
    return this.#client
  }

  /** Subscribes to the client. Connecting again before `disconnect()` is done, as StrictMode does, keeps the same client. */
  connect(): void {
    this.#connections++
    this.#unsubscribe ??= this.open().subscribe(this.#onChange)
  }

  /**
   * Unsubscribes after the work is done, so that the result of a decision in progress is still reported. Closes a client that the store
   * created.
   */
  disconnect(onClosed: () => void): void {
    const connection = ++this.#connections
    // If another connect() or disconnect() was called meanwhile, that call decides.
    void this.#whenDone().then(() => connection === this.#connections && this.#close(onClosed))
  }

  /** Keeps the client open until the work is done, even after the provider is unmounted. */
  keepOpenFor(work: Promise<unknown>): void {
    this.#work.add(work)
    const done = () => this.#work.delete(work)
    work.then(done, done)
  }

  async #whenDone(): Promise<void> {
    if (!this.#source.owned) return
    await Promise.allSettled(this.#work)
    await this.#client?.whenIdle()
  }

  #close(onClosed: () => void): void {
    this.#onChange()
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
    if (!this.#source.owned) return
    this.#client?.close().catch(report)
    this.#client = undefined
    onClosed()
  }
}
