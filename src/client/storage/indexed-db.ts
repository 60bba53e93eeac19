import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { type ClientStorage, emptyDevice, type StoredDevice } from './types.ts'

/** The one name under which the client keeps anything in a browser. */
export const DATABASE_NAME = 'licet'

/** The shape of the database. */
export interface Schema extends DBSchema {
  devices: { key: string; value: StoredDevice }
}

/**
 * The steps from each version of the schema to the next; the version is their number. A step that was published is never changed.
 */
export const MIGRATIONS: readonly ((database: IDBPDatabase<Schema>) => void)[] = [
  (database) => {
    database.createObjectStore('devices', { keyPath: 'scope' })
  },
]

/** What {@link openIndexedDbStorage} takes. */
export interface IndexedDbStorageOptions {
  /** Called once when the connection is gone: a newer version wants the database, or the browser took it away. */
  readonly onLost?: () => void
}

/**
 * Opens the client's storage in IndexedDB.
 *
 * Rejects with the platform's error when IndexedDB refuses: `VersionError` when a newer version of this package upgraded it already.
 */
export async function openIndexedDbStorage(options: IndexedDbStorageOptions = {}): Promise<ClientStorage> {
  const database = await openDB<Schema>(DATABASE_NAME, MIGRATIONS.length, {
    upgrade(upgraded, from) {
      for (const migrate of MIGRATIONS.slice(from)) migrate(upgraded)
    },
    // A newer tab wants to upgrade: step aside at once, or it would hang on us.
    blocking() {
      database.close()
      options.onLost?.()
    },
    terminated: () => options.onLost?.(),
  })
  return {
    kind: 'persistent',
    read: (scope) => database.get('devices', scope),
    async update(scope, change) {
      const transaction = database.transaction('devices', 'readwrite', { durability: 'strict' })
      const stored = (await transaction.store.get(scope)) ?? emptyDevice(scope)
      const next = change(stored)
      if (next !== stored) await transaction.store.put(next)
      await transaction.done
      return next
    },
    remove: (scope) => database.delete('devices', scope),
    close: () => database.close(),
  }
}
