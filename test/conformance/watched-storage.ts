import type { Sql, SqlValue, Storage } from '../../src/service/index.ts'

/** What is told of the statements of a service. */
export interface StatementWatch {
  /** Before a statement; what it throws is thrown instead of running it. */
  readonly before?: (text: string, values: readonly SqlValue[]) => Promise<void> | void
  readonly after?: (text: string, rows: readonly object[]) => Promise<void> | void
}

/** The same storage, whose statements somebody looks at. */
export function watchStorage(storage: Storage, { before, after }: StatementWatch): Storage {
  const watched = (sql: Sql): Sql => ({
    query: async <R extends object>(text: string, values: readonly SqlValue[] = []) => {
      await before?.(text, values)
      const rows = await sql.query<R>(text, values)
      await after?.(text, rows)
      return rows
    },
  })
  return { ...storage, ...watched(storage), transaction: (run) => storage.transaction((sql) => run(watched(sql))) }
}

/** Bytes of what a statement gave. */
export function countBytes(rows: readonly object[]): number {
  const sizes = rows.flatMap((row) =>
    Object.values(row).map((value) => (value instanceof Uint8Array ? value.length : Buffer.byteLength(String(value)))),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
