/** Why a file cannot be written, and what to do about it. */
export interface FileError {
  /** The part of a sentence after a colon, with the code of the system. */
  readonly reason: string
  /** An imperative without a full stop. */
  readonly fix: string
}

const ERRORS: Readonly<Record<string, FileError>> = {
  ENOSPC: { reason: 'the disk is full (ENOSPC)', fix: 'Free disk space, or use another disk' },
  EDQUOT: { reason: 'the disk quota of the user is used up (EDQUOT)', fix: 'Free disk space, or raise the quota' },
  EFBIG: { reason: 'the file is larger than the system permits (EFBIG)', fix: 'Raise the limit of the file size' },
  EIO: { reason: 'the disk reported an error (EIO)', fix: 'Check the disk, or use another one' },
}

/** Returns why the system could not write to a file that is open, or `undefined` when the error is another one. */
export function describeFileError(error: unknown): FileError | undefined {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  return Object.hasOwn(ERRORS, code) ? ERRORS[code] : undefined
}
