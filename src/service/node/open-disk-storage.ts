import { existsSync, readdirSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LicetError } from '../../core/errors.ts'
import { openPgliteStorage } from '../storage/pglite.ts'
import { type Storage, StorageError } from '../storage/storage.ts'
import { DISK_FULL, toUnavailable } from '../storage/storage-errors.ts'
import { LOCK_NAME, lockFolder } from './lock-folder.ts'
import { makeDatabaseFolder, makePrivateFolder, toFolderError } from './private-folder.ts'

const DATA_NAME = 'pgdata'
const GITIGNORE = '.gitignore'
/** A segment of the write-ahead log, the largest file that PostgreSQL creates in one step. */
const MIN_FREE_BYTES = 16 * 1024 * 1024
/** What a statement needs at most: the rest of one segment, and the next one. */
const MIN_FREE_TO_RUN_BYTES = 2 * MIN_FREE_BYTES

/** Options of {@link openDiskStorage}. */
export interface DiskStorageOptions {
  /** Created if it does not exist, with access for its owner only. It must not contain other files. */
  readonly folder: string
  /** The address of the service on this database. A second process that needs the folder reports it. */
  readonly url?: string | undefined
}

/**
 * Opens the embedded database in a folder, and locks the folder for this process.
 *
 * The data survives a killed process but not a power cut, because PGlite never calls fsync. Use PostgreSQL in production.
 *
 * @throws {LicetError} `storage_unavailable` when another process uses the folder, or the schema is newer than this program. Also when the
 * folder belongs to another user, every user can write to it, or its files cannot be read; `invalid_configuration` when the path is a file.
 */
export async function openDiskStorage({ folder, url }: DiskStorageOptions): Promise<Storage> {
  // Without the package, the next command would find an empty folder and take it for a database.
  await import('@electric-sql/pglite')
  makeDatabaseFolder(folder, isOurs)
  const lock = await takeLock(folder, url)
  try {
    const dataDir = join(folder, DATA_NAME)
    // PGlite makes its files readable for all users, and they contain the signing key.
    makePrivateFolder(dataDir)
    keepOutOfGit(folder)
    const storage = await openPgliteStorage({ dataDir })
    return {
      ...storage,
      query: async (text, values) => {
        assertRoom(folder)
        return storage.query(text, values)
      },
      transaction: async (run) => {
        assertRoom(folder)
        return storage.transaction(run)
      },
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

/**
 * Refuses work while the disk has no room for the write-ahead log. PostgreSQL ends itself when a segment does not fit, and its supervisor
 * starts it again. PGlite has no supervisor: its statement would run forever, and block the process.
 */
function assertRoom(folder: string): void {
  if (freeBytes(folder) < MIN_FREE_TO_RUN_BYTES) throw toUnavailable(new StorageError(DISK_FULL))
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function isOurs(name: string): boolean {
  return name === DATA_NAME || name === GITIGNORE || name.startsWith(LOCK_NAME)
}

/** A commit must not contain private keys. Tailwind CSS skips ignored folders too, and would fail at the socket of the lock. */
function keepOutOfGit(folder: string): void {
  const path = join(folder, GITIGNORE)
  if (!existsSync(path) && readdirSync(folder).every(isOurs)) writeFileSync(path, '*\n')
}

async function takeLock(folder: string, url: string | undefined): ReturnType<typeof lockFolder> {
  try {
    return await lockFolder(folder, url)
  } catch (error) {
    throw toFolderError(error, folder)
  }
}

function isMissingPackage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
}

/** PGlite reports unreadable or foreign files with various errors, or aborts. This replaces them with one message. */
function toUnreadable(error: unknown, folder: string): unknown {
  const known = toFolderError(error, folder)
  if (known instanceof LicetError) return known
  const bytes = freeBytes(folder)
  if (bytes < MIN_FREE_BYTES) return diskFull(error, folder, bytes)
  return new LicetError(
    'storage_unavailable',
    `The database in ${folder} cannot be opened: its files are damaged or belong to another version. Nothing was changed. Restore a backup, or choose another folder.`,
    { cause: error, field: 'dataDir' },
  )
}

function diskFull(cause: unknown, folder: string, bytes: number): LicetError<'storage_unavailable'> {
  return new LicetError(
    'storage_unavailable',
    `The database in ${folder} cannot be opened, because its disk has only ${Math.round(bytes / 1000)} kB left. What was stored is kept. Free disk space, and run it again.`,
    { cause, field: 'dataDir' },
  )
}
