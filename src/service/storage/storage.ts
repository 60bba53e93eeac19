/** A row as both drivers give it: times are milliseconds since the epoch, counts are numbers, bytes are `Uint8Array`. */
export type Row = Readonly<Record<string, unknown>>

/** A parameter of a statement. Times go as RFC 3339 text. */
export type SqlValue = string | number | boolean | null | Uint8Array | readonly string[]

/** Runs statements, on a connection of its own or inside a transaction. */
export interface Sql {
  query<R extends object = Row>(text: string, values?: readonly SqlValue[]): Promise<R[]>
}

/**
 * The database of the service: PostgreSQL, or PGlite, behind one interface, one schema and one set of migrations.
 *
 * Every method rejects with `LicetError` `unavailable` when the database is away, and with {@link StorageError} otherwise.
 */
export interface Storage extends Sql {
  /** Runs statements as one; tried again a few times when the database asks for it (SQLSTATE 40001, 40P01). */
  transaction<T>(run: (sql: Sql) => Promise<T>): Promise<T>
  /**
   * Resolves when the schema is in place.
   *
   * @throws {LicetError} `storage_unavailable` when it belongs to a newer version of Licet.
   */
  ready(): Promise<void>
  /** Takes what was deleted or overwritten out of the database's files, for an engine that would leave it there. Called after an erasure. */
  purge?(): Promise<void>
  close(): Promise<void>
}

/** Why a connection failed, where the driver told. */
export type ConnectionFault = 'refused' | 'unknown_host' | 'tls' | 'timeout'

/** A statement that the database refused: a fault of ours. Holds no parameter and no text of a row. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  /** SQLSTATE, five letters; empty when the connection failed before the database could tell. */
  readonly state: string
  /** Why the connection failed, where that is known. */
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

/** The states that an operator meets, in words. */
const STATES: ReadonlyMap<string, string> = new Map([
  ['08P01', 'a pooler takes no limits of time from a connection (ignore_startup_parameters of PgBouncer)'],
  ['25006', 'it takes no writes, being a standby or set to read only'],
  ['28000', 'it lets this user not in, or not from here'],
  ['28P01', 'the password is wrong'],
  ['3D000', 'there is no database of that name'],
  ['42501', 'the role lacks a right'],
  ['53100', 'its disk is full'],
  ['53300', 'it has as many connections as it takes'],
  ['57014', 'the statement took longer than it may'],
])

const FAULTS: Readonly<Record<ConnectionFault, string>> = {
  refused: 'nothing listens at its address (ECONNREFUSED)',
  unknown_host: 'its host has no address (ENOTFOUND)',
  tls: 'TLS does not come about, because the server does not speak it, its certificate is not accepted, or a file of the connection string cannot be read',
  timeout: 'it does not answer in time',
}
