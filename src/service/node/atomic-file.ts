import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { LicetError } from '../../core/errors.ts'
import { describeFileError, type FileError } from './describe-file-error.ts'

/** The end of the name of a file that is being written. */
const PART = '.part'
/** The files contain keys or personal data, so only their owner can read them. */
const MODE = 0o600

export interface AtomicFileOptions {
  /** Whether a file of this name is replaced. Default: `false`. */
  readonly mayReplace?: boolean
  readonly isCompressed?: boolean
}

/**
 * Writes texts into a file, which gets its name when it is complete and flushed to disk. Until then, its name ends with `.part`.
 *
 * @throws {LicetError} `invalid_request` when a file of this name exists and may not be replaced; `storage_unavailable` when the disk is
 * full.
 */
export async function writeFileAtomically(
  path: string,
  texts: Iterable<string> | AsyncIterable<string>,
  { mayReplace = false, isCompressed = false }: AtomicFileOptions = {},
): Promise<void> {
  const checkName = () => {
    if (!mayReplace && existsSync(path)) throw fileExists(path)
  }
  checkName()
  const part = `${path}.${randomUUID()}${PART}`
  const file = await open(part, 'wx', MODE).catch((cause: unknown) => {
    const known = describeFileError(cause)
    throw known === undefined ? notWritable(path, cause) : notWritten(path, known, cause)
  })
  try {
    const write = async (chunks: Iterable<string> | AsyncIterable<string | Buffer>) => {
      for await (const chunk of chunks) await file.appendFile(chunk)
    }
    await (isCompressed ? pipeline(texts, createGzip(), write) : write(texts))
    await file.sync()
    await file.close()
    checkName()
    await rename(part, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(part, { force: true })
    const known = describeFileError(error)
    throw known === undefined ? error : notWritten(path, known, error)
  }
}

/** Makes the new name survive a power cut, where the system supports it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}

function fileExists(path: string): LicetError<'invalid_request'> {
  return new LicetError('invalid_request', `${path} exists already. Nothing was written. Use another name, or delete this file.`)
}

function notWritten(path: string, { reason, fix }: FileError, cause: unknown): LicetError<'storage_unavailable'> {
  return new LicetError(
    'storage_unavailable',
    `${path} could not be written: ${reason}. The part that was written is removed, and an existing file with this name is unchanged. ${fix}.`,
    { cause },
  )
}

function notWritable(path: string, cause: unknown): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    `${path} cannot be written. Nothing was written. Use a folder that exists and is yours.`,
    {
      cause,
    },
  )
}
