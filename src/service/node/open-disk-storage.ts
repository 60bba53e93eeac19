import { join } from 'node:path'
import { LicetError } from '../../core/errors.ts'
import { openPgliteStorage } from '../storage/pglite.ts'
import type { Storage } from '../storage/storage.ts'
import { LOCK_NAME, lockFolder } from './lock-folder.ts'
import { makeDatabaseFolder, makePrivateFolder, toFolderError } from './private-folder.ts'

const DATA_NAME = 'pgdata'

/** Options of {@link openDiskStorage}. */
export interface DiskStorageOptions {
  /** Made when it does not exist, for its owner alone. Nothing else may be kept in it. */
  readonly folder: string
}

/**
 * Opens the embedded database in a folder, under a lock that one process holds.
 *
 * It outlives a killed process, not a power cut: PGlite never calls fsync. Use PostgreSQL for what must last.
 *
 * @throws {LicetError} `storage_unavailable` when another process uses the folder, when it or what is in it cannot be read, or when its schema is
 *   newer than this program; `invalid_configuration` when a file is in its place.
 */
export async function openDiskStorage({ folder }: DiskStorageOptions): Promise<Storage> {
  makeDatabaseFolder(folder, (name) => name === DATA_NAME || name.startsWith(LOCK_NAME))
  const lock = await takeLock(folder)
  try {
    const dataDir = join(folder, DATA_NAME)
    // PGlite makes its files readable by everybody, and the key that signs is in them.
    makePrivateFolder(dataDir)
    const storage = await openPgliteStorage({ dataDir })
    return {
      ...storage,
      close: async () => {
        await storage.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw isMissingPackage(error) ? error : toUnreadable(error, folder)
  }
}

async function takeLock(folder: string): ReturnType<typeof lockFolder> {
  try {
    return await lockFolder(folder)
  } catch (error) {
    throw toFolderError(error, folder)
  }
}

function isMissingPackage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
}

/** The engine tells of files that it cannot read, or that are not its own, in words of its own or by ending its program. */
function toUnreadable(error: unknown, folder: string): unknown {
  const known = toFolderError(error, folder)
  if (known instanceof LicetError) return known
  return new LicetError(
    'storage_unavailable',
    `The database in ${folder} does not open: its files are damaged, or another version's. Nothing was changed in it. Restore a backup, or choose another folder.`,
    { cause: error, field: 'dataDir' },
  )
}
