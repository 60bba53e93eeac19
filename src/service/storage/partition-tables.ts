import { LicetError } from '../../core/errors.ts'
import { pause } from '../pause.ts'
import { allowLongWork } from './allow-long-work.ts'
import { isLocked } from './migrator.ts'
import { DEVICE_TABLES, listPartitions } from './partitions.ts'
import { MIGRATION_LOCK } from './run-migrations.ts'
import type { Sql, Storage } from './storage.ts'

/** A table after {@link partitionTables}. */
export interface PartitionedTable {
  readonly table: string
  readonly rows: number
}

const LOCK_TIMEOUT_MS = 5000
const CLOSING_MS = 3000
const POLL_MS = 100

/**
 * Divides the tables of devices into `count` partitions by a hash of the provider and the device, and copies their rows. Also changes the
 * number of partitions.
 *
 * Runs in one transaction, so an interruption changes nothing. The storage needs a single connection, whose driver has no time limits.
 *
 * @throws {LicetError} `unavailable` when another connection uses the database. Nothing was changed.
 */
export async function partitionTables(storage: Storage, count: number): Promise<PartitionedTable[]> {
  await storage.ready()
  // The connections of a process that has just ended are closed a moment later.
  const deadline = Date.now() + CLOSING_MS
  while ((await listOthers(storage)).length > 0 && Date.now() < deadline) await pause(POLL_MS)
  try {
    return await storage.transaction(async (sql) => {
      await allowLongWork(sql)
      await sql.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
      await sql.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
      await sql.query(`LOCK TABLE ${DEVICE_TABLES.map((table) => `licet.${table}`).join()} IN ACCESS EXCLUSIVE MODE`)
      const others = await listOthers(sql)
      if (others.length > 0) throw inUse(others)
      return copyTables(sql, count)
    })
  } catch (error) {
    throw isLocked(error) ? inUse(await listOthers(storage)) : error
  }
}

async function copyTables(sql: Sql, count: number): Promise<PartitionedTable[]> {
  const read = async (query: string) =>
    (await sql.query<{ statement: string }>(query, [[...DEVICE_TABLES]])).map(({ statement }) => statement)
  const [keys, indexes, foreignKeys, foreign] = [
    await read(KEYS),
    await read(INDEXES),
    await read(FOREIGN_KEYS),
    await read(DROP_FOREIGN),
  ]
  const [triggers, settings] = [await read(TRIGGERS), [...(await read(STATISTICS)), ...(await read(GRANTS))]]
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await sql.query(statement)
  }

  const copied: PartitionedTable[] = []
  for (const table of DEVICE_TABLES) copied.push({ table, rows: await copyTable(sql, table, count) })
  await run(foreign)
  await sql.query(`DROP TABLE ${DEVICE_TABLES.map((table) => `licet.${former(table)}`).join()}`)
  // After the rows: an index is built faster in one step, and the triggers do not run for rows that exist.
  await run([...keys, ...indexes, ...foreignKeys, ...triggers, ...settings])
  await run(DEVICE_TABLES.map((table) => `ANALYZE licet.${table}`))
  return copied
}

const former = (table: string) => `${table}_before`

/** Copies a table into partitions, and returns the number of its rows. The old table stays, under another name. */
async function copyTable(sql: Sql, table: string, count: number): Promise<number> {
  const before = former(table)
  const [found] = await sql.query<{ options: string | null; owner: string | null }>(OPTIONS, [table])
  const partitions = await listPartitions(sql.query, table)
  for (const name of partitions) await sql.query(`ALTER TABLE licet.${name} RENAME TO ${before}${name.slice(table.length)}`)
  await sql.query(`ALTER TABLE licet.${table} RENAME TO ${before}`)
  await sql.query(
    `CREATE TABLE licet.${table} (LIKE licet.${before} INCLUDING ALL EXCLUDING INDEXES EXCLUDING STATISTICS)
     PARTITION BY HASH (provider_id, registration)`,
  )
  const { options = null, owner = null } = found ?? {}
  const parts = Array.from({ length: count }, (_, at) => `${table}_p${at}`)
  for (const [at, part] of parts.entries())
    await sql.query(
      `CREATE TABLE licet.${part} PARTITION OF licet.${table} FOR VALUES WITH (MODULUS ${count}, REMAINDER ${at})
       ${options === null ? '' : `WITH (${options})`}`,
    )
  if (owner !== null) for (const name of [table, ...parts]) await sql.query(`ALTER TABLE licet.${name} OWNER TO ${owner}`)
  const columns = await sql.query<{ name: string; sequence: string | null }>(COLUMNS, [before])
  const names = columns.map(({ name }) => `"${name}"`).join()
  await sql.query(`INSERT INTO licet.${table} (${names}) OVERRIDING SYSTEM VALUE SELECT ${names} FROM licet.${before}`)
  for (const { name, sequence } of columns)
    if (sequence !== null)
      await sql.query(`SELECT setval(pg_get_serial_sequence('licet.${table}', '${name}'), last_value, is_called) FROM ${sequence}`)
  const [rows] = await sql.query<{ before: number; after: number }>(
    `SELECT (SELECT count(*) FROM licet.${before}) AS before, (SELECT count(*) FROM licet.${table}) AS after`,
  )
  if (rows === undefined || rows.before !== rows.after) throw differs(table, rows?.before ?? 0, rows?.after ?? 0)
  return rows.after
}

const COLUMNS = `SELECT a.attname::text AS name, pg_get_serial_sequence('licet.' || $1, a.attname) AS sequence
  FROM pg_attribute a WHERE a.attrelid = ('licet.' || $1)::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  ORDER BY a.attnum`

// A partitioned table itself has no storage options; its partitions share the same ones. The owner is NULL when it is this role.
const OPTIONS = `SELECT array_to_string(coalesce(t.reloptions, (
    SELECT p.reloptions FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid WHERE i.inhparent = t.oid LIMIT 1
  )), ', ') AS options, quote_ident(nullif(pg_get_userbyid(t.relowner), current_user)) AS owner
  FROM pg_class t WHERE t.oid = ('licet.' || $1)::regclass`

const TABLES = "t.relnamespace = 'licet'::regnamespace AND t.relname = ANY ($1)"
const IS_TABLE = (oid: string) => `${oid} IN (SELECT t.oid FROM pg_class t WHERE ${TABLES})`

const KEYS = `SELECT format('ALTER TABLE licet.%I ADD CONSTRAINT %I %s', t.relname, c.conname, pg_get_constraintdef(c.oid)) AS statement
  FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid WHERE ${TABLES} AND c.contype IN ('p', 'u') ORDER BY c.oid`

const INDEXES = `SELECT replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') AS statement
  FROM pg_index i WHERE ${IS_TABLE('i.indrelid')}
    AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.conrelid = i.indrelid) ORDER BY i.indexrelid`

// A key to a partitioned table has a key for each partition, which is not created by itself.
const BOTH_ENDS = `FROM pg_constraint c JOIN pg_class o ON o.oid = c.conrelid JOIN pg_namespace n ON n.oid = o.relnamespace
  WHERE c.contype = 'f' AND c.conparentid = 0`

const FOREIGN_KEYS = `SELECT format('ALTER TABLE %I.%I ADD CONSTRAINT %I %s', n.nspname, o.relname, c.conname,
    replace(pg_get_constraintdef(c.oid), ' NOT VALID', '')) AS statement
  ${BOTH_ENDS} AND (${IS_TABLE('c.conrelid')} OR ${IS_TABLE('c.confrelid')}) ORDER BY c.oid`

const DROP_FOREIGN = `SELECT format('ALTER TABLE %I.%I DROP CONSTRAINT %I', n.nspname, o.relname, c.conname) AS statement
  ${BOTH_ENDS} AND NOT ${IS_TABLE('c.conrelid')} AND ${IS_TABLE('c.confrelid')}`

const TRIGGERS = `SELECT pg_get_triggerdef(g.oid) AS statement FROM pg_trigger g
  WHERE NOT g.tgisinternal AND ${IS_TABLE('g.tgrelid')} ORDER BY g.oid`

const STATISTICS = `SELECT format('ALTER TABLE licet.%I ALTER COLUMN %I SET STATISTICS %s', t.relname, a.attname, a.attstattarget) AS statement
  FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid WHERE ${TABLES} AND a.attnum > 0 AND NOT a.attisdropped AND a.attstattarget >= 0`

const GRANTS = `SELECT format('GRANT %s ON licet.%I TO %s%s', g.privilege_type, t.relname,
    CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(g.grantee)) END,
    CASE WHEN g.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END) AS statement
  FROM pg_class t CROSS JOIN LATERAL aclexplode(t.relacl) g WHERE ${TABLES} AND g.grantee <> t.relowner`

/** Returns the programs of the other connections to this database. A role without privileges sees no type of a connection. */
async function listOthers(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ program: string }>(
    `SELECT coalesce(nullif(application_name, ''), 'unnamed') AS program FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND usesysid IS NOT NULL
       AND coalesce(backend_type, 'client backend') = 'client backend' ORDER BY 1`,
  )
  return rows.map(({ program }) => program)
}

function inUse(programs: readonly string[]): LicetError<'unavailable'> {
  const [shown, rest] = [
    [...new Set(programs)].slice(0, 5).join(', '),
    programs.length === 1 ? 'connection uses' : 'connections use',
  ]
  return new LicetError(
    'unavailable',
    `${programs.length} other ${rest} the database (${shown}). Nothing was changed. ` +
      'Stop every process of the service, poolers and monitoring too, and run the command again.',
  )
}

function differs(table: string, before: number, after: number): LicetError<'storage_unavailable'> {
  return new LicetError(
    'storage_unavailable',
    `The table ${table} had ${before} rows, and its partitions have ${after}. Everything was rolled back, so nothing was changed. ` +
      'Check the disk and the log of PostgreSQL, and restore a backup if it reports damage.',
  )
}
