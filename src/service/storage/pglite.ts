import { COLUMN_TYPES, parseInt8, parseTimestamptz } from './parse-column.ts'
import { withMigrations } from './run-migrations.ts'
import { type Sql, type SqlValue, type Storage, StorageError } from './storage.ts'
import { guardTransaction, toStorageError, withRetries } from './storage-errors.ts'

interface PgliteOptions {
  readonly parsers: { readonly [oid: number]: (text: string) => unknown }
}

interface PgliteConnection {
  exec(text: string, options: PgliteOptions): Promise<{ rows: unknown[] }[]>
  query(text: string, values: unknown[], options: PgliteOptions): Promise<{ rows: unknown[] }>
}

/** The part of a `PGlite` that the driver uses, declared here because the types of PGlite fail with `skipLibCheck: false`. */
export interface PgliteDatabase extends PgliteConnection {
  readonly dataDir?: string | undefined
  readonly closed: boolean
  transaction<T>(run: (connection: PgliteConnection) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Options of {@link openPgliteStorage}. */
export interface PgliteStorageOptions {
  /**
   * Where PGlite stores its files: `memory://` (default), or `idb://name` in a browser.
   * For a folder use `openDiskStorage` of `licet/service/node`, which locks it: two processes on one folder lose rows.
   */
  readonly dataDir?: string | undefined
  /** An open PGlite, for hosts that load its WebAssembly themselves. `close()` of the storage closes it. */
  readonly database?: PgliteDatabase | undefined
}

const PARSERS = { [COLUMN_TYPES.int8]: parseInt8, [COLUMN_TYPES.timestamptz]: parseTimestamptz }
const INVALID_PARAMETER_VALUE = '22023'
/** Statements and transactions between two checks for dead rows. */
const VACUUM_EVERY = 256

/**
 * Opens the embedded database, in memory by default, for tests, demos and Storybook. Needs the package `@electric-sql/pglite`.
 *
 * It has one connection, so transactions run one after another.
 *
 * @throws {LicetError} `storage_unavailable` when the schema belongs to a newer version of Licet.
 */
export async function openPgliteStorage(options: PgliteStorageOptions = {}): Promise<Storage> {
  const database = options.database ?? (await createDatabase(options.dataDir ?? 'memory://'))
  const inFiles = database.dataDir !== undefined && !database.dataDir.startsWith('memory://')
  // Removes old log files. A reused log file would keep erased data.
  if (inFiles) await run(database, 'SET wal_recycle = off')
  const withVacuum = createAutoVacuum(database)
  const storage = withMigrations({
    ...(inFiles && { purge: () => withRetries(() => purge(database)) }),
    query: (text, values) => withVacuum(() => withRetries(() => run(database, text, values))),
    transaction: (work) =>
      withVacuum(() =>
        withRetries(() => guardTransaction((guard) => database.transaction((connection) => guard(() => work(toSql(connection)))))),
      ),
    close: async () => {
      if (!database.closed) await database.close()
    },
  })
  await storage.ready()
  // The statistics of dead rows are lost when the process was killed.
  if (inFiles) await run(database, `VACUUM ${CHANGING.map(inSchema).join()}`)
  return storage
}

async function createDatabase(dataDir: string): Promise<PgliteDatabase> {
  const { PGlite } = await import('@electric-sql/pglite')
  return PGlite.create(dataDir)
}

// The tables with rows that erasure changes or deletes, except those that hold every license.
const ERASED_FROM = [
  'addresses',
  'devices',
  'vouched_devices',
  'open_licenses',
  'permitted_uses',
  'terms',
  'refresh_chains',
  'erasures',
  'signed_bytes',
  'revocations',
  'webhook_deliveries',
  'scheduled_events',
]

// PGlite has no autovacuum, so these are vacuumed when the database is opened.
const CHANGING = [
  ...ERASED_FROM,
  'audit_chains',
  'audit_events',
  'used_identity_tokens',
  'log_pending',
  'log_tiles',
  'log_checkpoints',
]

const inSchema = (table: string): string => `licet.${table}`

// The defaults of autovacuum: 50 rows and a fifth of the table.
const TABLES_WITH_DEAD_ROWS = `SELECT relname AS name FROM pg_stat_user_tables
  WHERE schemaname = 'licet' AND n_dead_tup > 50 + n_live_tup / 5`

/** Returns a function that runs work and regularly vacuums tables with dead rows afterwards. */
function createAutoVacuum(database: PgliteDatabase): <T>(work: () => Promise<T>) => Promise<T> {
  let count = 0
  return async (work) => {
    const result = await work()
    if (++count % VACUUM_EVERY === 0) await vacuumDeadRows(database)
    return result
  }
}

async function vacuumDeadRows(database: PgliteDatabase): Promise<void> {
  try {
    // Without this, the statistics do not include the latest statements.
    await run(database, 'SELECT pg_stat_force_next_flush()')
    for (const { name } of await run<{ name: string }>(database, TABLES_WITH_DEAD_ROWS))
      await run(database, `VACUUM ${inSchema(name)}`)
  } catch {
    // The work itself succeeded. The next check tries again.
  }
}

/**
 * Rewrites the tables that erasure changes and starts a new log file, because PGlite does neither automatically. Requests that wait run
 * between the tables.
 */
async function purge(database: PgliteDatabase): Promise<void> {
  for (const table of ['licenses', 'license_transitions', ...ERASED_FROM]) await run(database, `VACUUM FULL ${inSchema(table)}`)
  await run(database, 'SELECT pg_switch_wal()')
  await run(database, 'CHECKPOINT')
}

function toSql(connection: PgliteConnection): Sql {
  return { query: (text, values) => run(connection, text, values) }
}

async function run<R extends object>(connection: PgliteConnection, text: string, values: readonly SqlValue[] = []): Promise<R[]> {
  try {
    // The simple protocol supports several statements in one query, as in migrations.
    if (values.length === 0) {
      const results = await connection.exec(text, { parsers: PARSERS })
      return (results.at(-1)?.rows ?? []) as R[]
    }
    const result = await connection.query(text, values.map(toThisRealm), { parsers: PARSERS })
    return result.rows as R[]
  } catch (error) {
    throw isRefusedValue(error) ? new StorageError(INVALID_PARAMETER_VALUE) : toStorageError(error)
  }
}

// Under jsdom, `TextEncoder` returns a `Uint8Array` of another realm, which PGlite refuses because of `instanceof`.
function toThisRealm(value: SqlValue): SqlValue {
  return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : value
}

// PGlite refuses a value of a wrong type without a SQLSTATE. That is a fault of the service, not of the connection.
function isRefusedValue(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Invalid input for ')
}
