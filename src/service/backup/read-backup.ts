import { allowLongWork } from '../storage/allow-long-work.ts'
import { MIGRATIONS } from '../storage/migrations.ts'
import { PROGRAM } from '../storage/run-migrations.ts'
import type { Sql } from '../storage/storage.ts'
import {
  BACKUP_FORMAT,
  type BackupHeader,
  type BackupTable,
  FORMAT_VERSION,
  JOURNAL_FORMAT,
  type JournalHeader,
  ROWS_AT_ONCE,
  toRowLine,
} from './backup-format.ts'
import { ERASURE_COLUMNS, ERASURES } from './erasure-journal.ts'
import { listTables, quoteColumns, quoteTable, type Table } from './list-tables.ts'

/**
 * Yields the lines of a backup, a few at a time. Runs in a transaction, which this makes a snapshot: the tables belong to one moment,
 * and requests go on meanwhile.
 */
export async function* readBackup(sql: Sql): AsyncGenerator<string> {
  await beginSnapshot(sql)
  const common = await readCommon(sql)
  yield toLine({ format: BACKUP_FORMAT, ...common, schema: MIGRATIONS.length } satisfies BackupHeader)
  for (const table of await listTables(sql)) {
    const identities = await readIdentities(sql, table)
    yield toLine({ table: table.name, columns: table.columns, identities } satisfies BackupTable)
    yield* readRows(sql, table.columns, quoteTable(table.name))
  }
}

/** Yields the lines of the journal of erasures, a few at a time. Runs in a transaction, as {@link readBackup}. */
export async function* readJournal(sql: Sql): AsyncGenerator<string> {
  await beginSnapshot(sql)
  yield toLine({ format: JOURNAL_FORMAT, ...(await readCommon(sql)) } satisfies JournalHeader)
  yield* readRows(sql, ERASURE_COLUMNS, `(${ERASURES})`)
}

async function beginSnapshot(sql: Sql): Promise<void> {
  await sql.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
  await allowLongWork(sql)
}

/** Reads the header that both files share. Its time is the database time at the start of the transaction, which is before the snapshot. */
async function readCommon(sql: Sql) {
  const [row] = await sql.query<{ id: string; created: string }>(
    `SELECT id, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created FROM licet.installation`,
  )
  const { id = '', created = '' } = row ?? {}
  return { version: FORMAT_VERSION, program: PROGRAM, installation: id, created } as const
}

async function readIdentities(sql: Sql, { identities }: Table): Promise<Record<string, number>> {
  const last: Record<string, number> = {}
  for (const { column, sequence } of identities) {
    const [row] = await sql.query<{ value: number }>(
      `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS value FROM ${sequence}`,
    )
    last[column] = row?.value ?? 0
  }
  return last
}

/** Yields rows as lines. Each column is named: a row that a server of a cluster sends to the coordinator has lost its names. */
async function* readRows(sql: Sql, columns: readonly string[], from: string): AsyncGenerator<string> {
  const members = columns.map((column) => `'${column}', t.${quoteColumns([column])}`).join(', ')
  await sql.query(`DECLARE licet_backup NO SCROLL CURSOR FOR SELECT json_build_object(${members})::text AS row FROM ${from} AS t`)
  for (;;) {
    const rows = await sql.query<{ row: string }>(`FETCH ${ROWS_AT_ONCE} FROM licet_backup`)
    if (rows.length === 0) break
    yield rows.map(({ row }) => toRowLine(row)).join('')
  }
  await sql.query('CLOSE licet_backup')
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`
}
