import type { Channel, ResolvedEnvironment } from '../environment.ts'
import { closedError, toStorageFailure } from '../local-errors.ts'
import type { PageState } from '../snapshot/snapshot.ts'
import type { StorageKind } from '../types.ts'
import { createMemoryStorage } from './memory.ts'
import { openStorage } from './open-storage.ts'
import { readDevice } from './read-device.ts'
import {
  type ClientStorage,
  type DeviceChange,
  emptyDevice,
  hasUsableKey,
  type StoredDevice,
  withoutLostKey,
} from './stored-device.ts'

/** Names the row of one person of one provider. An address belongs to one user id, so each person has a key of their own. */
export function toScope(providerId: string, userId: string): string {
  return JSON.stringify([providerId, userId])
}

/** After everything was forgotten, here or in another tab. */
const NOTHING_LOST: Partial<PageState> = { keyLost: false, error: undefined }

/** The row of this client: read once, mirrored in memory, changed in transactions, told to the other tabs. When storage fails it goes on in memory. */
export class DeviceStore {
  readonly scope: string
  readonly #environment: ResolvedEnvironment
  readonly #publish: (change: Partial<PageState>) => void
  #storage: ClientStorage = createMemoryStorage()
  #channel: Channel | undefined
  #device: StoredDevice
  #kind: StorageKind = 'unknown'
  #closed = false
  /** Removes the row from what kept it before this went on in memory: always, or unless another tab found room for more. */
  #lost: ((always?: true) => Promise<void>) | undefined
  #era = 0

  /** `publish` is called when the row or the kind of storage changed, by us or by another tab, with what that means beyond itself. */
  constructor(environment: ResolvedEnvironment, scope: string, publish: (change: Partial<PageState>) => void) {
    this.#environment = environment
    this.scope = scope
    this.#publish = publish
    this.#device = emptyDevice(scope)
  }

  /** The row as it was last seen. */
  get device(): StoredDevice {
    return this.#device
  }

  /** Another one after each `clear()`, here or in another tab: what was begun in the one before is not kept any more. */
  get era(): number {
    return this.#era
  }

  get kind(): StorageKind {
    return this.#kind
  }

  async open(): Promise<void> {
    const { storage, failure } = await openStorage(this.#environment, () => this.#degrade(new Error('the storage was closed')))
    if (this.#closed) return storage.close()
    this.#storage = storage
    this.#kind = storage.kind
    if (failure !== undefined) this.#publish({ error: failure })
    try {
      this.#channel ??= this.#environment.channel?.(`licet:${this.scope}`, (message) => {
        if (message === 'cleared') {
          this.#forget()
          this.#publish(NOTHING_LOST)
        } else this.refresh().catch(() => {})
      })
    } catch {
      // A page that may not store anything may not hear of the others either.
    }
    await this.refresh()
    if (this.#device.hadKey && !hasUsableKey(this.#device))
      await this.update((device) => (hasUsableKey(device) ? device : withoutLostKey(device)))
  }

  /** Reads the row again. */
  async refresh(): Promise<StoredDevice> {
    const stored = await this.#guard((storage) => storage.read(this.scope))
    if (stored === undefined && this.#isOurs) this.#degrade(new Error('the row vanished'))
    else if (stored !== undefined || this.#device.key !== undefined) this.#mirror(readDevice(stored ?? emptyDevice(this.scope)))
    return this.#device
  }

  /** Changes the row in one transaction and tells the other tabs. */
  async update(change: DeviceChange, durability?: 'relaxed'): Promise<StoredDevice> {
    const before = this.#device
    const next = await this.updateSilently(change, durability)
    if (next !== before) this.#channel?.post('changed')
    return next
  }

  /** Changes the row in one transaction, for what the other tabs look at themselves. */
  readonly updateSilently = async (change: DeviceChange, durability?: 'relaxed'): Promise<StoredDevice> => {
    let isVanished = false
    const next = await this.#guard((storage) =>
      storage.update(
        this.scope,
        (stored) => {
          isVanished = stored.key === undefined && this.#isOurs
          return isVanished ? stored : change(readDevice(stored))
        },
        durability,
      ),
    )
    if (isVanished) {
      this.#degrade(new Error('the row vanished'))
      return this.updateSilently(change)
    }
    const lost = this.#lost
    // A full disk still deletes: what was taken back must not count again when the page is loaded anew.
    if (lost !== undefined && next.license?.status === 'revoked') await lost().catch(() => {})
    this.#mirror(next)
    return next
  }

  /** Forgets everything that is kept for this person of this provider, here and in the other tabs. */
  async clear(): Promise<void> {
    this.#forget()
    // Told before and after: another tab may look in between, and must not take what it misses for lost.
    this.#channel?.post('cleared')
    await this.#guard((storage) => storage.remove(this.scope))
    await this.#lost?.(true).catch(() => {})
    this.#forget()
    this.#channel?.post('cleared')
    this.#publish(NOTHING_LOST)
  }

  close(): void {
    this.#closed = true
    this.#channel?.close()
    // A storage that was handed in belongs to whoever made it.
    if (this.#storage !== this.#environment.storage) this.#storage.close()
  }

  /**
   * What was signed and not yet delivered is still ours to deliver, from memory, when its row vanished. Where tabs do not hear of each other,
   * another one may have cleared it.
   */
  get #isOurs(): boolean {
    const { key, outbox } = this.#device
    return key !== undefined && outbox.length > 0 && this.#kind !== 'memory' && this.#channel !== undefined
  }

  #forget(): void {
    this.#era++
    this.#device = emptyDevice(this.scope)
    // What this tab alone has in memory nobody else removes.
    if (this.#kind === 'memory' && this.#storage !== this.#environment.storage) this.#storage = createMemoryStorage()
  }

  #mirror(device: StoredDevice): void {
    if (device === this.#device) return
    const isVanished = this.#device.key !== undefined && device.key === undefined
    this.#device = device
    // The person or the browser cleared the site's data under us.
    this.#publish(isVanished ? { keyLost: true } : {})
  }

  async #guard<T>(act: (storage: ClientStorage) => Promise<T>): Promise<T> {
    const storage = this.#storage
    if (this.#closed) throw closedError()
    try {
      return await act(storage)
    } catch (error) {
      if (this.#closed) throw closedError()
      // Someone else's failure may have moved us to memory already.
      if (storage === this.#storage) this.#degrade(error)
      return act(this.#storage)
    }
  }

  #degrade(cause: unknown): void {
    if (this.#closed || this.#kind === 'memory') return
    const lost = this.#storage
    const { head } = this.#device
    this.#lost = async (always) => {
      if (always || (await lost.read(this.scope))?.head === head) await lost.remove(this.scope)
    }
    this.#storage = createMemoryStorage([this.#device])
    this.#kind = 'memory'
    this.#publish({ error: toStorageFailure(cause) })
  }
}
