import type { ResolvedEnvironment } from '../environment.ts'
import { closedError } from '../first-errors.ts'
import { storageFailedError } from '../local-errors.ts'
import type { PageState } from '../snapshot/snapshot.ts'
import type { StorageKind } from '../types.ts'
import { AnswerLimit } from './answer-limit.ts'
import { readMark, writeMark } from './answer-mark.ts'
import { toClientStorage } from './change-indexed-db.ts'
import type { ClientStorage, DeviceChange } from './client-storage.ts'
import { type DeviceOwner, DeviceRecord, type OpenStorage } from './device-record.ts'
import { createMemoryStorage } from './memory.ts'
import { emptyDevice, readDevice, type StoredDevice, toVersion } from './stored-device.ts'

/** The state of the page after `clear()`, here or in another tab. */
const CLEARED: Partial<PageState> = { keyLost: false, error: undefined }

/**
 * The record of a client that asks and signs: mirrored in memory, changed in transactions, and synchronized with other tabs.
 *
 * When storing fails, the record continues in memory. The next change stores it again, unless the stored record was changed meanwhile.
 */
export class DeviceStore extends DeviceRecord {
  readonly #publish: (change: Partial<PageState>) => void
  #device: StoredDevice
  #closed = false
  /** The record that the storage had when storing failed. `undefined` while the mirrored record is stored. */
  #lastStored: StoredDevice | undefined
  #clearCount = 0
  readonly #keepsMark: boolean
  readonly #limit: AnswerLimit

  /** Calls `publish` when the record or the kind of storage changes, here or in another tab, with the changes of the page state. */
  constructor(
    owner: DeviceOwner & { readonly keepsMark?: boolean },
    environment: ResolvedEnvironment,
    publish: (change: Partial<PageState>) => void,
    known?: StoredDevice,
  ) {
    super(owner, environment, () => publish({}))
    this.#publish = publish
    this.#keepsMark = owner.keepsMark === true
    // Stores what was decided in memory.
    this.#limit = new AnswerLimit(environment.schedule, () => this.#closed || this.refresh().catch(() => {}))
    this.#device = known ?? emptyDevice(this.scope)
  }

  /** The record as it was last read. */
  get device(): StoredDevice {
    return this.#device
  }

  /** The number of `clear()` calls so far, here or in another tab. Work that began before a clear must not be stored after it. */
  get clearCount(): number {
    return this.#clearCount
  }

  override get kind(): StorageKind {
    return this.#lastStored !== undefined && (this.#limit.isHanging || super.kind !== 'slow') ? 'memory' : super.kind
  }

  /** Reads the record and subscribes to other tabs. Calls `onChanged` after each change of another tab. */
  async open(onChanged?: () => void): Promise<void> {
    this.follow((message) => {
      if (message === 'cleared') {
        this.#reset()
        this.#publish(CLEARED)
      } else this.refresh().then(onChanged, () => {})
    })
    const mark = this.#keepsMark ? readMark(this.scope) : undefined
    await this.refresh()
    // The last page withdrew, and the storage did not answer it. Only the service knows the state, so it is asked now.
    if (mark === 'withdrawn' && this.#device.license?.status === 'active')
      await this.updateSilently((device) => ({ ...device, checkedAt: 0 }), 'relaxed')
    // Stores what is left of a record whose key was lost.
    if (this.#device.hadKey && this.#device.key === undefined) await this.update((device) => device)
  }

  /**
   * Reads the record again, or stores the one in memory. With `toWithdraw`, a record that vanished continues in memory: the license that the
   * page shows is withdrawn with the key in memory.
   */
  async refresh({ toWithdraw = false } = {}): Promise<StoredDevice> {
    if (this.#lastStored !== undefined) return this.updateSilently((device) => device)
    const empty = emptyDevice(this.scope)
    const stored = await this.#try(async () => (await this.read()) ?? empty)
    if (stored === undefined) return this.#device
    // The app may have deleted the mark without the record, or the browser the record without the mark.
    this.#mark(stored)
    if (stored.key === undefined && (this.#mustKeepOutbox || (toWithdraw && this.#isKeyOfPage)))
      this.#continueInMemory(new Error('the record vanished'))
    else if (stored !== empty || this.#device.key !== undefined) this.#mirror(stored)
    return this.#device
  }

  /** Changes the record in one transaction, and notifies the other tabs if that changed something. */
  async update(change: DeviceChange, durability?: 'relaxed'): Promise<StoredDevice> {
    let isChanged = false
    const next = await this.updateSilently((device) => {
      const changed = change(device)
      isChanged = changed !== device
      return changed
    }, durability)
    if (isChanged) this.channel?.post('changed')
    return next
  }

  /** Changes the record in one transaction without notifying the other tabs. */
  readonly updateSilently = async (change: DeviceChange, durability?: 'relaxed'): Promise<StoredDevice> => {
    let current: StoredDevice | undefined
    const clearCount = this.#clearCount
    const changed = await this.#tryStorage(async (storage) => {
      const written = await storage.update(
        this.scope,
        (stored) => {
          current = this.#toCurrent(readDevice(stored))
          return current === undefined ? stored : this.#mark(change(current))
        },
        durability,
      )
      // The storage answered late, and has the change. The record in memory has it too.
      const isKnown = current !== undefined && this.#lastStored !== undefined && toVersion(current) === toVersion(this.#lastStored)
      if (isKnown && clearCount === this.#clearCount) this.#lastStored = written
      return written
    })
    if (changed !== undefined && current !== undefined) {
      this.#continueInStorage()
      this.#mirror(changed)
    } else {
      if (changed !== undefined) this.#continueInMemory(new Error('the record vanished'))
      if (change(this.#device).license?.status === 'revoked') await this.#removeLastStored()
      const next = change(this.#device)
      // The mark outlives the page, as the record would.
      if (next.license?.status === 'revoked') this.#mark(next)
      this.#mirror(next)
    }
    return this.#device
  }

  /**
   * Changes the stored record of a version, if that is possible now, and returns it. It only saves work later: a failure changes nothing,
   * and nobody is notified.
   */
  async note(version: string, change: DeviceChange): Promise<StoredDevice | undefined> {
    if (this.kind !== 'persistent' || this.#closed || toVersion(this.#device) !== version) return undefined
    const ifSame = (stored: StoredDevice) => (toVersion(stored) === version ? change(stored) : stored)
    const noted = await this.run((storage) => toClientStorage(storage).update(this.scope, ifSame, 'relaxed')).catch(() => undefined)
    if (noted === undefined || toVersion(noted) !== version) return undefined
    if (toVersion(this.#device) === version) this.#mirror(noted)
    return noted
  }

  /** Deletes everything that is stored for this person of this provider, here and in the other tabs. */
  async clear(): Promise<void> {
    this.#reset()
    // Sent before and after the removal: a tab that reads in between must not report a lost key.
    this.channel?.post('cleared')
    await this.#tryStorage((storage) => storage.remove(this.scope))
    this.#reset()
    this.#mark(this.#device)
    this.channel?.post('cleared')
    this.#publish(CLEARED)
  }

  override close(): void {
    this.#closed = true
    super.close()
  }

  protected override async openStorage(): Promise<OpenStorage> {
    const storage = super.openStorage()
    // A missing IndexedDB is normal in Node and a failure in a browser. Reading the global throws where site data is blocked.
    return storage.catch((error: unknown) => {
      if (globalThis.document !== undefined || globalThis.indexedDB !== undefined) throw error
      return createMemoryStorage()
    })
  }

  /** Whether signed decisions are still delivered, from memory, when the record vanishes. */
  get #mustKeepOutbox(): boolean {
    return this.#device.outbox.length > 0 && this.#isKeyOfPage
  }

  /** Whether the key in memory still counts when the record vanishes. Without a channel, another tab may have cleared the record. */
  get #isKeyOfPage(): boolean {
    return this.#device.key !== undefined && super.kind !== 'memory' && this.channel !== undefined
  }

  /** Returns the record to change: the stored one, or the one in memory. `undefined` when both have changed, or the stored one vanished. */
  #toCurrent(stored: StoredDevice): StoredDevice | undefined {
    const lastStored = this.#lastStored
    if (lastStored === undefined) return stored.key === undefined && this.#mustKeepOutbox ? undefined : stored
    const lastVersion = toVersion(lastStored)
    if (toVersion(stored) === lastVersion) return this.#device
    // A key alone, which may have been made in advance, is no decision.
    const isUndecided = toVersion({ ...this.#device, key: lastStored.key }) === lastVersion
    // A record that `clear()` could not remove must not return.
    const isOutdated = isUndecided && stored.key !== undefined && this.#clearCount === 0
    return isOutdated ? stored : undefined
  }

  #mark(device: StoredDevice): StoredDevice {
    if (this.#keepsMark) writeMark(device)
    return device
  }

  #reset(): void {
    this.#clearCount++
    this.#device = emptyDevice(this.scope)
    if (this.#lastStored !== undefined) this.#lastStored = this.#device
  }

  #mirror(device: StoredDevice): void {
    if (device === this.#device) return
    const isVanished = this.#device.key !== undefined && device.key === undefined
    this.#device = device
    // The person or the browser deleted the site's data.
    this.#publish(isVanished ? { keyLost: true } : {})
  }

  #tryStorage<T>(task: (storage: ClientStorage) => Promise<T>): Promise<T | undefined> {
    return this.#try(() => this.run((storage) => task(toClientStorage(storage))))
  }

  /** Returns `undefined` when the task failed. The record then continues in memory. */
  async #try<T>(task: () => Promise<T>): Promise<T | undefined> {
    if (this.#closed) throw closedError()
    try {
      // A decision with the key of this device does not wait for ever: every tab signs the same bytes with it. Without a key, the storage may
      // have one, so it is awaited.
      return await (this.#device.key === undefined ? task() : this.#limit.run(task))
    } catch (error) {
      if (this.#closed) throw closedError()
      this.#continueInMemory(error)
      return undefined
    }
  }

  #continueInMemory(cause: unknown): void {
    if (this.#lastStored !== undefined) return
    this.#lastStored = this.#device
    this.#publish({ error: storageFailedError(cause) })
  }

  #continueInStorage(): void {
    if (this.#lastStored === undefined) return
    this.#lastStored = undefined
    this.#publish({})
    this.channel?.post('changed')
  }

  // A full disk still allows deletion. Without it, a license that the service has revoked would be active again after a reload.
  async #removeLastStored(): Promise<void> {
    const isRemoved = await this.#tryStorage(async (storage) => {
      const stored = await storage.read(this.scope)
      if (stored === undefined || this.#lastStored === undefined || toVersion(stored) !== toVersion(this.#lastStored)) return false
      await storage.remove(this.scope)
      return true
    })
    if (isRemoved) this.#lastStored = emptyDevice(this.scope)
  }
}
