import type { StoredDevice } from './stored-device.ts'

/** Computes the next record from the stored one. It runs inside a transaction, so it must be pure and synchronous. The same object means "no change". */
export type DeviceChange = (stored: StoredDevice) => StoredDevice

/**
 * Where a client stores its records, one for each provider and person. Implement it for a platform without IndexedDB.
 *
 * Records contain a `CryptoKey`, so they must be stored by structured cloning.
 *
 * @example
 * const client = new ServiceClient({ ...config, storage: createMemoryStorage() })
 */
export interface ClientStorage {
  /** Whether records outlive the page or the process. */
  readonly kind: 'persistent' | 'memory'
  /** Returns the record of a scope, or `undefined` when there is none. */
  read(scope: string): Promise<StoredDevice | undefined>
  /**
   * Replaces a record in one transaction: nothing reads or writes the record between reading and writing. Without a stored record,
   * `change` receives `{ scope, hadKey: false, registered: false, outbox: [], settled: [] }`.
   *
   * `strict` (the default) resolves when the record survives a power cut. `relaxed` may resolve earlier: the client recovers what is lost.
   */
  update(scope: string, change: DeviceChange, durability?: 'strict' | 'relaxed'): Promise<StoredDevice>
  /** Deletes the record of a scope. Does nothing when there is none. */
  remove(scope: string): Promise<void>
  /** Ends the connection. A client calls it only for the storage that it opened itself. */
  close(): void
}
