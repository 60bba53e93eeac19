import { type ClientStorage, emptyDevice, type StoredDevice } from './stored-device.ts'

/** The one name under which the client keeps anything in a browser. */
export const DATABASE_NAME = 'licet'

/** Where rows are, one for each provider and person. */
const DEVICES = 'devices'

/**
 * The steps from each version of the schema to the next; the version is their number. A step that was published is never changed.
 */
export const MIGRATIONS: readonly ((database: IDBDatabase) => void)[] = [
  (database) => {
    database.createObjectStore(DEVICES, { keyPath: 'scope' })
  },
]

/**
 * Opens the client's storage in IndexedDB.
 *
 * Rejects with the platform's error when IndexedDB refuses: `VersionError` when a newer version of this package upgraded it already.
 *
 * @param onLost Called once when the connection is gone: a newer version wants the database, or the browser took it away.
 */
export async function openIndexedDbStorage(onLost = () => {}): Promise<ClientStorage> {
  const opening = indexedDB.open(DATABASE_NAME, MIGRATIONS.length)
  opening.onupgradeneeded = ({ oldVersion }) => {
    for (const migrate of MIGRATIONS.slice(oldVersion)) migrate(opening.result)
  }
  const database = await resultOf(opening)
  // A newer tab wants to upgrade: step aside at once, or it would hang on us.
  database.onversionchange = () => {
    database.close()
    onLost()
  }
  database.onclose = onLost
  return {
    kind: 'persistent',
    read: (scope) => inTransaction(database, 'readonly', (devices) => readRow(devices, scope)),
    update: (scope, change, durability) =>
      inTransaction(
        database,
        'readwrite',
        async (devices) => {
          const stored = (await readRow(devices, scope)) ?? emptyDevice(scope)
          const next = change(stored)
          if (next !== stored) await resultOf(devices.put(next))
          return next
        },
        durability,
      ),
    remove: (scope) => inTransaction(database, 'readwrite', (devices) => resultOf(devices.delete(scope))),
    close: () => database.close(),
  }
}

/** Acts within one transaction, and resolves once it is stored, `strict` also on the disk. The act awaits nothing but requests of it, or it would end early. */
async function inTransaction<T>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  act: (devices: IDBObjectStore) => Promise<T>,
  durability: IDBTransactionDurability = 'strict',
): Promise<T> {
  const transaction = database.transaction(DEVICES, mode, { durability })
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'))
  })
  const [result] = await Promise.all([act(transaction.objectStore(DEVICES)), done])
  return result
}

function readRow(devices: IDBObjectStore, scope: string): Promise<StoredDevice | undefined> {
  return resultOf(devices.get(scope))
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
