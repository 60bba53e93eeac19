import { isLicetError, type LicetError } from '../../core/errors.ts'
import type { ServiceEvent } from '../service-event.ts'
import { SchemaBehind } from '../storage/run-migrations.ts'
import { type Storage, StorageError } from '../storage/storage.ts'

const RETRY_FIRST_MS = 250
const RETRY_MAX_MS = 10_000

// The SQLSTATEs of a server that starts, stops, is full, waits for its promotion, or ended an idle session. Other states, such as a wrong password, do not
// recover automatically.
const TEMPORARY = /^(?:08\d\d\d|25006|25P03|53300|57P0[1235])?$/

/**
 * Connects to the database and migrates it. If it is unavailable, retries in the background after 0.25, 0.5, 1 … 10 seconds.
 *
 * With `waitsForSchema`, it also waits until another process has migrated an older schema.
 *
 * Until then requests get 503. Resolves with a function that stops the retries.
 *
 * @throws {LicetError} when a retry would not help: a wrong password, a refused certificate, a newer schema.
 */
export async function connectDatabase(
  storage: Storage,
  onEvent: (event: ServiceEvent) => void,
  waitsForSchema = false,
): Promise<() => void> {
  let lastReason = ''
  const reportChange = (reason: string): void => {
    if (reason !== lastReason) onEvent({ type: 'database_unavailable', reason })
    lastReason = reason
  }
  try {
    await storage.ready()
    return () => undefined
  } catch (error) {
    if (!isTemporary(error) && !(waitsForSchema && isBehind(error))) throw error
    reportChange(toReason(error))
  }
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const retryAfter = (pauseMs: number): void => {
    if (stopped) return
    timer = setTimeout(() => {
      storage.ready().then(
        () => onEvent({ type: 'database_available' }),
        (error: unknown) => {
          if (!stopped) reportChange(toReason(error))
          retryAfter(Math.min(2 * pauseMs, RETRY_MAX_MS))
        },
      )
    }, pauseMs)
  }
  retryAfter(RETRY_FIRST_MS)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

function isTemporary(error: unknown): boolean {
  if (!isLicetError(error, 'unavailable') || !(error.cause instanceof StorageError)) return false
  const { fault } = error.cause
  return fault !== 'tls' && fault !== 'password_missing' && TEMPORARY.test(error.cause.state)
}

function isBehind(error: unknown): error is LicetError {
  return isLicetError(error, 'unavailable') && error.cause instanceof SchemaBehind
}

/** Returns why the database is unavailable, for the operator. */
export function toReason(error: unknown): string {
  if (isBehind(error)) return error.message
  const cause = isLicetError(error, 'unavailable') ? error.cause : error
  return cause instanceof StorageError || isLicetError(cause) ? cause.message : 'The database failed.'
}
