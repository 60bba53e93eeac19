import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type { ClientConfig } from 'pg'
import { LicetError } from '../../core/errors.ts'
import { DEFAULT_MAX_CONNECTIONS } from '../defaults.ts'
import { createPostgresStorage, type PostgresOptions } from '../storage/postgres.ts'
import type { Storage } from '../storage/storage.ts'
import { checkDatabaseUrl } from './check-database-url.ts'
import { splitHosts } from './database-hosts.ts'
import { createFailoverPool } from './failover-pool.ts'

// A request waits at most 0.5 s for its turn, then for a connection, and then for one statement that gets no answer: 2.7 s together.
const CONNECT_TIMEOUT_MS = 1000
/** When the server cancels a statement, so that its connection stays usable. */
const STATEMENT_TIMEOUT_MS = 1000
/** When the service gives up on a statement, because the server does not even cancel it, and closes the connection. */
const QUERY_TIMEOUT_MS = 1200
const TIME_LIMITS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  query_timeout: QUERY_TIMEOUT_MS,
  idle_in_transaction_session_timeout: QUERY_TIMEOUT_MS,
}
/**
 * Settings of each connection. A frequent statement reads single rows by their keys. While a table is small, the planner would read all of
 * it instead, and keep that plan when it has grown. Planning a question about a use takes ten times as long as answering it, and compiling
 * a batch of questions takes longer too, so each connection plans a statement once.
 */
export const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}
/** Connections of a search for the primary, to each server: one that gets no answer must not delay the next search. */
const SEARCH_CONNECTIONS = 2

/** Options of {@link openPostgresStorage}. */
export interface PostgresStorageOptions extends PostgresOptions {
  /** Maximum number of open connections. Default: 10. */
  readonly maxConnections?: number | undefined
  /** Whether statements have time limits. `false` is for work on whole tables, which takes minutes. Default: `true`. */
  readonly hasTimeLimits?: boolean | undefined
}

/**
 * Opens a PostgreSQL database by its connection string. Needs the package `pg`.
 *
 * With several hosts, as in `postgres://licet@a:5432,b:5432/licet`, it connects to the server that accepts writes, including after a
 * failover.
 *
 * Connects at the first use. While the database is unavailable, each use tries again and rejects with `unavailable` (503).
 * The first use rejects with `LicetError` `invalid_configuration` when `pg` is not installed.
 *
 * @throws {LicetError} `invalid_configuration` when the text is not a connection string.
 */
export function openPostgresStorage(databaseUrl: string, options: PostgresStorageOptions = {}): Storage {
  checkDatabaseUrl(databaseUrl)
  let opened: Storage | undefined
  let opening: Promise<Storage> | undefined
  const open = (): Promise<Storage> => {
    opening ??= connect(databaseUrl, options).then((storage) => {
      opened = storage
      return storage
    })
    return opening
  }
  return {
    query: async (text, values) => (await open()).query(text, values),
    transaction: async (run) => (await open()).transaction(run),
    ready: async () => (await open()).ready(),
    connections: options.maxConnections ?? DEFAULT_MAX_CONNECTIONS,
    schema: async () => {
      const storage = await open()
      return storage.schema?.() ?? { version: 0, supported: 0 }
    },
    poolState: () => opened?.poolState?.() ?? { busy: 0, idle: 0, waiting: 0 },
    close: async () => (await opening?.catch(() => undefined))?.close(),
  }
}

async function connect(databaseUrl: string, options: PostgresStorageOptions): Promise<Storage> {
  const { hasTimeLimits = true } = options
  // Imported on demand, because `pg` is an optional peer.
  const { default: pg } = await import('pg').catch(missingPackage)
  // The pool drops a client that cannot log in and leaves its socket open. The server waits a minute for the password, and so would this
  // process.
  class Client extends pg.Client {
    constructor(config?: ClientConfig) {
      super(config)
      const { connection } = this as unknown as { readonly connection: EventEmitter & { readonly stream: Socket } }
      connection.once('error', () => connection.stream.destroy())
    }
  }
  const createPool = (connectionString: string, max: number) =>
    new pg.Pool({
      connectionString,
      Client,
      application_name: 'licet',
      max,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      // A connection whose end PostgreSQL does not confirm must not keep the process alive.
      allowExitOnIdle: true,
      ...(hasTimeLimits && { ...TIME_LIMITS, ...withSettings(connectionString) }),
    })
  const max = options.maxConnections ?? DEFAULT_MAX_CONNECTIONS
  const servers = splitHosts(databaseUrl)
  const pool =
    servers.length === 1
      ? createPool(databaseUrl, max)
      : createFailoverPool(servers.map((url) => ({ pool: createPool(url, max), searchPool: createPool(url, SEARCH_CONNECTIONS) })))
  return createPostgresStorage(pool, pg.types.getTypeParser, options)
}

/** Adds {@link SESSION_SETTINGS} to the start of a connection. Settings in the connection string come last, so they win. */
function withSettings(connectionString: string): { readonly connectionString: string; readonly options?: string } {
  const own = Object.entries(SESSION_SETTINGS).map(([name, value]) => `-c ${name}=${value}`)
  const url = URL.canParse(connectionString) ? new URL(connectionString) : undefined
  const given = url?.searchParams.get('options')
  if (url === undefined || given == null) return { connectionString, options: own.join(' ') }
  // The driver prefers the values of the connection string.
  url.searchParams.set('options', [...own, given].join(' '))
  return { connectionString: url.href }
}

function missingPackage(cause: unknown): never {
  throw new LicetError(
    'invalid_configuration',
    'The package pg is not installed, so the service cannot connect to PostgreSQL. Nothing was stored. Run npm install pg.',
    { cause, field: 'databaseUrl' },
  )
}
