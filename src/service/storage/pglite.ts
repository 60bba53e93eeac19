import { withMigrations } from './migrate.ts'
import { COLUMN_TYPES, parseInt8, parseTimestamptz } from './parse-column.ts'
import { type Sql, type SqlValue, type Storage, StorageError } from './storage.ts'
import { guardTransaction, toStorageError, withRetries } from './storage-errors.ts'

interface PgliteOptions {
  readonly parsers: { readonly [oid: number]: (text: string) => unknown }
}

interface PgliteConnection {
  exec(text: string, options: PgliteOptions): Promise<{ rows: unknown[] }[]>
  query(text: string, values: unknown[], options: PgliteOptions): Promise<{ rows: unknown[] }>
}

/** The part of a `PGlite` that the driver uses, so that this file needs no types of PGlite, which fail where they are checked. */
export interface PgliteDatabase extends PgliteConnection {
  readonly dataDir?: string | undefined
  readonly closed: boolean
  transaction<T>(run: (connection: PgliteConnection) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Options of {@link openPgliteStorage}. */
export interface PgliteStorageOptions {
  /**
   * Where PGlite keeps its files, in its own notation: `memory://` (default), `idb://name` in a browser.
   * For a folder use `openDiskStorage` of `licet/service/node`, which holds a lock: two processes on one folder lose rows.
   */
  readonly dataDir?: string | undefined
  /** A PGlite that is ready-made, for hosts that load its WebAssembly themselves. Closed together with the storage. */
  readonly database?: PgliteDatabase | undefined
}

const PARSERS = { [COLUMN_TYPES.int8]: parseInt8, [COLUMN_TYPES.timestamptz]: parseTimestamptz }
const INVALID_PARAMETER_VALUE = '22023'
/** Statements and transactions between two looks for rows that are gone and still take room. */
const TIDY_EVERY = 256

/**
 * Opens the embedded database, in memory by default: for trying out, tests and Storybook. Needs the package `@electric-sql/pglite`.
 *
 * It has one connection, so transactions run one after the other.
 *
 * @throws {LicetError} `storage_unavailable` when the schema belongs to a newer version of Licet.
 */
export async function openPgliteStorage(options: PgliteStorageOptions = {}): Promise<Storage> {
  const database = options.database ?? (await createDatabase(options.dataDir ?? 'memory://'))
  const inFiles = database.dataDir !== undefined && !database.dataDir.startsWith('memory://')
  // Logs that are done with are removed; used again, they would keep what they held.
  if (inFiles) await run(database, 'SET wal_recycle = off')
  const tidied = createTidier(database)
  const storage = withMigrations({
    ...(inFiles && { purge: () => withRetries(() => purge(database)) }),
    query: (text, values) => tidied(() => withRetries(() => run(database, text, values))),
    transaction: (work) =>
      tidied(() =>
        withRetries(() => guardTransaction((guard) => database.transaction((connection) => guard(() => work(toSql(connection)))))),
      ),
    close: async () => {
      if (!database.closed) await database.close()
    },
  })
  await storage.ready()
  // What it knew of them is lost where its process was killed.
  if (inFiles) await run(database, `VACUUM ${CHANGING}`)
  return storage
}

async function createDatabase(dataDir: string): Promise<PgliteDatabase> {
  const { PGlite } = await import('@electric-sql/pglite')
  return PGlite.create(dataDir)
}

// The tables whose rows go or change. Nothing else does this: the engine has no autovacuum.
const CHANGING = 'licet.addresses, licet.refresh_chains, licet.erasures'

// As autovacuum has it by default: fifty rows, and a fifth of the table.
const UNTIDY = `SELECT relname AS name FROM pg_stat_user_tables
  WHERE schemaname = 'licet' AND n_dead_tup > 50 + n_live_tup / 5`

/** Runs what it is given and, every so often, gives the room of rows that are gone back to their table afterwards. */
function createTidier(database: PgliteDatabase): <T>(work: () => Promise<T>) => Promise<T> {
  let count = 0
  return async (work) => {
    const result = await work()
    if (++count % TIDY_EVERY === 0) await tidy(database)
    return result
  }
}

async function tidy(database: PgliteDatabase): Promise<void> {
  try {
    // The counts of the statements before are in the statistics only then.
    await run(database, 'SELECT pg_stat_force_next_flush()')
    for (const { name } of await run<{ name: string }>(database, UNTIDY)) await run(database, `VACUUM licet.${name}`)
  } catch {
    // What was to be done before is done; this comes again.
  }
}

/** Rewrites the tables that erasure changes and walks the log on, since this engine does neither by itself. */
async function purge(database: PgliteDatabase): Promise<void> {
  await run(database, 'VACUUM FULL licet.addresses, licet.licenses, licet.refresh_chains, licet.erasures')
  await run(database, 'SELECT pg_switch_wal()')
  await run(database, 'CHECKPOINT')
}

function toSql(connection: PgliteConnection): Sql {
  return { query: (text, values) => run(connection, text, values) }
}

async function run<R extends object>(connection: PgliteConnection, text: string, values: readonly SqlValue[] = []): Promise<R[]> {
  try {
    // The simple protocol takes several statements at once, which is what migrations are made of.
    if (values.length === 0) {
      const results = await connection.exec(text, { parsers: PARSERS })
      return (results.at(-1)?.rows ?? []) as R[]
    }
    const result = await connection.query(text, values.map(toOwnRealm), { parsers: PARSERS })
    return result.rows as R[]
  } catch (error) {
    throw isRefusedValue(error) ? new StorageError(INVALID_PARAMETER_VALUE) : toStorageError(error)
  }
}

// Under jsdom the bytes of `TextEncoder` are of another realm than `Uint8Array`, and PGlite takes what is `instanceof` that alone.
function toOwnRealm(value: SqlValue): SqlValue {
  return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : value
}

// PGlite refuses a value of a wrong type before the database sees it, so without a SQLSTATE: a fault of ours, not of the connection.
function isRefusedValue(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Invalid input for ')
}
