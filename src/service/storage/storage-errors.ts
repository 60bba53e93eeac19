import { LicetError } from '../../core/errors.ts'
import { type ConnectionFault, StorageError } from './storage.ts'

const RETRY_AFTER_MS = 1000
const MAX_TRIES = 5
const RETRY_BASE_MS = 5
const RETRIED = new Set(['40001', '40P01'])

// Classes of SQLSTATE that tell of the database's state, not of the statement: connection, read-only, password, database name, rollback,
// resources, locks, operator, system, internal.
const PASSING = new Set(['08', '25', '28', '3D', '40', '53', '55', '57', '58', 'XX'])

/** What a driver threw, by its SQLSTATE alone. The original is dropped on purpose: it can hold the statement's parameters. */
export function toStorageError(error: unknown): StorageError {
  return error instanceof StorageError ? error : new StorageError(sqlState(error), connectionFault(error))
}

/**
 * Runs a transaction of a driver, so that what the work itself threw comes out as it is, and what the driver threw as {@link StorageError}.
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
 * Runs something again, with a growing and jittered pause, while the database asks for it (SQLSTATE 40001, 40P01).
 *
 * @throws {LicetError} `unavailable` when the database is away, lets nobody in or goes on asking; whatever else it threw as it is.
 */
export async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      if (tries >= MAX_TRIES || !RETRIED.has(error.state)) throw isPassing(error) ? unavailable(error) : error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * RETRY_BASE_MS * 2 ** tries))
    }
  }
}

/** What came without a SQLSTATE came from the connection. */
function isPassing(error: StorageError): boolean {
  return error.state === '' || PASSING.has(error.state.slice(0, 2))
}

/** Its cause tells an operator the SQLSTATE, and nobody else. */
function unavailable(cause: StorageError): LicetError<'unavailable'> {
  return new LicetError(
    'unavailable',
    'The database does not answer or does not let the service in. Nothing is certain to have been stored. Try again in a moment.',
    { cause, retryAfterMs: RETRY_AFTER_MS },
  )
}

function sqlState(error: unknown): string {
  const code = errorCode(error)
  // No class of SQLSTATE begins with E, and the system's own codes do: EPIPE has five letters too.
  return /^(?!E)[0-9A-Z]{5}$/.test(code) ? code : ''
}

function connectionFault(error: unknown): ConnectionFault | undefined {
  const code = errorCode(error)
  if (code === 'ECONNREFUSED') return 'refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown_host'
  if (/CERT|SIGNATURE|^ERR_(?:TLS|SSL|OSSL)|^EPROTO$/.test(code)) return 'tls'
  // A socket in the file system is connected to; what the driver opens are certificates and keys.
  if (error instanceof Error && 'syscall' in error && error.syscall === 'open') return 'tls'
  const text = error instanceof Error ? error.message : ''
  // The driver and its pool have no code for these two.
  if (code === '' && /support SSL connections/.test(text)) return 'tls'
  return code === 'ETIMEDOUT' || (code === '' && /time-?out/i.test(text)) ? 'timeout' : undefined
}

function errorCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : ''
  return typeof code === 'string' ? code : ''
}
