import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgresStorage } from '../../src/service/node.ts'
import { startPostgres } from './postgres.ts'
import { ensureSnapshot } from './snapshot.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a PostgreSQL server that all test files of a run share. Its database `licet_template` has the schema. */
    postgresUrl: string
    /** The port of PgBouncer in front of that server, in a run whose databases are behind it. */
    poolerPort: string | undefined
  }
}

const TEMPLATE = 'licet_template'
/** Enough for the pools of several test files at the same time. */
const MAX_CONNECTIONS = 400

/** Starts one PostgreSQL server for the run, with a migrated database to copy, and makes the snapshot of the embedded one. */
export default async function setup(project: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  const [postgres] = await Promise.all([startPostgres({ settings: [`max_connections=${MAX_CONNECTIONS}`] }), ensureSnapshot()])
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${TEMPLATE}`)
  await admin.end()
  const template = new URL(postgres.url)
  template.pathname = TEMPLATE
  const storage = openPostgresStorage(template.href)
  await storage.ready()
  await storage.close()
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}
