import { sha256 } from '@noble/hashes/sha2.js'
import { utf8 } from '../../core/signature.ts'
import { toBase64Url } from '../crypto/standard-base64.ts'
import { MIGRATIONS, type Migration } from './migrations.ts'
import { COLUMN_TYPES, parseInt8, parseTimestamptz } from './parse-column.ts'
import { withMigrations } from './run-migrations.ts'
import { type Sql, type Storage, StorageError } from './storage.ts'
import { guardTransaction, isConnectionLost, READ_ONLY, toStorageError, withRetries } from './storage-errors.ts'

interface PostgresQuery {
  readonly text: string
  /** Name of the prepared statement. Without one, PostgreSQL plans the statement each time. */
  readonly name?: string | undefined
  readonly values: unknown[]
  readonly types: { getTypeParser(oid: number, format?: string): (text: string) => unknown }
  /** Timeout of this query in milliseconds. Overrides the timeout of the pool. */
  readonly query_timeout?: number
}

interface PostgresConnection {
  query(query: PostgresQuery): Promise<{ rows: unknown[] } | { rows: unknown[] }[]>
}

interface PooledConnection extends PostgresConnection {
  release(error?: Error | boolean): void
}

/** A connection that can send statements together. Only `pg` since version 8.23 has `pipeline`; before, each waits for the one before. */
interface PipelinedConnection {
  pipeline?: boolean
  readonly connection?: { readonly stream?: { cork?(): void; uncork?(): void } }
}

/** The part of a `Pool` of the package `pg` that the driver uses, declared here so that this file needs no types of Node. */
export interface PostgresPool extends PostgresConnection {
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'connect', listener: (connection: { on(event: 'error', listener: (error: Error) => void): unknown }) => void): unknown
  connect(): Promise<PooledConnection>
  end(): Promise<void>
  readonly totalCount?: number
  readonly idleCount?: number
  readonly waitingCount?: number
  readonly options?: { readonly max?: number | undefined } | undefined
}

// The longest possible timer: 24 days. 0 would mean the timeout of the pool.
const NO_TIMEOUT_MS = 2 ** 31 - 1
const CLOSE_TIMEOUT_MS = 1000

/** Returns the default parser of `pg` for a column type. The storage has its own parsers for int8 and timestamptz. */
export type GetTypeParser = (oid: number, format?: 'text' | 'binary') => (text: string) => unknown

/** Options of {@link createPostgresStorage}. */
export interface PostgresOptions {
  /**
   * Whether each connection prepares its statements once and keeps them. `false` is for a pooler in transaction mode that does not
   * support prepared statements, such as PgBouncer before version 1.21. Default: `true`.
   */
  readonly preparedStatements?: boolean | undefined
  /** Whether the first use migrates the schema. With `false`, it rejects while the schema has another version. Default: `true`. */
  readonly mayMigrate?: boolean | undefined
}

/**
 * Creates a storage from a `Pool` of the package `pg`. It connects at the first use, and tries again at each use until it
 * succeeds.
 *
 * @example
 * const storage = createPostgresStorage(new pg.Pool({ connectionString }), pg.types.getTypeParser)
 */
export function createPostgresStorage(pool: PostgresPool, getTypeParser: GetTypeParser, options: PostgresOptions = {}): Storage {
  return createMigratedStorage(MIGRATIONS, pool, getTypeParser, options)
}

/** As {@link createPostgresStorage}, with the migrations of another version. */
export function createMigratedStorage(
  migrations: readonly Migration[],
  pool: PostgresPool,
  getTypeParser: GetTypeParser,
  { preparedStatements = true, mayMigrate = true }: PostgresOptions = {},
): Storage {
  const types = {
    getTypeParser: (oid: number, format?: string) =>
      PARSERS.get(oid) ?? getTypeParser(oid, format === 'binary' ? 'binary' : 'text'),
  }
  const on = (connection: PostgresConnection, limits: Pick<PostgresQuery, 'query_timeout'> = {}): Sql => ({
    query: async (text, values = []) => {
      try {
        // Without values it can be a migration of several statements, which cannot be prepared.
        const name = preparedStatements && values.length > 0 ? nameOf(text) : undefined
        const result = await connection.query({ text, name, values: [...values], types, ...limits })
        const last = Array.isArray(result) ? result.at(-1) : result
        return (last?.rows ?? []) as never[]
      } catch (error) {
        throw toStorageError(error)
      }
    },
  })
  const direct = on(pool)
  const withoutTimeout = (connection: PostgresConnection): Sql => on(connection, { query_timeout: NO_TIMEOUT_MS })
  const transaction =
    (open: (connection: PostgresConnection) => Sql): Storage['transaction'] =>
    (run) =>
      withRetries(() => guardTransaction((guard) => transact(pool, open, (sql) => guard(() => run(sql)))))
  // Node ends the process when a connection emits an error without a listener, and the pool listens only while it is idle. The error
  // is ignored, because a broken connection also rejects its statement, and the pool replaces it.
  pool.on('connect', (connection) => connection.on('error', ignoreError))
  pool.on('error', ignoreError)
  return withMigrations(
    {
      query: (text, values) => withRetries(() => direct.query(text, values)),
      transaction: transaction(on),
      connections: pool.options?.max,
      poolState: () => {
        const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pool
        return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
      },
      close: () => endPool(pool),
    },
    {
      migrator: {
        transaction: transaction(withoutTimeout),
        outsideTransaction: (text) => withRetries(() => queryOutsideTransaction(pool, withoutTimeout, text)),
      },
      mayMigrate,
      migrations,
    },
  )
}

const names = new Map<string, string>()

/**
 * Returns the name of a prepared statement: a hash of its text. A pooler can give a connection of one process to another one, which must never
 * run another statement under the same name. The texts are constants of this service, so the map does not grow.
 */
export function nameOf(text: string): string {
  const name = names.get(text) ?? `licet_${toBase64Url(sha256(utf8(text)).subarray(0, 18))}`
  names.set(text, name)
  return name
}

const PARSERS = new Map<number, (text: string) => unknown>([
  [COLUMN_TYPES.int8, parseInt8],
  [COLUMN_TYPES.timestamptz, parseTimestamptz],
])

async function transact<T>(
  pool: PostgresPool,
  on: (connection: PostgresConnection) => Sql,
  run: (sql: Sql) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect()
  const sql = on(connection)
  let broken = false
  try {
    // The service orders transactions by locks. With a stricter default isolation level, waiting transactions would fail instead.
    await sql.query('BEGIN ISOLATION LEVEL READ COMMITTED')
    const result = await run(sql)
    await sql.query('COMMIT')
    return result
  } catch (error) {
    // A connection that does not respond is closed, which also rolls back. ROLLBACK would wait for its own timeout.
    // One to a server that a failover has made a standby is closed too, so that the next goes to the primary.
    broken = isConnectionLost(error) || isReadOnlyFailure(error) || !(await canRollBack(sql))
    throw error
  } finally {
    connection.release(broken)
  }
}

/**
 * Runs a statement outside of a transaction, without the timeout of the server.
 *
 * A pooler in transaction mode gives each statement another connection to the server, unless it has received the next one already. So all are sent in one write.
 */
async function queryOutsideTransaction(
  pool: PostgresPool,
  on: (connection: PostgresConnection) => Sql,
  text: string,
): Promise<never[]> {
  const connection: PooledConnection & PipelinedConnection = await pool.connect().catch((error: unknown) => {
    throw toStorageError(error)
  })
  try {
    connection.pipeline = true
    const sql = on(connection)
    const stream = connection.connection?.stream
    stream?.cork?.()
    const results = Promise.allSettled([
      sql.query('SET statement_timeout = 0'),
      sql.query<never>(text),
      // The pooler gives the same connection to requests, which need the timeout.
      sql.query('RESET statement_timeout'),
    ])
    stream?.uncork?.()
    const [, result] = await results
    if (result.status === 'rejected') throw result.reason
    return result.value
  } finally {
    // The driver cannot leave the pipeline mode.
    connection.release(true)
  }
}

/** Ends the connections. A server that stands still never confirms the end, so this waits for a limited time. */
async function endPool(pool: PostgresPool): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_TIMEOUT_MS)
  })
  await Promise.race([pool.end(), late]).finally(() => clearTimeout(timer))
}

async function canRollBack(sql: Sql): Promise<boolean> {
  return sql.query('ROLLBACK').then(
    () => true,
    () => false,
  )
}

function isReadOnlyFailure(error: unknown): boolean {
  return error instanceof StorageError && error.state === READ_ONLY
}

function ignoreError(): void {}
