import { SCHEMA } from './migrations/0001-schema.ts'

/** One migration of the schema: `repeat`, then `indexes`, then `sql`. Add migrations at the end, and never change a released one. */
export interface Migration {
  readonly name: string
  /** A statement that does a small part of a long work. It runs again while its column `more` is true. */
  readonly repeat?: string
  /** Statements `CREATE INDEX`. PostgreSQL builds each index while other processes write. */
  readonly indexes?: readonly string[]
  /** Runs in one transaction. */
  readonly sql: string
}

/**
 * The tables and indexes of the service, as a list of migrations. All are in the schema `licet`, so that the service can share a
 * database. The SQL of each is in `migrations/`.
 *
 * Processes of the previous version store licenses while a migration runs, and until they are replaced. So a migration of a large table
 * adds what is new, and locks the table for a moment only. A migration of a later version removes what is old. A function that changes gets
 * a new name.
 *
 * The tables of devices can be partitioned by provider and device. So their unique keys have both columns, and a migration of them uses
 * neither `USING INDEX` nor a foreign key that is `NOT VALID`.
 */
export const MIGRATIONS: readonly Migration[] = [{ name: 'schema', sql: SCHEMA }]
