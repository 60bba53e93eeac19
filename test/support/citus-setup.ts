import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createPostgresStorage } from '../../src/service/index.ts'
import { distributeTables } from '../../src/service/storage/distribute-tables.ts'
import setupDatabases from './databases-setup.ts'
import type { TestDatabase } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a Citus coordinator with workers, in a run whose databases are on such a cluster. */
    citusUrl: string | undefined
  }
}

/** Checks that `CITUS_URL` is the coordinator of a cluster. Also starts what every run of the service's tests has. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.CITUS_URL
  if (url === undefined || url === '')
    throw new Error(
      'CITUS_URL is not set, so no test of a cluster can run. Set it to the connection string of a Citus coordinator with two workers, ' +
        'as a role that may create databases.',
    )
  if ((await listServers(url)).length < 2)
    throw new Error(`The coordinator of CITUS_URL has no worker, so nothing was run. Add two: SELECT citus_add_node(…).`)
  const stop = await setupDatabases(project)
  project.provide('citusUrl', url)
  return stop
}

const SHARDS = 8

/** Creates a database on each server of a cluster, with distributed tables. `stop` drops it. */
export async function createCitusDatabase(url: string, name: string): Promise<TestDatabase> {
  const { url: own, stop } = await createEmptyCitusDatabase(url, name)
  const storage = createPostgresStorage(new pg.Pool({ connectionString: own, max: 1 }), (oid) => pg.types.getTypeParser(oid))
  await distributeTables(storage, { shards: SHARDS, onStep: () => undefined })
  await storage.close()
  return {
    // A plan for every value has none that decides which server is asked.
    url: `${own}?options=${encodeURIComponent('-c plan_cache_mode=auto')}`,
    stop,
  }
}

/** Creates a database on each server of a cluster, without tables. `owner`: a new role, which is older than the extension and owns it. */
export async function createEmptyCitusDatabase(url: string, name: string, owner?: string): Promise<TestDatabase> {
  const servers = await listServers(url)
  const [coordinator, ...workers] = servers as [Server, ...Server[]]
  const at = ({ host, port }: Server, database: string) =>
    Object.assign(new URL(url), { hostname: host, port, pathname: database }).href
  // This database has no extension, which would create the role on each worker.
  if (owner !== undefined) await execute(at(coordinator, 'template1'), `CREATE ROLE ${owner} LOGIN`)
  for (const server of servers) {
    const ownership = owner !== undefined && server === coordinator ? ` OWNER ${owner}` : ''
    await execute(at(server, 'template1'), `CREATE DATABASE ${name}${ownership} TEMPLATE template0`)
    await execute(at(server, name), 'CREATE EXTENSION citus')
  }
  const own = at(coordinator, name)
  await execute(own, `SELECT citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`)
  for (const { host, port } of workers) await execute(own, `SELECT citus_add_node('${host}', ${port})`)
  return {
    url: own,
    stop: async () => {
      for (const server of servers) {
        await execute(at(server, 'template1'), `DROP DATABASE ${name} WITH (FORCE)`)
        if (owner !== undefined) await execute(at(server, 'template1'), `DROP ROLE IF EXISTS ${owner}`)
      }
    },
  }
}

interface Server {
  readonly host: string
  readonly port: string
}

/** Returns the servers of a cluster, the coordinator first. */
async function listServers(url: string): Promise<Server[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query('SELECT nodename AS host, nodeport::text AS port FROM pg_dist_node ORDER BY groupid')
    return rows
  } finally {
    await client.end()
  }
}

/** Runs a statement on a separate connection. */
export async function execute(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
