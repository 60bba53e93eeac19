import { withMigrations } from './migrate.ts'
import { COLUMN_TYPES, parseInt8, parseTimestamptz } from './parse-column.ts'
import type { Sql, Storage } from './storage.ts'
import { guardTransaction, toStorageError, withRetries } from './storage-errors.ts'

interface PostgresQuery {
  readonly text: string
  readonly values: unknown[]
  readonly types: { getTypeParser(oid: number, format?: string): (text: string) => unknown }
  /** Milliseconds after which the driver gives up on it, in place of what its pool says. */
  readonly query_timeout?: number
}

interface PostgresConnection {
  query(query: PostgresQuery): Promise<{ rows: unknown[] } | { rows: unknown[] }[]>
}

type ErrorListener = (error: Error) => void

interface PooledConnection extends PostgresConnection {
  on(event: 'error', listener: ErrorListener): unknown
  off(event: 'error', listener: ErrorListener): unknown
  release(error?: Error | boolean): void
}

/** The part of a `Pool` of the package `pg` that the driver uses, so that this file needs no types of Node. */
export interface PostgresPool extends PostgresConnection {
  on(event: 'error', listener: ErrorListener): unknown
  connect(): Promise<PooledConnection>
  end(): Promise<void>
}

// The most that a timer takes: 24 days. 0 would leave the limit of the pool.
const NO_TIMEOUT_MS = 2 ** 31 - 1

/** How `pg` reads columns by default, handed in for every type but the two that are ours. */
export type GetTypeParser = (oid: number, format?: string) => (text: string) => unknown

/**
 * Makes a storage of a `Pool` of the package `pg`. It opens lazily: a database that is away now is asked again at the next request.
 *
 * @example
 * const storage = createPostgresStorage(new pg.Pool({ connectionString }), pg.types.getTypeParser)
 */
export function createPostgresStorage(pool: PostgresPool, getTypeParser: GetTypeParser): Storage {
  const types = { getTypeParser: (oid: number, format?: string) => OURS.get(oid) ?? getTypeParser(oid, format) }
  const on = (connection: PostgresConnection, limits: Pick<PostgresQuery, 'query_timeout'> = {}): Sql => ({
    query: async (text, values = []) => {
      try {
        const result = await connection.query({ text, values: [...values], types, ...limits })
        const last = Array.isArray(result) ? result.at(-1) : result
        return (last?.rows ?? []) as never[]
      } catch (error) {
        throw toStorageError(error)
      }
    },
  })
  const direct = on(pool)
  const patiently = (connection: PostgresConnection): Sql => on(connection, { query_timeout: NO_TIMEOUT_MS })
  const transaction =
    (open: (connection: PostgresConnection) => Sql): Storage['transaction'] =>
    (run) =>
      withRetries(() => guardTransaction((guard) => transact(pool, open, (sql) => guard(() => run(sql)))))
  // An idle connection that breaks is replaced at the next use; unheard, the event would end the process.
  pool.on('error', unheard)
  return withMigrations(
    {
      query: (text, values) => withRetries(() => direct.query(text, values)),
      transaction: transaction(on),
      close: () => pool.end(),
    },
    transaction(patiently),
  )
}

const OURS = new Map<number, (text: string) => unknown>([
  [COLUMN_TYPES.int8, parseInt8],
  [COLUMN_TYPES.timestamptz, parseTimestamptz],
])

async function transact<T>(
  pool: PostgresPool,
  on: (connection: PostgresConnection) => Sql,
  run: (sql: Sql) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect()
  // The pool listens to idle connections alone. What breaks one in use is told by the statement that it fails.
  connection.on('error', unheard)
  const sql = on(connection)
  let broken: Error | undefined
  try {
    // Locks order what must have an order; a stricter default of the database would only refuse what waits for one.
    await sql.query('BEGIN ISOLATION LEVEL READ COMMITTED')
    const result = await run(sql)
    await sql.query('COMMIT')
    return result
  } catch (error) {
    // A connection that cannot even roll back is not given back to the pool.
    await sql.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    connection.off('error', unheard)
    connection.release(broken)
  }
}

function unheard(): void {}
