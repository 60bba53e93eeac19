import { LicetError } from '../../../core/errors.ts'
import type { Storage } from '../../../service/index.ts'
import type { CommandInput, CommandIo } from '../../command.ts'
import { type DatabaseChoice, readDatabase, requireDatabase, withDatabase } from '../../database.ts'

/** A backup is one transaction on one connection, without a time limit. */
const LONG_WORK = { maxConnections: 1, hasTimeLimits: false } as const

/**
 * Opens the database that a command reads, passes it to `work`, and closes it. Neither creates nor migrates a database.
 *
 * @throws {LicetError} `storage_unavailable` when the folder has no database; `unavailable` when the schema is an older one.
 */
export async function withExistingDatabase<T>(
  input: CommandInput,
  io: CommandIo,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  const chosen = await readDatabase(input, io)
  requireDatabase(chosen)
  return withDatabase(chosen, work, { ...LONG_WORK, mayMigrate: false })
}

/**
 * Opens the database that a backup is restored into, passes it to `work`, and closes it. Creates the schema in an empty database.
 *
 * @throws {LicetError} `storage_unavailable` when the schema is an older one, unless it may be replaced.
 */
export async function withTargetDatabase<T>(
  input: CommandInput,
  io: CommandIo,
  isForced: boolean,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  const chosen = await readDatabase(input, io)
  if (!isForced) await checkNotOlder(chosen)
  return withDatabase(chosen, work, LONG_WORK)
}

/** A database with an older schema is not migrated here, because a service may be using it. */
async function checkNotOlder(chosen: DatabaseChoice): Promise<void> {
  if (chosen.databaseUrl === undefined) return
  const schema = await withDatabase(chosen, async (storage) => storage.schema?.(), { ...LONG_WORK, mayMigrate: false })
  if (schema === undefined || schema.version === 0 || schema.version >= schema.supported) return
  throw new LicetError(
    'storage_unavailable',
    `The database has schema version ${schema.version} already. Nothing was restored. Restore into an empty database, or add --force to replace everything in it.`,
  )
}
