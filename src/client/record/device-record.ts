import type { Channel, ChannelMessage } from '../environment.ts'
import { closedError } from '../first-errors.ts'
import type { PageEnvironment } from '../page-environment.ts'
import type { StorageKind } from '../types.ts'
import type { ClientStorage } from './client-storage.ts'
import { type DatabaseReader, openIndexedDb, openingForMs } from './indexed-db.ts'
import { readDevice, type StoredDevice } from './stored-device.ts'

/** How long a task may wait for the storage before the person is informed that the device is slow, in milliseconds. */
export const SLOW_AFTER_MS = 3000

/** The part of the configuration that a record is bound to: the service, the provider and the person. URLs have no slash at the end. */
export interface DeviceOwner {
  readonly provider: { readonly id: string }
  readonly userId: string
  readonly authUrl: string
  readonly trailUrl: string
}

/**
 * Returns the key of the record of one person of one provider at one service. An address belongs to one user id, so each person has a
 * separate device key. Another service must not receive a key or a decision that was made for this one.
 */
export function toScope({ provider, userId, authUrl, trailUrl }: DeviceOwner): string {
  // Each member alone: old versions of Prototype.js add a `toJSON()` to lists, and another page of the app would use another record.
  return `[${JSON.stringify(provider.id)},${JSON.stringify(userId)},${JSON.stringify(authUrl)},${JSON.stringify(trailUrl)}]`
}

/** The storage of the configuration, or IndexedDB. */
export type OpenStorage = ClientStorage | DatabaseReader

/**
 * The stored record of one person of one provider on this device: reads it, and follows what other tabs do with it.
 *
 * Uses the configured storage, otherwise IndexedDB. Opens it at the first use, and again after a failure: a browser can close a database or abort
 * a transaction at any time. Waits for a slow storage as long as it takes: what it contains decides whether there is anything to ask.
 */
export class DeviceRecord {
  readonly scope: string
  protected channel: Channel | undefined
  readonly #environment: PageEnvironment
  readonly #onSlowChange: () => void
  #storage: Promise<OpenStorage> | undefined
  #kind: StorageKind = 'unknown'
  #lateTasks = 0
  #isClosed = false

  /** Calls `onSlowChange` when the storage begins or ceases to be slow. */
  constructor(owner: DeviceOwner, environment: PageEnvironment, onSlowChange: () => void) {
    this.scope = toScope(owner)
    this.#environment = environment
    this.#onSlowChange = onSlowChange
  }

  /** Whether the record outlives the page. `slow` while a task has waited for the storage for longer than {@link SLOW_AFTER_MS}. */
  get kind(): StorageKind {
    return this.#lateTasks > 0 ? 'slow' : this.#kind
  }

  /** Calls `onMessage` when another tab has changed or deleted the record. */
  follow(onMessage: (message: ChannelMessage) => void): void {
    try {
      this.channel ??= this.#environment.channel?.(`licet:${this.scope}`, onMessage)
    } catch {
      // A page without storage access may be refused the channel as well.
    }
  }

  /** Returns the record, or `undefined` when there is none. */
  async read(): Promise<StoredDevice | undefined> {
    const stored = await this.run((storage) => storage.read(this.scope))
    return stored && readDevice(stored)
  }

  /** Runs a task on the storage. If it fails, closes the connection, opens another one and runs the task again. */
  async run<T>(task: (storage: OpenStorage) => Promise<T>): Promise<T> {
    let isLate = false
    // The time for which the database has been opening counts, even if another client of the page began to open it.
    const cancel = this.#environment.schedule(() => {
      isLate = true
      if (++this.#lateTasks === 1) this.#onSlowChange()
    }, SLOW_AFTER_MS - openingForMs())
    try {
      return await this.#attempt(task)
    } finally {
      cancel()
      if (isLate && --this.#lateTasks === 0) this.#onSlowChange()
    }
  }

  /** Ends the connections to the storage and to the other tabs. */
  close(): void {
    this.#isClosed = true
    this.channel?.close()
    // A storage that is still opening closes then.
    this.#storage?.then((storage) => this.#close(storage)).catch(() => {})
  }

  protected async openStorage(): Promise<OpenStorage> {
    return this.#environment.storage ?? openIndexedDb()
  }

  async #attempt<T>(task: (storage: OpenStorage) => Promise<T>): Promise<T> {
    const opening = this.#open()
    let storage: OpenStorage | undefined
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

  #open(): Promise<OpenStorage> {
    this.#storage ??= this.openStorage().then((storage) => {
      this.#kind = storage.kind
      return storage
    })
    return this.#storage
  }

  // The caller of the client closes a storage that it passed in.
  #close(storage: OpenStorage): void {
    if (storage !== this.#environment.storage) storage.close()
  }
}
