import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { LicetError } from '../../core/errors.ts'

/** Read, written and entered by its owner alone. */
const OWNER_ONLY = 0o700
const OTHERS = 0o077

/**
 * Makes a folder that only its owner can enter, and closes one that there is to everybody else: the key that signs is below it.
 *
 * @throws {LicetError} `invalid_configuration` when a file has that name; `storage_unavailable` when the file system refuses.
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
 * Makes the folder of a database and closes it, unless it holds what is not ours: whoever names `/tmp` means to keep it open to all.
 *
 * @throws {LicetError} as {@link makePrivateFolder}
 */
export function makeDatabaseFolder(folder: string, isOurs: (name: string) => boolean): void {
  try {
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY })
    const others = readdirSync(folder).some((name) => !isOurs(name))
    if (!others && (statSync(folder).mode & OTHERS) !== 0) chmodSync(folder, OWNER_ONLY)
  } catch (error) {
    // A volume that belongs to somebody else and may be written by us: what we make in it is closed.
    if (!hasCode(error, 'EPERM')) throw toFolderError(error, folder)
  }
}

/** What a folder's file system refused, as an operator can mend it; a {@link LicetError} as it is. */
export function toFolderError(error: unknown, folder: string): unknown {
  if (error instanceof LicetError) return error
  const code = systemCode(error)
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return new LicetError(
      'invalid_configuration',
      `${folder} cannot be the folder of the database: it, or a part of its path, is a file. Nothing was changed. Choose another folder.`,
      { cause: error, field: 'dataDir' },
    )
  }
  if (code === undefined) return error
  return new LicetError(
    'storage_unavailable',
    `The folder of the database, ${folder}, cannot be used (${code}). It has to belong to the user who runs the service, who alone may enter it. ` +
      'Change its owner, make room, or choose another folder.',
    { cause: error, field: 'dataDir' },
  )
}

/** Tells whether an error is one of the system's with this code. */
export function hasCode(error: unknown, code: string): boolean {
  return systemCode(error) === code
}

/** The code of an error of the system, such as `EACCES`. */
function systemCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^E[A-Z\d]+$/.test(code) ? code : undefined
}
