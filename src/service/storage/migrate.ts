import { LicetError } from '../../core/errors.ts'
import { MIGRATIONS } from './migrations.ts'
import type { Sql, Storage } from './storage.ts'

// Any number will do, as long as nothing else in the database takes an advisory lock on it: "licet" in hexadecimal.
const MIGRATION_LOCK = 0x6c69_6365_74

/** Adds `ready()` to a driver: its first use brings the schema up to date, and is tried again at the next use when it fails. */
export function withMigrations(driver: Omit<Storage, 'ready'>): Storage {
  let migrated: Promise<void> | undefined
  let done = false
  const ready = (): Promise<void> => {
    migrated ??= migrate(driver).then(
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
    ready,
    query: (text, values) => (done ? driver.query(text, values) : ready().then(() => driver.query(text, values))),
    transaction: (run) => (done ? driver.transaction(run) : ready().then(() => driver.transaction(run))),
    close: () => driver.close(),
  }
}

/** Applies what is missing, in one transaction and under a lock, so that two processes that start at once do it once. */
async function migrate(driver: Pick<Storage, 'transaction'>): Promise<void> {
  await driver.transaction(async (sql) => {
    await sql.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await sql.query('CREATE SCHEMA IF NOT EXISTS licet')
    await sql.query(
      'CREATE TABLE IF NOT EXISTS licet.migrations (version integer PRIMARY KEY, name text NOT NULL, applied timestamptz NOT NULL DEFAULT now())',
    )
    const version = await currentVersion(sql)
    if (version > MIGRATIONS.length) throw newerSchema(version)
    for (const [at, migration] of MIGRATIONS.entries()) {
      if (at < version) continue
      await sql.query(migration.sql)
      await sql.query('INSERT INTO licet.migrations (version, name) VALUES ($1, $2)', [at + 1, migration.name])
    }
  })
}

async function currentVersion(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ version: number }>('SELECT coalesce(max(version), 0) AS version FROM licet.migrations')
  return row?.version ?? 0
}

function newerSchema(version: number): LicetError<'storage_unavailable'> {
  return new LicetError(
    'storage_unavailable',
    `The database has version ${version} of the schema and this program knows ${MIGRATIONS.length}. ` +
      'An older program would damage what a newer one stored. Upgrade licet, or point it at another database.',
  )
}
