import { env } from 'node:process'
import { LicetError } from '../../core/errors.ts'
import { openPgliteStorage } from '../storage/pglite.ts'
import type { Storage } from '../storage/storage.ts'
import { checkDatabaseUrl, nonBlank } from './check-database-url.ts'
import { splitHosts } from './database-hosts.ts'
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
  /** Opens its standby. Absent without one. */
  openReplica?(): Storage
}

/**
 * Selects the database by the options and `DATABASE_URL`. Opens nothing.
 *
 * @throws {LicetError} `invalid_configuration` in production without a database, and for an invalid connection string.
 */
export function selectDatabase(options: ServeOptions): SelectedDatabase {
  const { maxConnections, dataDir, allowEmbedded = false, storage } = options
  const url = selectUrl(options)
  if (storage === undefined && url === undefined && env.NODE_ENV === 'production' && !allowEmbedded) throw databaseRequired(options)
  if (url !== undefined) checkDatabaseUrl(url)
  const readUrl = selectReadUrl(options, url)
  const mayMigrate = (options.migrate ?? 'auto') === 'auto'
  const preparedStatements = options.preparedStatements ?? readPrepared()
  if (storage !== undefined) return { kind: 'given', open: async () => storage }
  if (url !== undefined) {
    const connections = { maxConnections, preparedStatements }
    return {
      kind: 'postgresql',
      open: async () => openPostgresStorage(url, { ...connections, mayMigrate }),
      ...(readUrl !== undefined && { openReplica: () => openPostgresStorage(readUrl, { ...connections, mayMigrate: false }) }),
    }
  }
  if (dataDir !== undefined) {
    return {
      kind: 'embedded',
      checkUnlocked: () => checkUnlocked(dataDir),
      open: (url) => openDiskStorage({ folder: dataDir, url }),
    }
  }
  return { kind: 'memory', open: () => openPgliteStorage() }
}

/** Returns which database the options select, even when the options have faults. */
export function selectKind(options: ServeOptions): SelectedDatabase['kind'] {
  if (options.storage !== undefined) return 'given'
  if (selectUrl(options) !== undefined) return 'postgresql'
  return options.dataDir === undefined ? 'memory' : 'embedded'
}

function selectUrl({ databaseUrl, dataDir, memory = false, storage }: ServeOptions): string | undefined {
  const selected = storage !== undefined || dataDir !== undefined || memory
  return nonBlank(databaseUrl) ?? (selected ? undefined : nonBlank(env.DATABASE_URL))
}

/** Returns the connection string of the standby. A standby from the environment belongs to the database from the environment. */
function selectReadUrl({ databaseUrl, databaseReadUrl }: ServeOptions, url: string | undefined): string | undefined {
  const isFromEnvironment = url !== undefined && nonBlank(databaseUrl) === undefined
  const readUrl = nonBlank(databaseReadUrl) ?? (isFromEnvironment ? nonBlank(env.DATABASE_READ_URL) : undefined)
  if (readUrl === undefined) return undefined
  if (url === undefined) throw readUrlAlone()
  if (splitHosts(readUrl).length > 1) throw severalReplicas()
  checkDatabaseUrl(readUrl, 'databaseReadUrl')
  return readUrl
}

function readUrlAlone(): LicetError<'invalid_configuration'> {
  return new LicetError(
    'invalid_configuration',
    'databaseReadUrl is set and there is no PostgreSQL database to write to. The service did not start. Set databaseUrl (DATABASE_URL) too.',
    { field: 'databaseReadUrl' },
  )
}

function severalReplicas(): LicetError<'invalid_configuration'> {
  return new LicetError(
    'invalid_configuration',
    'databaseReadUrl contains several hosts. The service did not start. Use the address of one standby, or of a proxy in front of them.',
    { field: 'databaseReadUrl' },
  )
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

function databaseRequired({ memory }: ServeOptions): LicetError<'invalid_configuration'> {
  // The command line sets a default of dataDir, which the operator has not set.
  const given = memory ? 'memory is set' : 'no PostgreSQL database is configured'
  return new LicetError(
    'invalid_configuration',
    `NODE_ENV is production and ${given}. The service did not start, because the embedded database never calls fsync: ` +
      'a power cut can lose licenses. Set DATABASE_URL to a PostgreSQL database, or permit the embedded one (allowEmbedded, --allow-embedded).',
    { field: 'databaseUrl' },
  )
}
