import type { Channel, ChannelMessage, ResolvedEnvironment } from '../environment.ts'
import type { StorageKind } from '../types.ts'
import type { ClientStorage, DeviceChange } from './client-storage.ts'
import { StorageConnection } from './storage-connection.ts'
import { readDevice, type StoredDevice } from './stored-device.ts'

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
  return JSON.stringify([provider.id, userId, authUrl, trailUrl])
}

/** The stored record of one person of one provider on this device: reads it, and follows what other tabs do with it. */
export class DeviceRecord {
  readonly scope: string
  protected readonly environment: ResolvedEnvironment
  protected channel: Channel | undefined
  readonly #connection: StorageConnection
  #kind: StorageKind = 'unknown'

  /** Calls `onSlowChange` when the storage begins or ceases to be slow. */
  constructor(owner: DeviceOwner, environment: ResolvedEnvironment, onSlowChange: () => void) {
    this.scope = toScope(owner)
    this.environment = environment
    this.#connection = new StorageConnection(environment, onSlowChange)
  }

  /** Whether the record outlives the page. */
  get kind(): StorageKind {
    return this.#connection.isSlow ? 'slow' : this.#kind
  }

  /** Calls `onMessage` when another tab has changed or deleted the record. */
  follow(onMessage: (message: ChannelMessage) => void): void {
    try {
      this.channel ??= this.environment.channel?.(`licet:${this.scope}`, onMessage)
    } catch {
      // A page without storage access may be refused the channel as well.
    }
  }

  /** Returns the record, or `undefined` when there is none. */
  async read(): Promise<StoredDevice | undefined> {
    const stored = await this.run((storage) => storage.read(this.scope))
    return stored && readDevice(stored)
  }

  /** Changes the stored record in one transaction that may be lost in a power cut, and notifies nobody. */
  note(change: DeviceChange): Promise<StoredDevice> {
    return this.run((storage) => storage.update(this.scope, change, 'relaxed'))
  }

  /** Ends the connections to the storage and to the other tabs. */
  close(): void {
    this.channel?.close()
    this.#connection.close()
  }

  /** Runs a task on the storage, and once more after a failure. */
  protected run<T>(task: (storage: ClientStorage) => Promise<T>): Promise<T> {
    return this.#connection.run((storage) => {
      this.#kind = storage.kind
      return task(storage)
    })
  }
}
