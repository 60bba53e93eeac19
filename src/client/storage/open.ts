import { LicetError } from '../../core/errors.ts'
import type { ResolvedEnvironment } from '../environment.ts'
import { toStorageFailure } from '../storage-failure.ts'
import { openIndexedDbStorage } from './indexed-db.ts'
import { createMemoryStorage } from './memory.ts'
import type { ClientStorage } from './types.ts'

/** How long in milliseconds IndexedDB may take to open before the client goes on without it: a blocked one never answers. */
export const OPEN_TIMEOUT_MS = 3000

/** A storage, and why it is not a persistent one where it should have been. */
export interface OpenedStorage {
  readonly storage: ClientStorage
  readonly failure?: LicetError | undefined
}

/** Opens the storage of the environment, IndexedDB, or memory: the first there is. */
export async function openStorage(environment: ResolvedEnvironment, onLost: () => void): Promise<OpenedStorage> {
  if (environment.storage !== undefined) return { storage: environment.storage }
  try {
    // Node has none and wants none; a browser without one is told below. Where the site may keep nothing, looking at it throws.
    if (globalThis.indexedDB === undefined && globalThis.document === undefined) return { storage: createMemoryStorage() }
    return { storage: await openInTime(environment, onLost) }
  } catch (cause) {
    return { storage: createMemoryStorage(), failure: cause instanceof LicetError ? cause : toStorageFailure(cause) }
  }
}

async function openInTime(environment: ResolvedEnvironment, onLost: () => void): Promise<ClientStorage> {
  const opening = openIndexedDbStorage({ onLost })
  let cancel = () => {}
  const late = new Promise<never>((_, reject) => {
    cancel = environment.schedule(() => reject(toStorageFailure(new Error('opening timed out'))), OPEN_TIMEOUT_MS)
  })
  try {
    return await Promise.race([opening, late])
  } catch (error) {
    opening.then((storage) => storage.close()).catch(() => {})
    throw error
  } finally {
    cancel()
  }
}
