import { isLicetError } from '../../core/errors.ts'
import type { ServiceEvent } from '../service-context.ts'
import { type Storage, StorageError } from '../storage/storage.ts'

const RETRY_FIRST_MS = 250
const RETRY_MAX_MS = 10_000

// A server that starts, stops or is full; what else it tells by a SQLSTATE, a wrong password say, does not mend itself.
const PASSING = /^(?:08\d\d\d|53300|57P0[123])?$/

/**
 * Makes the database ready. One that is away is asked again in the background, with growing pauses, until it answers; requests are 503 meanwhile.
 *
 * Resolves with what ends the asking.
 *
 * @throws whatever does not pass by itself: a password, a certificate, a newer schema.
 */
export async function awaitDatabase(storage: Storage, onEvent: (event: ServiceEvent) => void): Promise<() => void> {
  let told = ''
  const tellOnce = (reason: string): void => {
    if (reason !== told) onEvent({ type: 'database_away', reason })
    told = reason
  }
  try {
    await storage.ready()
    return () => undefined
  } catch (error) {
    if (!isPassing(error)) throw error
    tellOnce(describe(error))
  }
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const askAfter = (pauseMs: number): void => {
    if (stopped) return
    timer = setTimeout(() => {
      storage.ready().then(
        () => onEvent({ type: 'database_back' }),
        (error: unknown) => {
          if (!stopped) tellOnce(describe(error))
          askAfter(Math.min(2 * pauseMs, RETRY_MAX_MS))
        },
      )
    }, pauseMs)
  }
  askAfter(RETRY_FIRST_MS)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

function isPassing(error: unknown): boolean {
  if (!isLicetError(error, 'unavailable') || !(error.cause instanceof StorageError)) return false
  return error.cause.fault !== 'tls' && PASSING.test(error.cause.state)
}

function describe(error: unknown): string {
  const told = isLicetError(error, 'unavailable') ? error.cause : error
  return told instanceof StorageError || isLicetError(told) ? told.message : 'The database failed.'
}
