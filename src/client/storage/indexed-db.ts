import type { ClientStorage } from './client-storage.ts'
import { emptyDevice, type StoredDevice } from './stored-device.ts'

/** The name of the client's database. The client stores nothing in the browser under any other name. */
export const DATABASE_NAME = 'licet'

/** The object store with one record for each provider and person. */
const DEVICES = 'devices'

/**
 * The steps from each version of the schema to the next. The version is their number. Never change a published step, and never remove or
 * rename `devices`: tabs with an older version continue to use it.
 */
export const MIGRATIONS: readonly ((database: IDBDatabase) => void)[] = [
  (database) => {
    database.createObjectStore(DEVICES, { keyPath: 'scope' })
  },
]

/** A database that is being opened before it is needed. */
let early: Promise<IDBDatabase> | undefined

/** Starts to open the storage for the next {@link openIndexedDbStorage}, while the page renders. Stores nothing. */
export function prepareIndexedDb(): void {
  early ??= openNewestDatabase()
  // The next caller of openIndexedDbStorage() receives the error.
  early.catch(() => {})
}

/** Opens the client's storage in IndexedDB. Rejects with the platform's error, for example `SecurityError` where site data is blocked. */
export async function openIndexedDbStorage(): Promise<ClientStorage> {
  const opening = early ?? openNewestDatabase()
  early = undefined
  const database = await opening
  return {
    kind: 'persistent',
    // Does not wait for the end of the transaction, because nothing is written: a gate opens one task earlier.
    read: async (scope) => readRecord(database.transaction(DEVICES).objectStore(DEVICES), scope),
    update: (scope, change, durability) =>
      inTransaction(
        database,
        async (devices) => {
          const stored = (await readRecord(devices, scope)) ?? emptyDevice(scope)
          const next = change(stored)
          if (next !== stored) await resultOf(devices.put(next))
          return next
        },
        durability,
      ),
    remove: (scope) => inTransaction(database, (devices) => resultOf(devices.delete(scope))),
    close: () => database.close(),
  }
}

async function openNewestDatabase(): Promise<IDBDatabase> {
  const database = await openDatabase(MIGRATIONS.length).catch((error: unknown) => {
    // A newer version of this package has upgraded the database.
    if (error instanceof Error && error.name === 'VersionError') return openDatabase()
    throw error
  })
  // An open connection would block the upgrade of a newer tab. The next task opens the database again.
  database.onversionchange = () => database.close()
  return database
}

/** Opens a version of the database. Default: the one that exists. */
function openDatabase(version?: number): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE_NAME, version)
  opening.onupgradeneeded = ({ oldVersion, newVersion }) => {
    for (const migrate of MIGRATIONS.slice(oldVersion, newVersion ?? 0)) migrate(opening.result)
  }
  return resultOf(opening)
}

/**
 * Changes records in one transaction and resolves when it is committed, with `strict` also flushed to disk. The task may await only requests
 * of this transaction: the browser commits it when no request is pending.
 */
async function inTransaction<T>(
  database: IDBDatabase,
  task: (devices: IDBObjectStore) => Promise<T>,
  durability: IDBTransactionDurability = 'strict',
): Promise<T> {
  const transaction = database.transaction(DEVICES, 'readwrite', { durability })
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'))
  })
  const [result] = await Promise.all([task(transaction.objectStore(DEVICES)), done])
  return result
}

function readRecord(devices: IDBObjectStore, scope: string): Promise<StoredDevice | undefined> {
  return resultOf(devices.get(scope))
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
