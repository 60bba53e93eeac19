import type { TestProject } from 'vitest/node'
import setupDatabases from './databases-setup.ts'
import { startPgBouncer } from './pgbouncer.ts'

/** Starts one PostgreSQL server for the run, and PgBouncer in front of it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stopDatabases = await setupDatabases(project)
  const pooler = await startPgBouncer(project.getProvidedContext().postgresUrl)
  project.provide('poolerPort', String(pooler.port))
  return async () => {
    await pooler.stop()
    await stopDatabases()
  }
}
