/** Rows or lines that are read and written together. Few, because a row can be as large as a request. */
export const ROWS_AT_ONCE = 200

/** The first line of a backup. */
export interface BackupHeader {
  readonly format: typeof BACKUP_FORMAT
  /** Version of the format. */
  readonly version: number
  /** The program that wrote it, such as `licet 0.1.0`. */
  readonly program: string
  /** Version of the schema. */
  readonly schema: number
  /** Random id of the database, which a restored database keeps. */
  readonly installation: string
  /** When the backup began, RFC 3339 in UTC. It has every license that was acknowledged before. */
  readonly created: string
}

/** The line before the rows of a table. The rows follow as `{"row":{…}}`. */
export interface BackupTable {
  readonly table: string
  readonly columns: readonly string[]
  /** The last value of each identity column. */
  readonly identities: Readonly<Record<string, number>>
}

/**
 * The first line of a journal of erasures. Its rows have `provider_id`, `registration`, `license_id` and `erased`. They are the erasure of a
 * device, or of one license of a device that is still registered. The ids are random, and name no person.
 */
export interface JournalHeader extends Omit<BackupHeader, 'format' | 'schema'> {
  readonly format: typeof JOURNAL_FORMAT
}

export const BACKUP_FORMAT = 'licet-backup'
export const JOURNAL_FORMAT = 'licet-erasures'
export const FORMAT_VERSION = 1

const ROW_START = '{"row":'
const ROW_END = '}'

/** Writes a row, which is JSON already, as a line. */
export function toRowLine(row: string): string {
  // A column of the type json keeps the line breaks between its members.
  return `${ROW_START}${row.replaceAll('\n', ' ')}${ROW_END}\n`
}

/** Returns the JSON of a row, or `undefined` for another line. */
export function readRowLine(line: string): string | undefined {
  return line.startsWith(ROW_START) ? line.slice(ROW_START.length, -ROW_END.length) : undefined
}
