import { LicetError } from '../../core/errors.ts'
import { toTransportFault } from '../transport-fault.ts'
import { type ConnectionFault, StorageError } from './storage.ts'

/** SQLSTATE of a write on a server that is read-only. */
export const READ_ONLY = '25006'
/** SQLSTATE of a statement that exceeded its timeout, or that someone cancelled. */
const CANCELLED = '57014'
/** SQLSTATE of a write for which the disk has no room. */
export const DISK_FULL = '53100'
const RETRY_AFTER_MS = 1000
const MAX_TRIES = 5
const RETRY_BASE_MS = 5
// Serialization failure, deadlock, and a foreign key: an erasure deleted a text of terms that this transaction had found.
const RETRIED = new Set(['40001', '40P01', '23503'])

// Classes of SQLSTATE that depend on the state of the database and not on the statement: connection, read-only, password,
// database name, rollback, resources, locks, operator, system, internal.
const UNAVAILABLE = new Set(['08', '25', '28', '3D', '40', '53', '55', '57', '58', 'XX'])

/**
 * Converts an error of a driver to its SQLSTATE. Drops the original error, because it can contain parameters of the statement.
 */
export function toStorageError(error: unknown): StorageError {
  return error instanceof StorageError ? error : new StorageError(sqlState(error), connectionFault(error))
}

/**
 * Runs a transaction of a driver. Rethrows errors of the work unchanged, and errors of the driver as {@link StorageError}.
 */
export async function guardTransaction<T>(transact: (run: <R>(work: () => Promise<R>) => Promise<R>) => Promise<T>): Promise<T> {
  let thrown: { readonly error: unknown } | undefined
  try {
    return await transact(async (work) => {
      try {
        return await work()
      } catch (error) {
        thrown = { error }
        throw error
      }
    })
  } catch (error) {
    throw thrown?.error === error ? error : toStorageError(error)
  }
}

/**
 * Runs a function, and retries it with growing, jittered pauses after a failure that another transaction caused (SQLSTATE 40001,
 * 40P01, 23503).
 *
 * @throws {LicetError} `unavailable` when the database is unavailable, refuses the login, or the retries fail. Other errors
 *   unchanged.
 */
export async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      if (tries >= MAX_TRIES || !RETRIED.has(error.state)) throw isUnavailable(error) ? toUnavailable(error) : error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * RETRY_BASE_MS * 2 ** tries))
    }
  }
}

/** Returns whether a connection ended or did not respond in time. An error without a SQLSTATE does not come from the server. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof StorageError && error.state === ''
}

function isUnavailable(error: StorageError): boolean {
  return isConnectionLost(error) || UNAVAILABLE.has(error.state.slice(0, 2))
}

const MESSAGES: ReadonlyMap<string, string> = new Map([
  [
    CANCELLED,
    'The database cancelled a statement that took too long. It stored nothing. Try again in a moment, and ask for less in one request.',
  ],
  [DISK_FULL, 'The database has no room on its disk. It stored nothing. Try again later.'],
])
const NO_RESPONSE =
  'The database does not respond or refuses the connection. The request may not have been stored. Try again in a moment.'

/** The cause contains the SQLSTATE for the operator. It is not sent to the caller. */
export function toUnavailable(cause: StorageError): LicetError<'unavailable'> {
  const message = MESSAGES.get(cause.state) ?? NO_RESPONSE
  return new LicetError('unavailable', message, { cause, retryAfterMs: RETRY_AFTER_MS })
}

function sqlState(error: unknown): string {
  const code = errorCode(error)
  // System errors such as EPIPE also have five letters, but no SQLSTATE starts with E.
  return /^(?!E)[0-9A-Z]{5}$/.test(code) ? code : ''
}

function connectionFault(error: unknown): ConnectionFault | undefined {
  const code = errorCode(error)
  const transport = toTransportFault(code)
  if (transport !== undefined) return transport
  // The driver opens only certificates and keys. It connects to a Unix socket instead of opening it.
  if (error instanceof Error && 'syscall' in error && error.syscall === 'open') return 'tls'
  const text = error instanceof Error ? error.message : ''
  // The driver and its pool report these errors without a code.
  if (code === '' && /support SSL connections/.test(text)) return 'tls'
  if (code === '' && /password must be a string/.test(text)) return 'password_missing'
  return code === 'ETIMEDOUT' || (code === '' && /time-?out/i.test(text)) ? 'timeout' : undefined
}

function errorCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : ''
  return typeof code === 'string' ? code : ''
}
