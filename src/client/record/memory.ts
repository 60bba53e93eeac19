import type { ClientStorage } from './client-storage.ts'
import { emptyDevice, type StoredDevice } from './stored-device.ts'

/**
 * Creates a storage that lasts as long as the returned object. Node uses such a storage by default, and browsers without IndexedDB fall
 * back to it.
 *
 * Clients that share one storage see each other's changes, as tabs do.
 *
 * @example
 * const client = new ServiceClient({ ...config, storage: createMemoryStorage() })
 */
export function createMemoryStorage(records: Iterable<StoredDevice> = []): ClientStorage {
  const stored = new Map([...records].map((record) => [record.scope, record]))
  return {
    kind: 'memory',
    read: async (scope) => stored.get(scope),
    update: async (scope, change) => {
      const next = change(stored.get(scope) ?? emptyDevice(scope))
      stored.set(scope, next)
      return next
    },
    remove: async (scope) => {
      stored.delete(scope)
    },
    close: () => {},
  }
}
