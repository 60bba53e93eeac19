import type { LicetError } from '../../core/errors.ts'
import type { ResolvedEnvironment } from '../environment.ts'
import { storageFailedError } from '../local-errors.ts'
import { withTimeLimit } from '../wait.ts'
import type { ClientStorage } from './client-storage.ts'
import { openIndexedDbStorage } from './indexed-db.ts'
import { createMemoryStorage } from './memory.ts'

/** How long to wait for IndexedDB in milliseconds. A blocked database never responds. */
export const OPEN_TIMEOUT_MS = 3000

/** An open storage, and the reason why it is in memory where persistent storage failed. */
export interface OpenedStorage {
  readonly storage: ClientStorage
  readonly failure?: LicetError | undefined
}

/** Opens the configured storage, otherwise IndexedDB, otherwise memory. */
export async function openStorage(environment: ResolvedEnvironment, onLost: () => void): Promise<OpenedStorage> {
  if (environment.storage !== undefined) return { storage: environment.storage }
  try {
    // A missing IndexedDB is normal in Node and a failure in a browser. Reading the global throws where site data is blocked.
    if (globalThis.indexedDB === undefined && globalThis.document === undefined) return { storage: createMemoryStorage() }
    return { storage: await openInTime(environment, onLost) }
  } catch (cause) {
    return { storage: createMemoryStorage(), failure: storageFailedError(cause) }
  }
}

async function openInTime({ schedule }: ResolvedEnvironment, onLost: () => void): Promise<ClientStorage> {
  const opening = openIndexedDbStorage(onLost)
  const storage = await withTimeLimit(opening, schedule, OPEN_TIMEOUT_MS)
  if (storage !== undefined) return storage
  opening.then((late) => late.close()).catch(() => {})
  throw new Error('opening timed out')
}
