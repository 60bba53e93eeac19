import type { ClientStorage } from './client-storage.ts'
import { emptyDevice, hasUsableKey, type StoredDevice } from './stored-device.ts'

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

/** A connection to the database. */
interface Connection {
  readonly database: Promise<IDBDatabase>
  /** When it began to open, by the monotonic clock. `undefined` once it is open. */
  since: number | undefined
}

/** The connection of this page. Its clients and readers share it, so that a slow device opens the database once. */
let current: Connection | undefined

/** Starts to open the storage for the next {@link openIndexedDbStorage}, while the page renders. Stores nothing. */
export function prepareIndexedDb(): void {
  connect()
}

/** Returns for how long the database of this page has been opening, in milliseconds. 0 when it is open, or nothing opens it. */
export function openingForMs(): number {
  return current?.since === undefined ? 0 : performance.now() - current.since
}

/** Opens the client's storage in IndexedDB. Rejects with the platform's error, for example `SecurityError` where site data is blocked. */
export async function openIndexedDbStorage(): Promise<ClientStorage> {
  const connection = connect()
  const database = await connection.database
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
          if (next.key !== stored.key && next.key !== undefined) await assertKeyStored(devices, scope)
          return next
        },
        durability,
      ),
    remove: (scope) => inTransaction(database, (devices) => resultOf(devices.delete(scope))),
    close: () => {
      database.close()
      forget(connection)
    },
  }
}

function connect(): Connection {
  if (current !== undefined) return current
  const database = openNewestDatabase()
  const connection: Connection = { database, since: performance.now() }
  current = connection
  database.then(
    (opened) => {
      connection.since = undefined
      // The next task opens the database again.
      const end = () => {
        opened.close()
        forget(connection)
      }
      // An open connection would block the upgrade of a newer tab.
      opened.onversionchange = end
      opened.onclose = end
    },
    () => forget(connection),
  )
  return connection
}

function forget(connection: Connection): void {
  if (current === connection) current = undefined
}

async function openNewestDatabase(): Promise<IDBDatabase> {
  return openDatabase(MIGRATIONS.length).catch((error: unknown) => {
    // A newer version of this package has upgraded the database.
    if (error instanceof Error && error.name === 'VersionError') return openDatabase()
    throw error
  })
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
  const running = task(transaction.objectStore(DEVICES)).catch((error: unknown) => {
    // Throws when the transaction has ended.
    if (transaction.error === null) transaction.abort()
    throw error
  })
  const [result] = await Promise.all([running, done])
  return result
}

async function readRecord(devices: IDBObjectStore, scope: string): Promise<StoredDevice | undefined> {
  const record = await resultOf<StoredDevice | null | undefined>(devices.get(scope))
  // Old WebKit returns null for a record with a CryptoKey that it cannot read. What it contained is not known.
  return record === null ? { ...emptyDevice(scope), hadKey: true } : record
}

// Some browsers store a CryptoKey as null or as an empty object. A license that was signed with it could not be withdrawn after a reload.
async function assertKeyStored(devices: IDBObjectStore, scope: string): Promise<void> {
  const stored = await readRecord(devices, scope)
  if (stored === undefined || !hasUsableKey(stored)) throw new Error('this browser does not store the device key')
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
