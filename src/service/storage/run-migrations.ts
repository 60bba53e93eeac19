import { isLicetError, LicetError } from '../../core/errors.ts'
import { VERSION } from '../version.ts'
import { allowLongWork } from './allow-long-work.ts'
import { buildIndex } from './build-index.ts'
import { MIGRATIONS, type Migration } from './migrations.ts'
import { type Migrator, withLockTimeout } from './migrator.ts'
import { recordMigration } from './record-migration.ts'
import { type SchemaState, type Sql, type Storage, StorageError } from './storage.ts'

/** Key of the advisory lock for migrations: "licet" in hexadecimal. Nothing else in the database may use it. */
export const MIGRATION_LOCK = 0x6c69_6365_74

/** Options of {@link withMigrations}. */
export interface MigrationOptions {
  /** Absent for a database with a single connection, which no other process uses. */
  readonly migrator?: Migrator
  readonly mayMigrate?: boolean
  readonly migrations?: readonly Migration[]
}

/** Adds `ready()` to a driver. The first use of the storage migrates the schema; if that fails, the next use tries again. */
export function withMigrations(driver: Omit<Storage, 'ready' | 'schema'>, options: MigrationOptions = {}): Storage {
  const { migrator, mayMigrate = true, migrations = MIGRATIONS } = options
  let migrated: Promise<void> | undefined
  let done = false
  let migratedFrom: number | undefined
  const ready = (): Promise<void> => {
    const start = mayMigrate ? () => migrate(driver, migrator, migrations) : () => checkVersion(driver, migrations.length)
    migrated ??= start().then(
      (from) => {
        done = true
        migratedFrom = from
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
    schema: async () => ({ ...(await readSchema(driver, migrations.length)), ...(migratedFrom !== undefined && { migratedFrom }) }),
    query: (text, values) => (done ? driver.query(text, values) : ready().then(() => driver.query(text, values))),
    transaction: (run) => (done ? driver.transaction(run) : ready().then(() => driver.transaction(run))),
  }
}

/**
 * Applies the missing migrations, under a lock for processes that start at the same time.
 *
 * A new database gets all of them in one transaction. In a database with data each step is committed alone, because processes of the
 * previous version use it meanwhile. An interrupted migration continues with the next start.
 *
 * Changes nothing when the schema is up to date, so that the role needs no privilege to create.
 *
 * Returns the version that it found, or `undefined` when it changed nothing, because another process has migrated meanwhile.
 */
async function migrate(
  driver: Sql & Pick<Storage, 'transaction' | 'connections'>,
  migrator: Migrator | undefined,
  migrations: readonly Migration[],
): Promise<number | undefined> {
  const newest = migrations.length
  let step = ''
  try {
    if ((await readVersion(driver, newest)) === newest) return undefined
    return await (migrator ?? driver).transaction(async (sql) => {
      step = ''
      // It waits minutes for the migration of another process, or makes its own.
      await allowLongWork(sql)
      await sql.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
      const found = await readVersion(sql, newest)
      // The lock occupies one connection, so the steps need another.
      const beside = found !== undefined && (driver.connections ?? 1) > 1 ? migrator : undefined
      const version = found ?? (await createVersionTable(sql))
      for (const [at, migration] of migrations.entries()) {
        if (at < version) continue
        step = `${at + 1} (${migration.name})`
        await (beside === undefined ? applyAtOnce(sql, migration, at + 1) : applyInSteps(beside, migration, at + 1))
      }
      step = ''
      if (version === newest) return undefined
      await sql.query(`COMMENT ON TABLE licet.migrations IS '${PROGRAM}'`)
      await recordMigration(sql, { from: version, to: newest })
      return version
    })
  } catch (error) {
    if (error instanceof StorageError && error.state === '42501') throw missingRight(error)
    throw step !== '' && isLicetError(error, 'unavailable') ? interrupted(step, error) : error
  }
}

/** Replaces the schema by an empty one with the given migrations, in the transaction of the caller. */
export async function recreateSchema(sql: Sql, migrations: readonly Migration[]): Promise<void> {
  await sql.query('DROP SCHEMA IF EXISTS licet CASCADE')
  await createVersionTable(sql)
  for (const [at, migration] of migrations.entries()) await applyAtOnce(sql, migration, at + 1)
}

/** Applies the missing migrations in the transaction of the caller. Nothing else may use the database meanwhile. */
export async function completeMigration(sql: Sql, migrations: readonly Migration[]): Promise<void> {
  const version = await readStoredVersion(sql)
  for (const [at, migration] of migrations.entries()) if (at >= version) await applyAtOnce(sql, migration, at + 1)
  await sql.query(`COMMENT ON TABLE licet.migrations IS '${PROGRAM}'`)
}

/** This program, as a database names the one that migrated it last. */
export const PROGRAM = `licet ${VERSION}`

const ADD_VERSION = 'INSERT INTO licet.migrations (version, name) VALUES ($1, $2)'

async function applyAtOnce(sql: Sql, { name, sql: text, repeat, indexes = [] }: Migration, version: number): Promise<void> {
  if (repeat !== undefined) while (await hasMore(sql, repeat));
  for (const index of indexes) await sql.query(index)
  await sql.query(text)
  await sql.query(ADD_VERSION, [version, name])
}

/** Applies a migration so that other processes can use the tables meanwhile. Can be interrupted anywhere and called again. */
async function applyInSteps(
  migrator: Migrator,
  { name, sql: text, repeat, indexes = [] }: Migration,
  version: number,
): Promise<void> {
  if (repeat !== undefined) while (await withLockTimeout(migrator, (sql) => hasMore(sql, repeat)));
  for (const index of indexes) await buildIndex(migrator, index)
  await withLockTimeout(migrator, async (sql) => {
    await sql.query(text)
    await sql.query(ADD_VERSION, [version, name])
  })
}

async function hasMore(sql: Sql, repeat: string): Promise<boolean> {
  const [row] = await sql.query<{ more: boolean }>(repeat)
  return row?.more === true
}

// Reads the catalog: to_regclass() uses a cache, and another process may have just created the schema.
const SCHEMA = "SELECT FROM pg_catalog.pg_namespace n WHERE n.nspname = 'licet'"

/** Returns the version of the schema, or `undefined` when there is no schema. */
async function readVersion(sql: Sql, supported: number): Promise<number | undefined> {
  if (!(await hasVersionTable(sql))) return undefined
  const version = await readStoredVersion(sql)
  if (version > supported) throw newerSchema(version, supported, await readProgram(sql))
  return version
}

async function readStoredVersion(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ version: number }>('SELECT coalesce(max(version), 0) AS version FROM licet.migrations')
  return row?.version ?? 0
}

/** Returns whether the database has a schema, after a check of its encoding. */
async function hasVersionTable(sql: Sql): Promise<boolean> {
  const [found] = await sql.query<{ encoding: string; known: boolean }>(
    `SELECT current_setting('server_encoding') AS encoding, EXISTS (${SCHEMA} AND EXISTS (
       SELECT FROM pg_catalog.pg_class c WHERE c.relnamespace = n.oid AND c.relname = 'migrations')) AS known`,
  )
  if (found !== undefined && found.encoding !== 'UTF8') throw otherEncoding(found.encoding)
  return found?.known === true
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

const BEHIND_RETRY_AFTER_MS = 1000

/** Cause of the error of a schema that another process has to migrate first. */
export class SchemaBehind extends Error {
  override readonly name = 'SchemaBehind'
}

/** Resolves when the schema has the version of this program. */
async function checkVersion(sql: Sql, supported: number): Promise<undefined> {
  const version = await readVersion(sql, supported)
  if (version === supported) return
  throw new LicetError(
    'unavailable',
    `The database has ${version === undefined ? 'no schema' : `schema version ${version}`}, and ${PROGRAM} needs version ${supported}. ` +
      'Nothing was changed. Run `licet migrate` with this version, or start the service with --migrate auto.',
    { cause: new SchemaBehind('The schema of the database is older than this program.'), retryAfterMs: BEHIND_RETRY_AFTER_MS },
  )
}

/** Returns the version of the schema, even when it is newer than this program. */
async function readSchema(sql: Sql, supported: number): Promise<SchemaState> {
  if (!(await hasVersionTable(sql))) return { version: 0, supported }
  const [version, migratedBy] = [await readStoredVersion(sql), await readProgram(sql)]
  return { version, supported, ...(migratedBy !== undefined && { migratedBy }) }
}

/** Returns the program that migrated the database last. `undefined` when it was one that did not record it. */
async function readProgram(sql: Sql): Promise<string | undefined> {
  const [row] = await sql.query<{ program: string | null }>(
    "SELECT obj_description('licet.migrations'::regclass, 'pg_class') AS program",
  )
  return /^licet [\w.+-]{1,40}$/.exec(row?.program ?? '')?.[0]
}

function newerSchema(version: number, supported: number, program = 'a newer version of licet'): LicetError<'storage_unavailable'> {
  return new LicetError(
    'storage_unavailable',
    `The database has schema version ${version}, which ${program} wrote, and this is ${PROGRAM}, which supports ${supported}. ` +
      `Nothing was changed. Run ${program} or a later one, or use another database.`,
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
    `The migration of the database was interrupted at step ${step}. This step was rolled back, and the service cannot run without it. ` +
      'Fix the cause (a limit such as lock_timeout, a full disk, a restart, a cancelled statement), and start licet again.',
    { cause, retryAfterMs },
  )
}

function missingRight(cause: StorageError): LicetError<'storage_unavailable'> {
  return new LicetError(
    'storage_unavailable',
    'The database role may not read or create the schema licet (SQLSTATE 42501). Nothing was changed. ' +
      'Grant it CREATE on the database, or start licet once with a role that has this privilege, and grant USAGE on the schema and privileges on its tables. ' +
      'On Citus, run ALTER DATABASE <database> OWNER TO <role> as a superuser, even if the role owns it already: Citus then creates the role on each worker.',
    { cause },
  )
}
