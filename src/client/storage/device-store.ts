import type { Channel, ResolvedEnvironment } from '../environment.ts'
import { closedError, storageFailedError } from '../local-errors.ts'
import type { PageState } from '../snapshot/snapshot.ts'
import type { StorageKind } from '../types.ts'
import type { ClientStorage, DeviceChange } from './client-storage.ts'
import { createMemoryStorage } from './memory.ts'
import { openStorage } from './open-storage.ts'
import { emptyDevice, hasUsableKey, readDevice, type StoredDevice, withoutLostKey } from './stored-device.ts'

/** Returns the key of the record of one person of one provider. An address belongs to one user id, so each person has a separate device key. */
export function toScope(providerId: string, userId: string): string {
  return JSON.stringify([providerId, userId])
}

/** The state of the page after `clear()`, here or in another tab. */
const CLEARED: Partial<PageState> = { keyLost: false, error: undefined }

/**
 * The stored record of this client: mirrored in memory, changed in transactions, and synchronized with other tabs.
 *
 * When storage fails, the store continues in memory.
 */
export class DeviceStore {
  readonly scope: string
  readonly #environment: ResolvedEnvironment
  readonly #publish: (change: Partial<PageState>) => void
  #storage: ClientStorage = createMemoryStorage()
  #channel: Channel | undefined
  #device: StoredDevice
  #kind: StorageKind = 'unknown'
  #closed = false
  /** Set when the store continues in memory. Removes the record from the failed storage; without `always` only if no other tab has changed it. */
  #removeFromFailed: ((always?: true) => Promise<void>) | undefined
  #clearCount = 0

  /** Calls `publish` when the record or the kind of storage changes, here or in another tab, with the changes of the page state. */
  constructor(environment: ResolvedEnvironment, scope: string, publish: (change: Partial<PageState>) => void) {
    this.#environment = environment
    this.scope = scope
    this.#publish = publish
    this.#device = emptyDevice(scope)
  }

  /** The record as it was last read. */
  get device(): StoredDevice {
    return this.#device
  }

  /** The number of `clear()` calls so far, here or in another tab. Work that began before a clear must not be stored after it. */
  get clearCount(): number {
    return this.#clearCount
  }

  /** Whether the record outlives the page. */
  get kind(): StorageKind {
    return this.#kind
  }

  /** Opens the storage, reads the record and subscribes to other tabs. */
  async open(): Promise<void> {
    const { storage, failure } = await openStorage(this.#environment, () =>
      this.#continueInMemory(new Error('the storage was closed')),
    )
    if (this.#closed) return storage.close()
    this.#storage = storage
    this.#kind = storage.kind
    if (failure !== undefined) this.#publish({ error: failure })
    try {
      this.#channel ??= this.#environment.channel?.(`licet:${this.scope}`, (message) => {
        if (message === 'cleared') {
          this.#reset()
          this.#publish(CLEARED)
        } else this.refresh().catch(() => {})
      })
    } catch {
      // A page without storage access may be refused the channel as well.
    }
    await this.refresh()
    if (this.#device.hadKey && !hasUsableKey(this.#device))
      await this.update((device) => (hasUsableKey(device) ? device : withoutLostKey(device)))
  }

  /** Reads the record again. */
  async refresh(): Promise<StoredDevice> {
    const stored = await this.#withFallback((storage) => storage.read(this.scope))
    if (stored === undefined && this.#mustKeepOutbox) this.#continueInMemory(new Error('the record vanished'))
    else if (stored !== undefined || this.#device.key !== undefined) this.#mirror(readDevice(stored ?? emptyDevice(this.scope)))
    return this.#device
  }

  /** Changes the record in one transaction and notifies the other tabs. */
  async update(change: DeviceChange, durability?: 'relaxed'): Promise<StoredDevice> {
    const before = this.#device
    const next = await this.updateSilently(change, durability)
    if (next !== before) this.#channel?.post('changed')
    return next
  }

  /** Changes the record in one transaction without notifying the other tabs. */
  readonly updateSilently = async (change: DeviceChange, durability?: 'relaxed'): Promise<StoredDevice> => {
    let isVanished = false
    const next = await this.#withFallback((storage) =>
      storage.update(
        this.scope,
        (stored) => {
          isVanished = stored.key === undefined && this.#mustKeepOutbox
          return isVanished ? stored : change(readDevice(stored))
        },
        durability,
      ),
    )
    if (isVanished) {
      this.#continueInMemory(new Error('the record vanished'))
      return this.updateSilently(change)
    }
    // A full disk still allows deletion. Without it, a withdrawn license would be active again after a reload.
    if (next.license?.status === 'revoked') await this.#removeFromFailed?.().catch(() => {})
    this.#mirror(next)
    return next
  }

  /** Deletes everything that is stored for this person of this provider, here and in the other tabs. */
  async clear(): Promise<void> {
    this.#reset()
    // Sent before and after the removal: a tab that reads in between must not report a lost key.
    this.#channel?.post('cleared')
    await this.#withFallback((storage) => storage.remove(this.scope))
    await this.#removeFromFailed?.(true).catch(() => {})
    this.#reset()
    this.#channel?.post('cleared')
    this.#publish(CLEARED)
  }

  close(): void {
    this.#closed = true
    this.#channel?.close()
    // The caller closes a storage that it passed in.
    if (this.#storage !== this.#environment.storage) this.#storage.close()
  }

  /**
   * Whether signed decisions are still delivered, from memory, when the record vanishes. Without a channel it is `false`, because
   * another tab may have cleared the record.
   */
  get #mustKeepOutbox(): boolean {
    const { key, outbox } = this.#device
    return key !== undefined && outbox.length > 0 && this.#kind !== 'memory' && this.#channel !== undefined
  }

  #reset(): void {
    this.#clearCount++
    this.#device = emptyDevice(this.scope)
    // No other tab can remove the record from this tab's memory.
    if (this.#kind === 'memory' && this.#storage !== this.#environment.storage) this.#storage = createMemoryStorage()
  }

  #mirror(device: StoredDevice): void {
    if (device === this.#device) return
    const isVanished = this.#device.key !== undefined && device.key === undefined
    this.#device = device
    // The person or the browser deleted the site's data.
    this.#publish(isVanished ? { keyLost: true } : {})
  }

  async #withFallback<T>(act: (storage: ClientStorage) => Promise<T>): Promise<T> {
    const storage = this.#storage
    if (this.#closed) throw closedError()
    try {
      return await act(storage)
    } catch (error) {
      if (this.#closed) throw closedError()
      // Another call's failure may have switched to memory already.
      if (storage === this.#storage) this.#continueInMemory(error)
      return act(this.#storage)
    }
  }

  #continueInMemory(cause: unknown): void {
    if (this.#closed || this.#kind === 'memory') return
    const failed = this.#storage
    const { head } = this.#device
    this.#removeFromFailed = async (always) => {
      if (always || (await failed.read(this.scope))?.head === head) await failed.remove(this.scope)
    }
    this.#storage = createMemoryStorage([this.#device])
    this.#kind = 'memory'
    this.#publish({ error: storageFailedError(cause) })
  }
}
