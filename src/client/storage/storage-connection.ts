import type { ResolvedEnvironment } from '../environment.ts'
import { closedError } from '../first-errors.ts'
import { withTimeLimit } from '../wait.ts'
import type { ClientStorage } from './client-storage.ts'
import { openIndexedDbStorage } from './indexed-db.ts'
import { createMemoryStorage } from './memory.ts'

/** How long to wait for IndexedDB in milliseconds. A blocked database never responds. */
export const OPEN_TIMEOUT_MS = 3000

/**
 * The connection of a client to its storage: the configured one, otherwise IndexedDB, otherwise memory.
 *
 * Opens IndexedDB at the first use, and again after a failure: a browser can close a database or abort a transaction at any time.
 */
export class StorageConnection {
  readonly #environment: ResolvedEnvironment
  #storage: ClientStorage | undefined
  #opening: Promise<void> | undefined
  #openTimeoutMs = OPEN_TIMEOUT_MS
  #isClosed = false

  constructor(environment: ResolvedEnvironment) {
    this.#environment = environment
    this.#storage = environment.storage
  }

  /** Runs a task. If it fails, closes the connection, opens another one and runs the task again. */
  async run<T>(task: (storage: ClientStorage) => Promise<T>): Promise<T> {
    const storage = await this.#open()
    try {
      return await task(storage)
    } catch (error) {
      // Nothing can be opened again.
      if (storage.kind === 'memory') throw error
      this.#close(storage)
      return task(await this.#open())
    }
  }

  close(): void {
    this.#isClosed = true
    this.#close(this.#storage)
  }

  async #open(): Promise<ClientStorage> {
    if (this.#storage === undefined) {
      if (this.#isClosed) throw closedError()
      this.#opening ??= openStorage()
        .then((storage) => {
          this.#storage = storage
          if (this.#isClosed) this.close()
        })
        .finally(() => {
          this.#opening = undefined
        })
      await withTimeLimit(this.#opening, this.#environment.schedule, this.#openTimeoutMs)
    }
    // Only the first call waits for a blocked database. A later call uses it once it is open.
    this.#openTimeoutMs = this.#storage === undefined ? 0 : OPEN_TIMEOUT_MS
    if (this.#storage === undefined) throw new Error('opening timed out')
    return this.#storage
  }

  // The caller of the client closes a storage that it passed in.
  #close(storage: ClientStorage | undefined): void {
    if (storage === undefined || storage === this.#environment.storage) return
    storage.close()
    // Another task may have opened the next connection already.
    if (this.#storage === storage) this.#storage = undefined
  }
}

async function openStorage(): Promise<ClientStorage> {
  // A missing IndexedDB is normal in Node and a failure in a browser. Reading the global throws where site data is blocked.
  if (globalThis.indexedDB === undefined && globalThis.document === undefined) return createMemoryStorage()
  return openIndexedDbStorage()
}
