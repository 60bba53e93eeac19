import type { LicetError } from '../../core/errors.ts'
import type { ResolvedEnvironment } from '../environment.ts'
import { toStorageFailure } from '../local-errors.ts'
import { inTime } from '../task-tracker.ts'
import { openIndexedDbStorage } from './indexed-db.ts'
import { createMemoryStorage } from './memory.ts'
import type { ClientStorage } from './stored-device.ts'

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
    return { storage: createMemoryStorage(), failure: toStorageFailure(cause) }
  }
}

async function openInTime({ schedule }: ResolvedEnvironment, onLost: () => void): Promise<ClientStorage> {
  const opening = openIndexedDbStorage(onLost)
  const storage = await inTime(opening, schedule, OPEN_TIMEOUT_MS)
  if (storage !== undefined) return storage
  opening.then((late) => late.close()).catch(() => {})
  throw new Error('opening timed out')
}
