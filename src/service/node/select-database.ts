import { env } from 'node:process'
import { LicetError } from '../../core/errors.ts'
import { openPgliteStorage } from '../storage/pglite.ts'
import type { Storage } from '../storage/storage.ts'
import { checkDatabaseUrl, nonBlank } from './check-database-url.ts'
import { checkUnlocked } from './lock-folder.ts'
import { openDiskStorage } from './open-disk-storage.ts'
import { openPostgresStorage } from './open-postgres-storage.ts'
import type { RunningService, ServeOptions } from './serve-options.ts'

/** The database that the options select, before it is opened. */
export interface SelectedDatabase {
  readonly kind: RunningService['database']
  /** Rejects when another process uses the database, and only one can. */
  checkUnlocked?(): Promise<void>
  /** Opens the storage for the service at an address. Call it once. */
  open(url: string): Promise<Storage>
}

/**
 * Selects the database by the options and `DATABASE_URL`. Opens nothing.
 *
 * @throws {LicetError} `invalid_configuration` in production without a database, and for an invalid connection string.
 */
export function selectDatabase(options: ServeOptions): SelectedDatabase {
  const { databaseUrl, maxConnections, dataDir, memory = false, allowEmbedded = false, storage } = options
  const selected = storage !== undefined || dataDir !== undefined || memory
  const url = nonBlank(databaseUrl) ?? (selected ? undefined : nonBlank(env.DATABASE_URL))
  if (storage === undefined && url === undefined && env.NODE_ENV === 'production' && !allowEmbedded) throw databaseRequired()
  if (url !== undefined) checkDatabaseUrl(url)
  const mayMigrate = (options.migrate ?? 'auto') === 'auto'
  const preparedStatements = options.preparedStatements ?? readPrepared()
  if (storage !== undefined) return { kind: 'given', open: async () => storage }
  if (url !== undefined)
    return { kind: 'postgresql', open: async () => openPostgresStorage(url, { maxConnections, preparedStatements, mayMigrate }) }
  if (dataDir !== undefined) {
    return {
      kind: 'embedded',
      checkUnlocked: () => checkUnlocked(dataDir),
      open: (url) => openDiskStorage({ folder: dataDir, url }),
    }
  }
  return { kind: 'memory', open: () => openPgliteStorage() }
}

/** Reads `DATABASE_PREPARED`, which is `on` or `off`. */
function readPrepared(): boolean {
  const value = nonBlank(env.DATABASE_PREPARED) ?? 'on'
  if (value === 'on' || value === 'off') return value === 'on'
  throw new LicetError(
    'invalid_configuration',
    'DATABASE_PREPARED is neither on nor off. The service did not start. Set it to off for a pooler without prepared statements, or unset it.',
    { field: 'preparedStatements' },
  )
}

function databaseRequired(): LicetError<'invalid_configuration'> {
  return new LicetError(
    'invalid_configuration',
    'NODE_ENV is production and DATABASE_URL is not set. The service did not start, because the embedded database never calls fsync: ' +
      'a power cut can lose licenses. Set DATABASE_URL to a PostgreSQL database, or permit the embedded one (allowEmbedded, --allow-embedded).',
    { field: 'databaseUrl' },
  )
}
