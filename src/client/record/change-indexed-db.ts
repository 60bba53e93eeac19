// Changes records in IndexedDB. A visitor whose license answers the agreement never loads this code.
import type { ClientStorage, DeviceChange } from './client-storage.ts'
import { type DatabaseReader, DEVICES, openIndexedDb, readRecord, resultOf } from './indexed-db.ts'
import { emptyDevice, hasUsableKey, type StoredDevice } from './stored-device.ts'

/** Returns the storage that changes the records that a reader reads. */
export function toClientStorage(reader: DatabaseReader | ClientStorage): ClientStorage {
  if ('update' in reader) return reader
  const { run, ...rest } = reader
  return {
    ...rest,
    update: (scope, change, durability) =>
      run((database) => inTransaction(database, (devices) => updateRecord(devices, scope, change), durability)),
    remove: (scope) => run((database) => inTransaction(database, (devices) => resultOf(devices.delete(scope)))),
  }
}

/** Opens a storage in IndexedDB. */
export async function openIndexedDbStorage(): Promise<ClientStorage> {
  return toClientStorage(await openIndexedDb())
}

async function updateRecord(devices: IDBObjectStore, scope: string, change: DeviceChange): Promise<StoredDevice> {
  const stored = (await readRecord(devices, scope)) ?? emptyDevice(scope)
  const next = change(stored)
  if (next !== stored) await resultOf(devices.put(next))
  // Some browsers store a CryptoKey as null or as an empty object. What it signs could not be withdrawn after a reload.
  if (next.key && next.key !== stored.key && !hasUsableKey((await readRecord(devices, scope)) ?? next)) devices.transaction.abort()
  return next
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
