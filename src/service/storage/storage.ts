/** A row of a result. Times are milliseconds since the epoch, counts are numbers, bytes are `Uint8Array`. */
export type Row = Readonly<Record<string, unknown>>

/** A parameter of a statement. Times are RFC 3339 text. */
export type SqlValue = string | number | boolean | null | Uint8Array | readonly string[]

/** Runs statements, each on any connection or all inside one transaction. */
export interface Sql {
  query<R extends object = Row>(text: string, values?: readonly SqlValue[]): Promise<R[]>
}

/**
 * The database of the service: PostgreSQL or PGlite, with the same schema and migrations.
 *
 * Every method rejects with `LicetError` `unavailable` when the database is unavailable, and with {@link StorageError} for other
 * failures.
 */
export interface Storage extends Sql {
  /** Runs statements in a transaction. Retries it after a failure that another transaction caused (SQLSTATE 40001, 40P01, 23503). */
  transaction<T>(run: (sql: Sql) => Promise<T>): Promise<T>
  /**
   * Migrates the schema, and resolves when it is up to date.
   *
   * @throws {LicetError} `storage_unavailable` when the schema belongs to a newer version of Licet; `unavailable` when it belongs to an
   *   older one and may not be migrated.
   */
  ready(): Promise<void>
  /** Returns the version of the schema, and changes nothing. Absent for a storage without migrations. */
  schema?(): Promise<SchemaState>
  /** Removes deleted and overwritten data from the files of the database. The service calls it after an erasure. */
  purge?(): Promise<void>
  /** How many statements or transactions can run at the same time, and so how many requests use the database. Default: 10. */
  readonly connections?: number | undefined
  /** Returns the open connections now, and how many requests wait for one. Absent for a database without a pool. */
  poolState?(): PoolState
  close(): Promise<void>
}

/** The version of the schema in a database. */
export interface SchemaState {
  /** 0 when the database has no schema. */
  readonly version: number
  /** The version that this program needs. */
  readonly supported: number
  /** The program that migrated the database last, such as `licet 0.1.0`, if it is known. */
  readonly migratedBy?: string
  /** The version from which this storage migrated the database. Absent when it changed nothing. */
  readonly migratedFrom?: number
}

/** The connections of a pool. */
export interface PoolState {
  readonly busy: number
  readonly idle: number
  readonly waiting: number
}

/** Why a connection failed, if the driver reports it. */
export type ConnectionFault = 'refused' | 'unknown_host' | 'tls' | 'timeout' | 'password_missing'

/** A failed statement or connection. Contains no parameters and no data of a row. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  /** SQLSTATE of five characters. Empty when the connection failed. */
  readonly state: string
  /** Why the connection failed, if that is known. */
  readonly fault: ConnectionFault | undefined

  constructor(state: string, fault?: ConnectionFault) {
    super(
      state !== ''
        ? `The database refused a statement with SQLSTATE ${state}${STATES.has(state) ? `: ${STATES.get(state)}` : ''}.`
        : `The connection to the database failed${fault === undefined ? '' : `: ${FAULTS[fault]}`}.`,
    )
    this.state = state
    this.fault = fault
  }
}

const LOST_STATEMENT =
  'a pooler in transaction mode does not keep prepared statements, such as PgBouncer before 1.21. Set DATABASE_PREPARED=off'

/** SQLSTATEs of a prepared statement that exists already, or does not exist. */
export const LOST_STATEMENT_STATES: readonly string[] = ['42P05', '26000']

/** Explanations of common states, for the operator. */
const STATES: ReadonlyMap<string, string> = new Map([
  [
    '08P01',
    'a pooler refuses or ended the connection, for example because of its timeouts (see ignore_startup_parameters of PgBouncer)',
  ],
  ['25006', 'the database is read-only, for example a standby'],
  [
    '2BP01',
    'one of your own objects, such as a view, depends on an object that had to be replaced. Drop it before, and create it again afterwards',
  ],
  ['26000', LOST_STATEMENT],
  ['28000', 'the database refuses this user, or this client address'],
  ['28P01', 'the password is wrong'],
  ['3D000', 'no database has this name'],
  ['42P05', LOST_STATEMENT],
  ['42501', 'the role lacks a required privilege'],
  ['53100', 'the disk of the database is full, so nothing can be stored. Free some space'],
  ['53300', 'the database has reached its limit of connections'],
  ['57014', 'the statement was cancelled or exceeded its timeout'],
])

const FAULTS: Readonly<Record<ConnectionFault, string>> = {
  refused: 'no server listens at this address (ECONNREFUSED)',
  unknown_host: 'the host name cannot be resolved (ENOTFOUND)',
  tls: 'TLS failed, because the server does not support it, its certificate is refused, or a file in the connection string cannot be read',
  timeout: 'the server did not respond in time',
  password_missing: 'the server requires a password, and none is set',
}
