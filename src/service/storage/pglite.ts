import type { PGlite, Transaction } from '@electric-sql/pglite'
import { withMigrations } from './migrate.ts'
import { COLUMN_TYPES, parseInt8, parseTimestamptz } from './parse-column.ts'
import { type Sql, type SqlValue, type Storage, StorageError } from './storage.ts'
import { guardTransaction, toStorageError, withRetries } from './storage-errors.ts'

/** Options of {@link openPgliteStorage}. */
export interface PgliteStorageOptions {
  /**
   * Where PGlite keeps its files, in its own notation: `memory://` (default), `idb://name` in a browser.
   * For a folder use `openDiskStorage` of `licet/service/node`, which holds a lock: two processes on one folder lose rows.
   */
  readonly dataDir?: string | undefined
  /** A PGlite that is ready-made, for hosts that load its WebAssembly themselves. Closed together with the storage. */
  readonly database?: PGlite | undefined
}

const PARSERS = { [COLUMN_TYPES.int8]: parseInt8, [COLUMN_TYPES.timestamptz]: parseTimestamptz }
const INVALID_PARAMETER_VALUE = '22023'

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
  const storage = withMigrations({
    ...(inFiles && { purge: () => withRetries(() => purge(database)) }),
    query: (text, values) => withRetries(() => run(database, text, values)),
    transaction: (work) =>
      withRetries(() => guardTransaction((guard) => database.transaction((connection) => guard(() => work(toSql(connection)))))),
    close: async () => {
      if (!database.closed) await database.close()
    },
  })
  await storage.ready()
  return storage
}

async function createDatabase(dataDir: string): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite')
  return PGlite.create(dataDir)
}

/** Rewrites the tables that erasure changes and walks the log on, since this engine does neither by itself. */
async function purge(database: PGlite): Promise<void> {
  await run(database, 'VACUUM FULL licet.addresses, licet.licenses, licet.refresh_chains, licet.erasures')
  await run(database, 'SELECT pg_switch_wal()')
  await run(database, 'CHECKPOINT')
}

function toSql(connection: Transaction): Sql {
  return { query: (text, values) => run(connection, text, values) }
}

async function run<R extends object>(
  connection: PGlite | Transaction,
  text: string,
  values: readonly SqlValue[] = [],
): Promise<R[]> {
  try {
    // The simple protocol takes several statements at once, which is what migrations are made of.
    if (values.length === 0) {
      const results = await connection.exec(text, { parsers: PARSERS })
      return (results.at(-1)?.rows ?? []) as R[]
    }
    const result = await connection.query<R>(text, values.map(toOwnRealm), { parsers: PARSERS })
    return result.rows
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
