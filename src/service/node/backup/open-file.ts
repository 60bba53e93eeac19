import { LicetError } from '../../../core/errors.ts'
import { BACKUP_FORMAT, type BackupHeader, FORMAT_VERSION, JOURNAL_FORMAT, type JournalHeader } from '../../backup/backup-format.ts'
import type { OpenFile } from '../../backup/restore-backup.ts'
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
 * Reads a backup to its end.
 *
 * @throws {LicetError} `invalid_request` when it is not complete and unchanged.
 */
export async function checkBackupFile(path: string): Promise<BackupHeader> {
  const { header, lines } = await openBackupFile(path)
  for await (const _ of lines);
  return header
}

async function openFile<Header extends BackupHeader | JournalHeader>(
  path: string,
  format: Header['format'],
  kind: string,
): Promise<OpenFile<Header>> {
  const lines = readSealedFile(path)
  const first = await lines.next()
  const header = first.done === true ? undefined : parseHeader<Header>(first.value)
  if (header?.format !== format) throw otherFile(path, `is not ${kind} of licet`)
  if (header.version !== FORMAT_VERSION)
    throw otherFile(path, `has a format that ${header.program} wrote and this version cannot read`)
  return { header, lines }
}

function parseHeader<Header>(line: string): Header | undefined {
  try {
    return JSON.parse(line) ?? undefined
  } catch {
    return undefined
  }
}

function otherFile(path: string, reason: string): LicetError<'invalid_request'> {
  return new LicetError('invalid_request', `${path} ${reason}. Nothing was restored. Use another file.`)
}
