import { type ClientStorage, emptyDevice, type StoredDevice } from './stored-device.ts'

/**
 * Makes a storage that lasts as long as the object: the fallback where IndexedDB is missing or blocked, and the default in Node.
 *
 * Several clients may share one; they then see each other's rows as tabs do.
 */
export function createMemoryStorage(rows: Iterable<StoredDevice> = []): ClientStorage {
  const stored = new Map([...rows].map((row) => [row.scope, row]))
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
