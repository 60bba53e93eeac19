import { isLicetError, LicetError } from '../../core/errors.ts'
import { StorageError } from './storage.ts'

const RETRY_AFTER_MS = 1000
const MAX_TRIES = 5
const RETRY_BASE_MS = 5
const RETRIED = new Set(['40001', '40P01'])

// Classes of SQLSTATE that tell of the database's state, not of the statement: connection, read-only, resources, locks, operator, system, internal.
const PASSING = new Set(['08', '25', '40', '53', '55', '57', '58', 'XX'])

/** What a driver threw, as `unavailable` or {@link StorageError}. The original is dropped on purpose: it can hold the statement's parameters. */
export function toStorageError(error: unknown): Error {
  if (isLicetError(error) || error instanceof StorageError) return error
  const state = sqlState(error)
  if (state !== undefined && !PASSING.has(state.slice(0, 2))) return new StorageError(state)
  return new LicetError('unavailable', 'The database does not answer. Nothing was stored. Try again in a moment.', {
    retryAfterMs: RETRY_AFTER_MS,
  })
}

/** Runs something again, with a growing and jittered pause, while the database asks for it (SQLSTATE 40001, 40P01). */
export async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (tries >= MAX_TRIES || !RETRIED.has(sqlState(error) ?? '')) throw toStorageError(error)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * RETRY_BASE_MS * 2 ** tries))
    }
  }
}

function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined
}
