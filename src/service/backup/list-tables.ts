import type { Sql } from '../storage/storage.ts'

/** A table of the schema, with the columns that a backup has. */
export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** Identity columns, with their sequences. */
  readonly identities: readonly { readonly column: string; readonly sequence: string }[]
}

/** Returns every table of the schema except the table of migrations, sorted by name. A partitioned table is one table. */
export async function listTables(sql: Sql): Promise<Table[]> {
  return sql.query<Table>(
    `SELECT c.relname AS name,
       (SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_catalog.pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       (SELECT coalesce(json_agg(json_build_object(
            'column', a.attname, 'sequence', pg_get_serial_sequence(format('licet.%I', c.relname), a.attname))), '[]')
        FROM pg_catalog.pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attidentity <> '') AS identities
     FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'licet' AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'migrations'
     ORDER BY c.relname`,
  )
}

/** Quotes the name of a table of the schema. */
export function quoteTable(name: string): string {
  return `licet.${quoteName(name)}`
}

/** Quotes names of columns, with commas between them. */
export function quoteColumns(columns: readonly string[]): string {
  return columns.map(quoteName).join(', ')
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
