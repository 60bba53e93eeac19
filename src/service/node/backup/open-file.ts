import { LicetError } from '../../../core/errors.ts'
import { isJsonObject, type JsonObject } from '../../../core/json.ts'
import { parseTimestamp } from '../../../core/timestamp.ts'
import { BACKUP_FORMAT, type BackupHeader, FORMAT_VERSION, JOURNAL_FORMAT, type JournalHeader } from '../../backup/backup-format.ts'
import type { OpenFile } from '../../backup/restore-backup.ts'
import { readSealClaims } from '../../backup/seal.ts'
import { readSealedFile } from './sealed-file.ts'

/** Opens a backup, and reads its first line. */
export function openBackupFile(path: string): Promise<OpenFile<BackupHeader>> {
  return openFile<BackupHeader>(path, BACKUP_FORMAT, 'a backup')
}

/** Opens a journal of erasures, and reads its first line. */
export function openErasuresFile(path: string): Promise<OpenFile<JournalHeader>> {
  return openFile<JournalHeader>(path, JOURNAL_FORMAT, 'a journal of erasures')
}

/**
 * Reads a file to its end, and returns its first line and its seal.
 *
 * @throws {LicetError} `invalid_request` when it is not complete, or not the file of its seal.
 */
export async function readToEnd<Header>({ header, lines, readSeal }: OpenFile<Header>): Promise<{
  readonly header: Header
  readonly seal: string
  /** Number of the lines after the first one. */
  readonly count: number
}> {
  let count = 0
  for await (const _ of lines) count++
  return { header, seal: readSeal(), count }
}

async function openFile<Header extends BackupHeader | JournalHeader>(
  path: string,
  format: Header['format'],
  kind: string,
): Promise<OpenFile<Header>> {
  const file = readSealedFile(path)
  const first = await file.next()
  const header = first.done === true ? undefined : parseHeader<Header>(first.value)
  if (header?.format !== format) throw otherFile(path, `is not ${kind} of licet`)
  if (header.version !== FORMAT_VERSION)
    throw otherFile(path, `has a format that ${header.program} wrote and this version cannot read`)
  let seal: string | undefined
  const readLines = async function* () {
    seal = yield* file
    const claims = readSealClaims(seal)
    if (claims?.type !== header.format || claims.time !== header.created) throw otherFile(path, 'has the seal of another file')
  }
  const readSeal = () => {
    if (seal === undefined) throw new TypeError('The seal is the last line, and the lines before it were not read.')
    return seal
  }
  return { header, lines: readLines(), readSeal }
}

/** Parses the first line. Returns `undefined` unless it is a header of licet. */
function parseHeader<Header>(line: string): Header | undefined {
  let header: unknown
  try {
    header = JSON.parse(line)
  } catch {
    return undefined
  }
  return isHeader(header) ? (header as JsonObject & Header) : undefined
}

function isHeader(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false
  const { format, program, installation, created, schema } = value
  // Only a backup has a schema. Without --keys, nothing else protects a restore against a wrong one.
  const hasSchema = format !== BACKUP_FORMAT || (Number.isSafeInteger(schema) && Number(schema) > 0)
  return (
    hasSchema && [program, installation].every((text) => typeof text === 'string') && parseTimestamp(String(created)) !== undefined
  )
}

function otherFile(path: string, reason: string): LicetError<'invalid_request'> {
  return new LicetError('invalid_request', `${path} ${reason}. Nothing was restored. Use another file.`)
}
