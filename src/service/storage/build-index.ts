import { type Migrator, withLockTimeout } from './migrator.ts'
import { listPartitions } from './partitions.ts'

const STATEMENT = /^CREATE (UNIQUE )?INDEX (\w+) ON licet\.(\w+) (.+)$/s

/**
 * Builds an index while other processes write. Can be interrupted anywhere and called again. `statement` is `CREATE INDEX name ON
 * licet.table …`.
 *
 * PostgreSQL cannot do this for a partitioned table in one statement: this code builds the index of each partition, and attaches it.
 */
export async function buildIndex(migrator: Migrator, statement: string): Promise<void> {
  const [, unique = '', index, table, definition] = STATEMENT.exec(statement) ?? []
  if (index === undefined || table === undefined) throw new TypeError(`This is no index of the service: ${statement}`)
  const partitions = await listPartitions(migrator.outsideTransaction, table)
  const build = async (name: string, of: string): Promise<void> => {
    // An interrupted build leaves an index that is not used.
    await migrator.outsideTransaction(`DROP INDEX CONCURRENTLY IF EXISTS licet.${name}`)
    await migrator.outsideTransaction(`CREATE ${unique}INDEX CONCURRENTLY ${name} ON licet.${of} ${definition}`)
  }
  if (partitions.length === 0) return build(index, table)
  await withLockTimeout(migrator, async (sql) => {
    await sql.query(`DROP INDEX IF EXISTS licet.${index}`)
    await sql.query(`CREATE ${unique}INDEX ${index} ON ONLY licet.${table} ${definition}`)
  })
  for (const partition of partitions) {
    const name = `${index}${partition.slice(table.length)}`
    await build(name, partition)
    await withLockTimeout(migrator, (sql) => sql.query(`ALTER INDEX licet.${index} ATTACH PARTITION licet.${name}`))
  }
}
