import { isLicetError, LicetError } from '../../core/errors.ts'
import { MIGRATIONS } from './migrations.ts'
import { type Sql, type Storage, StorageError } from './storage.ts'

/** Any number will do, as long as nothing else in the database takes an advisory lock on it: "licet" in hexadecimal. */
export const MIGRATION_LOCK = 0x6c69_6365_74

/**
 * Adds `ready()` to a driver: its first use brings the schema up to date, and is tried again at the next use when it fails.
 *
 * @param patient the driver's transaction whose statements it lets take as long as they do, where it would give up on them.
 */
export function withMigrations(driver: Omit<Storage, 'ready'>, patient: Storage['transaction'] = driver.transaction): Storage {
  let migrated: Promise<void> | undefined
  let done = false
  const ready = (): Promise<void> => {
    migrated ??= migrate(driver, patient).then(
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
 * Applies what is missing, in one transaction and under a lock, so that two processes that start at once do it once.
 * Where nothing is missing nothing is tried: the role then needs no right to create.
 */
async function migrate(driver: Sql, transaction: Storage['transaction']): Promise<void> {
  let step = ''
  try {
    if ((await readVersion(driver)) === MIGRATIONS.length) return
    await transaction(async (sql) => {
      step = ''
      // On a large database a step takes minutes, and whoever starts meanwhile waits for it.
      await sql.query('SET LOCAL statement_timeout = 0')
      await sql.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
      const version = (await readVersion(sql)) ?? (await createLedger(sql))
      for (const [at, migration] of MIGRATIONS.entries()) {
        if (at < version) continue
        step = `${at + 1} (${migration.name})`
        await sql.query(migration.sql)
        await sql.query('INSERT INTO licet.migrations (version, name) VALUES ($1, $2)', [at + 1, migration.name])
      }
    })
  } catch (error) {
    if (error instanceof StorageError && error.state === '42501') throw mayNot(error)
    throw step !== '' && isLicetError(error, 'unavailable') ? cutOff(step, error) : error
  }
}

// Read as rows: to_regclass() answers from a cache, and another process may have made both a moment ago.
const SCHEMA = "SELECT FROM pg_catalog.pg_namespace n WHERE n.nspname = 'licet'"

/** The version of the schema, `undefined` when there is none yet. */
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

/** Makes the schema and the table that its version is kept in; whoever runs the database may have made the schema beforehand. */
async function createLedger(sql: Sql): Promise<number> {
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
    `The database has version ${version} of the schema and this program knows ${MIGRATIONS.length}. ` +
      'An older program would damage what a newer one stored. Upgrade licet, or point it at another database.',
  )
}

function otherEncoding(encoding: string): LicetError<'invalid_configuration'> {
  return new LicetError(
    'invalid_configuration',
    `The database keeps text as ${encoding}. Terms and names in other letters could not be stored. Make a database with the encoding UTF8.`,
    { field: 'databaseUrl' },
  )
}

function cutOff(step: string, { cause, retryAfterMs }: LicetError): LicetError<'unavailable'> {
  return new LicetError(
    'unavailable',
    `The upgrade of the database was cut off at step ${step}. Nothing of it was kept, and the service cannot work without it. ` +
      'Start licet again, when what ended it is mended: a limit such as lock_timeout, a full disk, a restart, somebody who cancelled it.',
    { cause, retryAfterMs },
  )
}

function mayNot(cause: StorageError): LicetError<'storage_unavailable'> {
  return new LicetError(
    'storage_unavailable',
    'The role of the connection may not read or make the schema licet (SQLSTATE 42501). Nothing was changed. ' +
      'Grant it CREATE on the database, or start licet once with a role that may and grant it USAGE and the tables.',
    { cause },
  )
}
