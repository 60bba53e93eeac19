import { chmodSync, mkdirSync, readdirSync, type Stats, statSync } from 'node:fs'
import { geteuid } from 'node:process'
import { LicetError } from '../../core/errors.ts'

const OWNER_ONLY = 0o700
const OTHERS = 0o077
const WRITABLE_BY_ALL = 0o002
const ROOT = 0

/**
 * Creates a folder that only its owner can access, or restricts an existing folder, because it contains the signing key.
 *
 * @throws {LicetError} `invalid_configuration` when the path is a file; `storage_unavailable` when the folder belongs to another
 *   user, or the file system refuses.
 */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY })
    const stats = statSync(folder)
    checkOwner(folder, stats)
    if ((stats.mode & OTHERS) !== 0) chmodSync(folder, OWNER_ONLY)
  } catch (error) {
    throw toFolderError(error, folder)
  }
}

/**
 * Creates the folder of a database and restricts it to its owner. Leaves the access of a folder with other files, and of a volume
 * of root, unchanged.
 *
 * @throws {LicetError} as {@link makePrivateFolder}, and `storage_unavailable` when every user can write to a folder that cannot
 *   be restricted: they could replace the database.
 */
export function makeDatabaseFolder(folder: string, isOurs: (name: string) => boolean): void {
  try {
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY })
    const stats = statSync(folder)
    checkOwner(folder, stats)
    const isOwn = geteuid === undefined || stats.uid === geteuid()
    const canRestrict = isOwn && readdirSync(folder).every(isOurs)
    if (canRestrict && (stats.mode & OTHERS) !== 0) chmodSync(folder, OWNER_ONLY)
    // Windows has no such mode, and reports every folder as writable.
    if (!canRestrict && geteuid !== undefined && (stats.mode & WRITABLE_BY_ALL) !== 0) throw writableByAll(folder)
  } catch (error) {
    throw toFolderError(error, folder)
  }
}

/**
 * Refuses a folder of another user: its owner can read and replace the signing key. Root can do so anyway, and owns the volumes of
 * containers. A root process follows the same rule, so it does not trust a folder that a user has prepared.
 */
function checkOwner(folder: string, { uid }: Stats): void {
  const user = geteuid?.()
  if (user === undefined || uid === user || uid === ROOT) return
  throw new LicetError(
    'storage_unavailable',
    `${folder} belongs to another user (${uid}), who could replace the database and its signing key. It was not opened. ` +
      `Make this user (${user}) its owner with chown, run the service as its owner, or choose another folder.`,
    { field: 'dataDir' },
  )
}

function writableByAll(folder: string): LicetError<'storage_unavailable'> {
  return new LicetError(
    'storage_unavailable',
    `Every user of this machine can write to ${folder}, and could replace the database. It was not opened. ` +
      'Run chmod o-w on it, or choose a folder inside it.',
    { field: 'dataDir' },
  )
}

/** Converts an error of the file system to one that explains the fix. Returns a {@link LicetError} unchanged. */
export function toFolderError(error: unknown, folder: string): unknown {
  if (error instanceof LicetError) return error
  const code = systemCode(error)
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return new LicetError(
      'invalid_configuration',
      `${folder} cannot be the folder of the database, because it or a part of its path is a file. Nothing was changed. Choose another folder.`,
      { cause: error, field: 'dataDir' },
    )
  }
  if (code === undefined) return error
  return new LicetError(
    'storage_unavailable',
    `The folder of the database, ${folder}, cannot be used (${code}). Nothing was stored. ` +
      'Make the user of this process its owner, free disk space, or choose another folder.',
    { cause: error, field: 'dataDir' },
  )
}

/** Returns whether an error is a system error with this code. */
export function hasCode(error: unknown, code: string): boolean {
  return systemCode(error) === code
}

/** Returns the code of a system error, such as `EACCES`. */
function systemCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^E[A-Z\d]+$/.test(code) ? code : undefined
}
