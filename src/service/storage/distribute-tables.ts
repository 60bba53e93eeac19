import { LicetError } from '../../core/errors.ts'
import { allowLongWork } from './allow-long-work.ts'
import { DISTRIBUTED_TABLES, hasCitus, REFERENCE_TABLES } from './distribution.ts'
import { listPartitions } from './partitions.ts'
import { MIGRATION_LOCK } from './run-migrations.ts'
import type { Sql, Storage } from './storage.ts'

/** A step of {@link distributeTables} that has ended. */
export interface DistributionStep {
  readonly step: string
  readonly seconds: number
}

/** How many shards a group of tables can have. */
export const SHARD_COUNT = { min: 1, max: 1024, usual: 32 } as const

const LOCK_TIMEOUT_MS = 5000

/**
 * Distributes the tables of a Citus coordinator over its workers. Runs in one transaction, so an interruption changes nothing. The storage
 * needs a single connection, whose driver has no time limits.
 *
 * Returns `false` when the tables are distributed already.
 *
 * @throws {LicetError} `invalid_configuration` when the database is no coordinator with workers, or its tables are partitioned;
 *   `unavailable` when another connection uses the tables. Nothing was changed.
 */
export async function distributeTables(
  storage: Storage,
  { shards, onStep }: { readonly shards: number; readonly onStep: (step: DistributionStep) => void },
): Promise<boolean> {
  await storage.ready()
  await assertCoordinator(storage)
  return storage.transaction(async (sql) => {
    await allowLongWork(sql)
    await sql.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await sql.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const placed = await readPlacements(sql)
    if (placed.length > 0) return false
    // A table with references to others is changed on one connection to each worker.
    await sql.query("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'")
    const run = async (step: string, statements: readonly string[]): Promise<void> => {
      const started = Date.now()
      for (const statement of statements) await sql.query(statement)
      onStep({ step, seconds: (Date.now() - started) / 1000 })
    }
    const keys = await sql.query<{ drop: string; add: string }>(FOREIGN_KEYS)
    // A table with an identity column can be distributed only while no foreign key connects it.
    await run(
      'disconnect foreign keys',
      keys.map(({ drop }) => drop),
    )
    for (const table of REFERENCE_TABLES)
      await run(`copy ${table} to each server`, [`SELECT create_reference_table('licet.${table}')`])
    const firsts = new Map<string, string>()
    for (const [table, { column, group }] of Object.entries(DISTRIBUTED_TABLES)) {
      const first = firsts.get(group)
      firsts.set(group, first ?? table)
      const place = first === undefined ? `shard_count := ${shards}, colocate_with := 'none'` : `colocate_with := 'licet.${first}'`
      await run(`distribute ${table} by ${column}`, [`SELECT create_distributed_table('licet.${table}', '${column}', ${place})`])
    }
    await run(
      'connect foreign keys',
      keys.map(({ add }) => add),
    )
    // One transaction changes distributed tables, and tables that each server has a copy of.
    await run('set the mode of transactions', [
      "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET citus.multi_shard_modify_mode TO sequential', current_database()); END $$",
    ])
    return true
  })
}

const FOREIGN_KEYS = `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', c.conrelid::regclass, c.conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) AS add
  FROM pg_constraint c WHERE c.contype = 'f' AND c.connamespace = 'licet'::regnamespace ORDER BY c.oid`

async function assertCoordinator(sql: Sql): Promise<void> {
  const [found] = await sql.query<{ citus: string | null }>(
    "SELECT (SELECT extversion FROM pg_extension WHERE extname = 'citus') AS citus",
  )
  if (found?.citus == null)
    throw invalid(
      'The database has no extension citus.',
      'Create it on the coordinator and on each worker: CREATE EXTENSION citus.',
    )
  const [nodes] = await sql.query<{ workers: number; coordinator: boolean }>(
    `SELECT count(*) FILTER (WHERE groupid <> 0 AND isactive)::integer AS workers, bool_or(groupid = 0) IS TRUE AS coordinator FROM pg_dist_node`,
  )
  if (nodes === undefined || nodes.workers === 0)
    throw invalid('The coordinator has no worker.', 'Add each worker: SELECT citus_add_node(<host>, <port>).')
  if (!nodes.coordinator)
    throw invalid('The coordinator does not know its own address.', 'Set it: SELECT citus_set_coordinator_host(<host>, <port>).')
  if ((await listPartitions(sql.query, 'licenses')).length > 0)
    throw invalid(
      'The tables have partitions, which Citus cannot distribute.',
      'Restore a backup into a database without partitions.',
    )
}

/** A server that can have rows of the distributed tables. */
export interface Placement {
  /** Host and port of the server. */
  readonly server: string
  readonly shards: number
  readonly bytes: number
}

/** Returns where the rows of the distributed tables are, or nothing when they are not distributed. */
export async function readPlacements(sql: Sql): Promise<Placement[]> {
  if (!(await hasCitus(sql))) return []
  const placements = await sql.query<Placement>(
    `SELECT n.nodename || ':' || n.nodeport AS server, count(s.shardid)::integer AS shards, coalesce(sum(s.shard_size), 0)::bigint AS bytes
     FROM pg_dist_node n LEFT JOIN citus_shards s ON s.nodename = n.nodename AND s.nodeport = n.nodeport
       AND s.table_name IN (SELECT c.oid FROM pg_class c WHERE c.relnamespace = to_regnamespace('licet') AND c.relname = ANY ($1))
       AND s.citus_table_type = 'distributed'
     WHERE n.isactive AND (n.shouldhaveshards OR s.shardid IS NOT NULL) GROUP BY 1 ORDER BY 1`,
    [Object.keys(DISTRIBUTED_TABLES)],
  )
  return placements.some(({ shards }) => shards > 0) ? placements : []
}

function invalid(what: string, fix: string): LicetError<'invalid_configuration'> {
  return new LicetError('invalid_configuration', `${what} The tables were not distributed, and nothing was changed. ${fix}`, {
    field: 'databaseUrl',
  })
}
