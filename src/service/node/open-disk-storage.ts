import { join } from 'node:path'
import { openPgliteStorage } from '../storage/pglite.ts'
import type { Storage } from '../storage/storage.ts'
import { lockFolder } from './lock-folder.ts'

/** Options of {@link openDiskStorage}. */
export interface DiskStorageOptions {
  /** Made when it does not exist. Nothing else may be kept in it. */
  readonly folder: string
}

/**
 * Opens the embedded database in a folder, under a lock that one process holds.
 *
 * It outlives a killed process, not a power cut: PGlite never calls fsync. Use PostgreSQL for what must last.
 *
 * @throws {LicetError} `storage_unavailable` when another process uses the folder, or when its schema is newer than this program.
 */
export async function openDiskStorage({ folder }: DiskStorageOptions): Promise<Storage> {
  const lock = lockFolder(folder)
  try {
    const storage = await openPgliteStorage({ dataDir: join(folder, 'pgdata') })
    return {
      ...storage,
      close: async () => {
        await storage.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}
