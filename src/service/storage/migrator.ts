import { isLicetError } from '../../core/errors.ts'
import { type Sql, type Storage, StorageError } from './storage.ts'

/**
 * How long a step waits for a table. Requests of other processes wait behind it, and `pg_dump` can keep a table for hours. So this is less than
 * a request may wait for its turn.
 */
const LOCK_TIMEOUT_MS = 200
/** How long these requests have the table before the step tries again. */
const LOCK_PAUSE_MS = 1000

/** What a migration needs of a driver with several connections, besides the driver itself. */
export interface Migrator {
  /** Runs a transaction without the driver's statement timeout. */
  readonly transaction: Storage['transaction']
  /** Runs a statement outside of a transaction, without a timeout. */
  readonly outsideTransaction: Sql['query']
}

/** Runs a transaction. While a table stays locked, tries again, so that the requests behind it are not refused. */
export async function withLockTimeout<T>({ transaction }: Migrator, run: (sql: Sql) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await transaction(async (sql) => {
        await sql.query('SET LOCAL statement_timeout = 0')
        await sql.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
        return run(sql)
      })
    } catch (error) {
      if (!isLocked(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS))
    }
  }
}

/** Returns whether a transaction failed because a table stayed locked. */
export function isLocked(error: unknown): boolean {
  return isLicetError(error, 'unavailable') && error.cause instanceof StorageError && error.cause.state === '55P03'
}
