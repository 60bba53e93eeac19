import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { LicetError } from '../../core/errors.ts'

const OWNER_ONLY = 0o700
const OTHERS = 0o077

/**
 * Creates a folder that only its owner can access, or restricts an existing folder, because it contains the signing key.
 *
 * @throws {LicetError} `invalid_configuration` when the path is a file; `storage_unavailable` when the file system refuses.
 */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY })
    if ((statSync(folder).mode & OTHERS) !== 0) chmodSync(folder, OWNER_ONLY)
  } catch (error) {
    throw toFolderError(error, folder)
  }
}

/**
 * Creates the folder of a database and restricts it to its owner. Leaves the access of a folder with other files, such as
 * `/tmp`, unchanged.
 *
 * @throws {LicetError} as {@link makePrivateFolder}
 */
export function makeDatabaseFolder(folder: string, isOurs: (name: string) => boolean): void {
  try {
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY })
    const others = readdirSync(folder).some((name) => !isOurs(name))
    if (!others && (statSync(folder).mode & OTHERS) !== 0) chmodSync(folder, OWNER_ONLY)
  } catch (error) {
    // The volume belongs to another user, and this process may write to it. The folders inside are restricted.
    if (!hasCode(error, 'EPERM')) throw toFolderError(error, folder)
  }
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
