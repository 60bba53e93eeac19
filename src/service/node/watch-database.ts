import { isLicetError } from '../../core/errors.ts'
import type { ServiceEvent } from '../service-event.ts'
import { type Storage, StorageError } from '../storage/storage.ts'
import { toReason } from './connect-database.ts'

/** How long the service waits before it asks a database again that did not answer. */
const RETRY_MS = 1000
/** Succeeds on each server that answers, even with a full disk or a locked table. */
const PROBE = 'SELECT 1'

/** A storage that reports when its database becomes unavailable and available. */
export interface WatchedDatabase {
  readonly storage: Storage
  /** Stops asking the database. */
  stop(): void
}

/**
 * Reports each change between available and unavailable once, from all work on the storage: requests, readiness and background work.
 *
 * A failure alone does not show that the database is unavailable, so a statement that always succeeds is tried then. It is repeated
 * until the database is available again. Reports nothing before the first success, because the start does that.
 */
export function watchDatabase(storage: Storage, onEvent: (event: ServiceEvent) => void): WatchedDatabase {
  let state: 'unknown' | 'available' | 'unavailable' = 'unknown'
  /** Grows with each success, so that a probe finds out whether anything succeeded meanwhile. */
  let successes = 0
  let isProbing = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const succeed = (): void => {
    successes++
    if (state === 'unavailable') onEvent({ type: 'database_available' })
    state = 'available'
  }
  const probe = async (): Promise<void> => {
    const before = successes
    try {
      await storage.query(PROBE)
      if (!isStopped) succeed()
    } catch (error) {
      // Something succeeded meanwhile, so this was one connection, or too many callers.
      if (isStopped || successes !== before) return
      if (state === 'available') onEvent({ type: 'database_unavailable', reason: toReason(error) })
      state = 'unavailable'
    }
  }
  const probeUntilAvailable = (): void => {
    if (isProbing || isStopped) return
    isProbing = true
    void probe().then(() => {
      isProbing = false
      if (state === 'unavailable' && !isStopped) timer = setTimeout(probeUntilAvailable, RETRY_MS)
    })
  }
  const watch = async <T>(work: Promise<T>): Promise<T> => {
    const begunUnavailable = state === 'unavailable'
    try {
      const result = await work
      // A statement that began before the outage can end after its report.
      if (state !== 'unavailable' || begunUnavailable) succeed()
      return result
    } catch (error) {
      if (state === 'available' && isDatabaseFailure(error)) probeUntilAvailable()
      throw error
    }
  }
  return {
    storage: {
      ...storage,
      query: (text, values) => watch(storage.query(text, values)),
      transaction: (run) => watch(storage.transaction(run)),
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

function isDatabaseFailure(error: unknown): boolean {
  return isLicetError(error, 'unavailable') && error.cause instanceof StorageError
}
