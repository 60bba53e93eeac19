import { LicetError } from '../../core/errors.ts'
import type { Sql } from '../storage/storage.ts'
import { type BackupTable, ROWS_AT_ONCE, readRowLine } from './backup-format.ts'
import { listTables, quoteColumns, quoteTable, type Table } from './list-tables.ts'

/** Characters of the rows that are inserted together, so that a few large rows do not fill the memory. */
const MAX_BATCH_CHARS = 4_000_000

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/**
 * Replaces the content of every table by the lines of a backup. No trigger runs, and the foreign keys are checked at the end. Returns the
 * number of rows of each table.
 */
export async function loadTables(sql: Sql, lines: AsyncIterable<string>): Promise<Record<string, number>> {
  const tables = await listTables(sql)
  const keys = await sql.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_catalog.pg_constraint WHERE contype = 'f' AND connamespace = 'licet'::regnamespace AND conparentid = 0`,
  )
  const names = tables.map(({ name }) => quoteTable(name))
  // Triggers are disabled first, because the audit log has triggers that refuse to empty its tables.
  for (const name of names) await sql.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
  await sql.query(`TRUNCATE ${names.join()}`)
  for (const { table, name } of keys) await sql.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  const counts = await insertRows(sql, tables, lines)
  for (const { table, name, definition } of keys) await sql.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  for (const name of names) await sql.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
  return counts
}

async function insertRows(sql: Sql, tables: readonly Table[], lines: AsyncIterable<string>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  let target: Table | undefined
  let statement = ''
  let rows: string[] = []
  let chars = 0
  const insert = async (): Promise<void> => {
    if (target === undefined || rows.length === 0) return
    await sql.query(statement, [`[${rows.join()}]`])
    counts[target.name] = (counts[target.name] ?? 0) + rows.length
    rows = []
    chars = 0
  }
  for await (const line of lines) {
    const row = readRowLine(line)
    if (row !== undefined) {
      rows.push(row)
      chars += row.length
      if (rows.length >= ROWS_AT_ONCE || chars >= MAX_BATCH_CHARS) await insert()
      continue
    }
    await insert()
    const { table, columns, identities }: BackupTable = JSON.parse(line)
    target = tables.find(({ name }) => name === table)
    if (target === undefined || !columns.every((column) => target?.columns.includes(column))) throw unknownTable(table)
    const list = quoteColumns(columns)
    const name = quoteTable(table)
    statement = `INSERT INTO ${name} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM json_populate_recordset(NULL::${name}, $1::json)`
    counts[table] = 0
    await setIdentities(sql, target, identities)
  }
  await insert()
  return counts
}

async function setIdentities(sql: Sql, table: Table, last: BackupTable['identities']): Promise<void> {
  for (const { column, sequence } of table.identities) {
    const value = last[column] ?? 0
    // A sequence starts at 1, so 0 is a sequence that was never used.
    await sql.query('SELECT setval($1::regclass, greatest($2::bigint, 1), $2::bigint > 0)', [sequence, value])
  }
}

function unknownTable(name: string): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    `The backup has a table or column that its version of the schema does not have: ${JSON.stringify(name)}. Nothing was restored. Restore another backup.`,
  )
}
