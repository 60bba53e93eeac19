import pg from 'pg'
import { createPostgresStorage } from '../storage/postgres.ts'
import type { Storage } from '../storage/storage.ts'

const CONNECT_TIMEOUT_MS = 2000
const STATEMENT_TIMEOUT_MS = 5000
const MAX_CONNECTIONS = 10

/** Options of {@link openPostgresStorage}. */
export interface PostgresStorageOptions {
  /** Default: 10. */
  readonly maxConnections?: number
}

/**
 * Opens a PostgreSQL database by its connection string. Needs the package `pg`.
 *
 * Nothing is connected yet: a database that is away is asked again at the next request, which is answered with 503 until then.
 */
export function openPostgresStorage(databaseUrl: string, options: PostgresStorageOptions = {}): Storage {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'licet',
    max: options.maxConnections ?? MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  })
  // An idle connection that breaks is replaced at the next use; unheard, the event would end the process.
  pool.on('error', () => undefined)
  return createPostgresStorage(pool, (oid, format) => pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text'))
}
