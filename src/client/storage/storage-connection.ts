import type { ResolvedEnvironment } from '../environment.ts'
import { closedError } from '../first-errors.ts'
import type { ClientStorage } from './client-storage.ts'
import { openIndexedDbStorage, openingForMs } from './indexed-db.ts'
import { createMemoryStorage } from './memory.ts'

/** How long a task may wait for the storage before the person is informed that the device is slow, in milliseconds. */
export const SLOW_AFTER_MS = 3000

/**
 * The connection of a client to its storage: the configured one, otherwise IndexedDB, otherwise memory.
 *
 * Opens IndexedDB at the first use, and again after a failure: a browser can close a database or abort a transaction at any time. Waits for a
 * slow storage as long as it takes: what it contains decides whether there is anything to ask.
 */
export class StorageConnection {
  readonly #environment: ResolvedEnvironment
  readonly #onSlowChange: () => void
  #storage: ClientStorage | undefined
  #opening: Promise<ClientStorage> | undefined
  #lateTasks = 0
  #isClosed = false

  /** Calls `onSlowChange` whenever {@link isSlow} changes. */
  constructor(environment: ResolvedEnvironment, onSlowChange: () => void) {
    this.#environment = environment
    this.#onSlowChange = onSlowChange
    this.#storage = environment.storage
  }

  /** Whether a task has waited for the storage for longer than {@link SLOW_AFTER_MS}. */
  get isSlow(): boolean {
    return this.#lateTasks > 0
  }

  /** Runs a task. If it fails, closes the connection, opens another one and runs the task again. */
  async run<T>(task: (storage: ClientStorage) => Promise<T>): Promise<T> {
    const stop = this.#watch()
    try {
      return await this.#attempt(task)
    } finally {
      stop()
    }
  }

  /** Ends the tasks that wait. The page keeps its connection to IndexedDB for the next client. */
  close(): void {
    this.#isClosed = true
  }

  async #attempt<T>(task: (storage: ClientStorage) => Promise<T>): Promise<T> {
    const storage = await this.#open()
    try {
      return await task(storage)
    } catch (error) {
      // Nothing can be opened again.
      if (storage.kind === 'memory') throw error
      // The caller of the client closes a storage that it passed in.
      if (storage !== this.#environment.storage) {
        storage.close()
        // Another task may have opened the next connection already.
        if (this.#storage === storage) this.#storage = undefined
      }
      return task(await this.#open())
    }
  }

  async #open(): Promise<ClientStorage> {
    if (this.#isClosed) throw closedError()
    if (this.#storage !== undefined) return this.#storage
    this.#opening ??= openStorage().finally(() => {
      this.#opening = undefined
    })
    const storage = await this.#opening
    if (this.#isClosed) throw closedError()
    this.#storage = storage
    return storage
  }

  // The time for which the database has been opening counts, even if another client of the page began to open it.
  #watch(): () => void {
    let isLate = false
    const cancel = this.#environment.schedule(() => {
      isLate = true
      if (++this.#lateTasks === 1) this.#onSlowChange()
    }, SLOW_AFTER_MS - openingForMs())
    return () => {
      cancel()
      if (isLate && --this.#lateTasks === 0) this.#onSlowChange()
    }
  }
}

async function openStorage(): Promise<ClientStorage> {
  // A missing IndexedDB is normal in Node and a failure in a browser. Reading the global throws where site data is blocked.
  if (globalThis.indexedDB === undefined && globalThis.document === undefined) return createMemoryStorage()
  return openIndexedDbStorage()
}
