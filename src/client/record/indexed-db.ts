import { readMark } from './answer-mark.ts'
import type { ClientStorage } from './client-storage.ts'
import { emptyDevice, type StoredDevice } from './stored-device.ts'

/** The name of the client's database. The client stores nothing in the browser under any other name. */
export const DATABASE_NAME = 'licet'

/** The object store with one record for each provider and person. */
export const DEVICES = 'devices'

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
  /** The number of storages that use it. */
  users: number
  /** When it began to open, by the monotonic clock. `undefined` once it is open. */
  since: number | undefined
}

/** The connection of this page. Its clients and readers share it, so that a slow device opens the database once. */
let current: Connection | undefined

/** Starts to open the storage for the next {@link openIndexedDb}, while the page renders. Stores nothing. */
export function prepareIndexedDb(): void {
  connect()
}

/** Returns for how long the database of this page has been opening, in milliseconds. 0 when it is open, or nothing opens it. */
export function openingForMs(): number {
  return current?.since === undefined ? 0 : performance.now() - current.since
}

/** A connection to the database that reads. `toClientStorage()` returns the storage that also changes records. */
export interface DatabaseReader extends Pick<ClientStorage, 'kind' | 'read' | 'close'> {
  /** Runs a task on the database. After a failure, the next reader opens another connection. */
  readonly run: <T>(task: (database: IDBDatabase) => Promise<T>) => Promise<T>
}

/** Opens the client's storage in IndexedDB. Rejects with the platform's error, for example `SecurityError` where site data is blocked. */
export async function openIndexedDb(): Promise<DatabaseReader> {
  const connection = connect()
  connection.users++
  const database = await connection.database
  const run: DatabaseReader['run'] = (task) =>
    task(database).catch((error: unknown) => {
      forget(connection)
      throw error
    })
  return {
    kind: 'persistent',
    run,
    // Does not wait for the end of the transaction, because nothing is written: a gate opens one task earlier.
    read: (scope) => run(async () => readRecord(database.transaction(DEVICES).objectStore(DEVICES), scope)),
    close: () => {
      if (--connection.users > 0) return
      forget(connection)
      database.close()
    },
  }
}

function connect(): Connection {
  if (current !== undefined) return current
  const database = openNewestDatabase()
  const connection: Connection = { database, users: 0, since: performance.now() }
  current = connection
  database.then(
    (opened) => {
      connection.since = undefined
      // An open connection would block the upgrade of a newer tab. The next task opens the database again.
      opened.onversionchange = () => {
        opened.close()
        forget(connection)
      }
    },
    // The caller of openIndexedDb() receives the error.
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

/** Reads a record in a transaction. */
export async function readRecord(devices: IDBObjectStore, scope: string): Promise<StoredDevice | undefined> {
  const record = await resultOf<StoredDevice | null | undefined>(devices.get(scope))
  // Old WebKit returns null for a record with a CryptoKey that it cannot read. What it contained is not known.
  if (record !== null) return record
  return { ...emptyDevice(scope), hadKey: true, ...(readMark(scope) === 'withdrawing' && { withdrawalLost: true }) }
}

/** Resolves with the result of a request. */
export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
