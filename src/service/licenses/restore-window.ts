import { LicetError } from '../../core/errors.ts'
import { DAY_MS, MINUTE_MS } from '../../core/time-units.ts'
import { readRestored } from '../storage/restores.ts'
import type { Storage } from '../storage/storage.ts'

const MAX_DAYS = 36_500
/** A restore needs a stopped service, but `licet erasures repeat` runs beside one. */
const READ_AGAIN_MS = MINUTE_MS

/** The time after a restore in which the stored state of a license can be an old one. */
export interface RestoreWindow {
  /** Returns when the database was restored, in milliseconds since the epoch. `undefined` when that was long ago, or never. */
  since(): Promise<number | undefined>
}

/** Creates the {@link RestoreWindow} of a database. It reads the database at most once a minute. */
export function createRestoreWindow(
  { storage, now, monotonic }: { readonly storage: Storage; readonly now: () => number; readonly monotonic: () => number },
  days: number,
): RestoreWindow {
  let restored: number | undefined
  let readAgainAt = Number.NEGATIVE_INFINITY
  return {
    async since() {
      if (days === 0) return undefined
      if (monotonic() >= readAgainAt) {
        restored = await readRestored(storage)
        readAgainAt = monotonic() + READ_AGAIN_MS
      }
      return restored !== undefined && now() < restored + days * DAY_MS ? restored : undefined
    },
  }
}

/** @throws {LicetError} `invalid_configuration` */
export function checkUnknownAfterRestore(days: number): void {
  if (Number.isSafeInteger(days) && days >= 0 && days <= MAX_DAYS) return
  throw new LicetError(
    'invalid_configuration',
    `unknownAfterRestoreDays is ${days}. The service did not start. Use a whole number of days up to ${MAX_DAYS}, or 0 to trust a restored database.`,
    { field: 'unknownAfterRestoreDays' },
  )
}
