import { isLicetError, LicetError } from '../../core/errors.ts'
import { MIGRATIONS } from './migrations.ts'
import { type Sql, type Storage, StorageError } from './storage.ts'

/** Key of the advisory lock for migrations: "licet" in hexadecimal. Nothing else in the database may use it. */
export const MIGRATION_LOCK = 0x6c69_6365_74

/**
 * Adds `ready()` to a driver. The first use of the storage migrates the schema; if that fails, the next use tries again.
 *
 * @param longTransaction runs a transaction without the driver's statement timeout. Default: `driver.transaction`.
 */
export function withMigrations(
  driver: Omit<Storage, 'ready'>,
  longTransaction: Storage['transaction'] = driver.transaction,
): Storage {
  let migrated: Promise<void> | undefined
  let done = false
  const ready = (): Promise<void> => {
    migrated ??= migrate(driver, longTransaction).then(
      () => {
        done = true
      },
      (error: unknown) => {
        migrated = undefined
        throw error
      },
    )
    return migrated
  }
  return {
    ...driver,
    ready,
    query: (text, values) => (done ? driver.query(text, values) : ready().then(() => driver.query(text, values))),
    transaction: (run) => (done ? driver.transaction(run) : ready().then(() => driver.transaction(run))),
  }
}

/**
 * Applies the missing migrations in one transaction, under a lock for processes that start at the same time.
 *
 * Changes nothing when the schema is up to date, so that the role needs no privilege to create.
 */
async function migrate(driver: Sql, transaction: Storage['transaction']): Promise<void> {
  let step = ''
  try {
    if ((await readVersion(driver)) === MIGRATIONS.length) return
    await transaction(async (sql) => {
      step = ''
      // On a large database a migration takes minutes, and other processes wait for it.
      await sql.query('SET LOCAL statement_timeout = 0')
      await sql.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
      const version = (await readVersion(sql)) ?? (await createVersionTable(sql))
      for (const [at, migration] of MIGRATIONS.entries()) {
        if (at < version) continue
        step = `${at + 1} (${migration.name})`
        await sql.query(migration.sql)
        await sql.query('INSERT INTO licet.migrations (version, name) VALUES ($1, $2)', [at + 1, migration.name])
      }
    })
  } catch (error) {
    if (error instanceof StorageError && error.state === '42501') throw missingRight(error)
    throw step !== '' && isLicetError(error, 'unavailable') ? interrupted(step, error) : error
  }
}

// Reads the catalog: to_regclass() uses a cache, and another process may have just created the schema.
const SCHEMA = "SELECT FROM pg_catalog.pg_namespace n WHERE n.nspname = 'licet'"

/** Returns the version of the schema, or `undefined` when there is no schema. */
async function readVersion(sql: Sql): Promise<number | undefined> {
  const [found] = await sql.query<{ encoding: string; known: boolean }>(
    `SELECT current_setting('server_encoding') AS encoding, EXISTS (${SCHEMA} AND EXISTS (
       SELECT FROM pg_catalog.pg_class c WHERE c.relnamespace = n.oid AND c.relname = 'migrations')) AS known`,
  )
  if (found !== undefined && found.encoding !== 'UTF8') throw otherEncoding(found.encoding)
  if (found?.known !== true) return undefined
  const [row] = await sql.query<{ version: number }>('SELECT coalesce(max(version), 0) AS version FROM licet.migrations')
  const version = row?.version ?? 0
  if (version > MIGRATIONS.length) throw newerSchema(version)
  return version
}

/** Creates the table of the schema version, and the schema unless an administrator has created it. */
async function createVersionTable(sql: Sql): Promise<number> {
  const [found] = await sql.query<{ missing: boolean }>(`SELECT NOT EXISTS (${SCHEMA}) AS missing`)
  if (found?.missing === true) await sql.query('CREATE SCHEMA licet')
  await sql.query(
    'CREATE TABLE licet.migrations (version integer PRIMARY KEY, name text NOT NULL, applied timestamptz NOT NULL DEFAULT now())',
  )
  return 0
}

function newerSchema(version: number): LicetError<'storage_unavailable'> {
  return new LicetError(
    'storage_unavailable',
    `The database has schema version ${version}, and this version of licet supports ${MIGRATIONS.length}. Nothing was changed. ` +
      'Upgrade licet, or use another database.',
  )
}

function otherEncoding(encoding: string): LicetError<'invalid_configuration'> {
  return new LicetError(
    'invalid_configuration',
    `The encoding of the database is ${encoding}, which cannot store every language. Nothing was changed. Create a database with the encoding UTF8.`,
    { field: 'databaseUrl' },
  )
}

function interrupted(step: string, { cause, retryAfterMs }: LicetError): LicetError<'unavailable'> {
  return new LicetError(
    'unavailable',
    `The migration of the database was interrupted at step ${step}. It was rolled back, and the service cannot run without it. ` +
      'Fix the cause (a limit such as lock_timeout, a full disk, a restart, a cancelled statement), and start licet again.',
    { cause, retryAfterMs },
  )
}

function missingRight(cause: StorageError): LicetError<'storage_unavailable'> {
  return new LicetError(
    'storage_unavailable',
    'The database role may not read or create the schema licet (SQLSTATE 42501). Nothing was changed. ' +
      'Grant it CREATE on the database, or start licet once with a role that has this privilege, and grant USAGE on the schema and privileges on its tables.',
    { cause },
  )
}
