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
  #storage: Promise<ClientStorage> | undefined
  #lateTasks = 0
  #isClosed = false

  /** Calls `onSlowChange` whenever {@link isSlow} changes. */
  constructor(environment: ResolvedEnvironment, onSlowChange: () => void) {
    this.#environment = environment
    this.#onSlowChange = onSlowChange
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

  close(): void {
    this.#isClosed = true
    // A storage that is still opening closes then.
    this.#storage?.then((storage) => this.#close(storage)).catch(() => {})
  }

  async #attempt<T>(task: (storage: ClientStorage) => Promise<T>): Promise<T> {
    const opening = this.#open()
    let storage: ClientStorage | undefined
    try {
      storage = await opening
      if (this.#isClosed) throw closedError()
      return await task(storage)
    } catch (error) {
      // Nothing can be opened again, and `close()` closes the storage. Closed twice, it would also close for the other users of the database.
      if (storage?.kind === 'memory' || this.#isClosed) throw error
      // Another task may have opened the next connection already.
      if (this.#storage === opening) {
        this.#storage = undefined
        if (storage !== undefined) this.#close(storage)
      }
      if (storage === undefined) throw error
      return task(await this.#open())
    }
  }

  // The caller of the client closes a storage that it passed in.
  #close(storage: ClientStorage): void {
    if (storage !== this.#environment.storage) storage.close()
  }

  #open(): Promise<ClientStorage> {
    this.#storage ??= openStorage(this.#environment)
    return this.#storage
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

async function openStorage({ storage }: ResolvedEnvironment): Promise<ClientStorage> {
  if (storage !== undefined) return storage
  // A missing IndexedDB is normal in Node and a failure in a browser. Reading the global throws where site data is blocked.
  if (globalThis.indexedDB === undefined && globalThis.document === undefined) return createMemoryStorage()
  return openIndexedDbStorage()
}
