import { LicetError } from '../../core/errors.ts'
import type { BackupHeader } from './backup-format.ts'

/** A backup of a later version. */
export function newerBackup({ schema, program }: BackupHeader, supported: number): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    `${program} wrote this backup, with schema version ${schema}, and this program supports ${supported}. Nothing was restored. ` +
      `Restore it with ${program} or a later version.`,
  )
}

/** A database that would be replaced. */
export function hasData(): LicetError<'storage_unavailable'> {
  return new LicetError(
    'storage_unavailable',
    'The database has data. Nothing was restored. Restore into an empty database, or add --force to replace everything in it.',
  )
}

/** A database whose tables a cluster has distributed. */
export function distributedDatabase(): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    'The tables of this database are distributed over several servers. Nothing was restored. ' +
      'Restore into an empty database of the coordinator, then run `licet migrate --distribute` on it.',
  )
}

/** A restore that would bring erased people back. */
export function erasuresRequired({ created }: BackupHeader): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    `People can have been erased since this backup of ${created}, and a restore would bring their data back. Nothing was restored. ` +
      'Add --erasures with the file that `licet erasures export` wrote from the database that you replace, ' +
      'or --nothing-erased if you are sure that nobody was erased since.',
  )
}

/** A journal of another database. */
export function otherDatabase(): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    'The journal of erasures belongs to another database. Nothing was changed. Use the journal of the same database as the backup.',
  )
}

/** A journal that ends before the backup. */
export function journalTooOld(journal: string, backup: string): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    `The journal of erasures ends at ${journal}, before the backup of ${backup}, so it has no later erasure. Nothing was restored. ` +
      'Use a newer journal.',
  )
}

/** A restore that would lose what the database that is replaced has stored since the backup. */
export function somethingLost({ created }: BackupHeader): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    `The database that would be replaced has a license, a revocation or a device that is not in this backup of ${created}, ` +
      'so --nothing-lost does not apply. Nothing was restored. Use a newer backup, or restore without --nothing-lost.',
  )
}
