import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDistribution } from '../../src/cli/commands/doctor/check-distribution.ts'
import type { Storage } from '../../src/service/index.ts'
import { openPostgresStorage } from '../../src/service/node.ts'
import { createPostgresDatabase } from '../fixtures/databases.ts'
import type { TestDatabase } from '../support/postgres.ts'

let database: TestDatabase
let storage: Storage
beforeAll(async () => {
  database = await createPostgresDatabase()
  storage = openPostgresStorage(database.url)
})
afterAll(async () => {
  await storage.close()
  await database.stop()
})

test('licet doctor lists the servers of the licenses with their shards', async () => {
  const [finding] = await checkDistribution(storage)
  expect(finding).toMatchObject({
    status: 'ok',
    text: expect.stringMatching(/^The licenses are on 2 servers: \S+ \(\d+ shards, \d+ MB\), /),
  })
})

// Regression: the name of a table was compared as text, which has no schema for a role called licet. The command then took the tables for
// the tables of one server.
test('licet doctor lists the servers when the search path of the role contains the schema', async () => {
  const options = '-c plan_cache_mode=auto -c search_path=licet'
  const inSchema = openPostgresStorage(Object.assign(new URL(database.url), { search: new URLSearchParams({ options }) }).href)
  const findings = await checkDistribution(inSchema)
  await inSchema.close()
  expect(findings).toMatchObject([{ status: 'ok' }])
})

// Regression: with the plans that one server needs, a token for a device was refused with 500.
test('licet doctor reports a connection string without the mode of plans that several servers need', async () => {
  const plain = openPostgresStorage(Object.assign(new URL(database.url), { search: '' }).href)
  const [finding] = await checkDistribution(plain)
  await plain.close()
  expect(finding).toMatchObject({ status: 'fault', fix: expect.stringContaining('plan_cache_mode') })
})

// Regression: a worker without a shard was not listed, so a cluster with a new worker was reported as balanced.
test('licet doctor warns of a server that has no shard, and says how to move some to it', async () => {
  const { hostname, port } = new URL(database.url)
  await storage.query("SELECT citus_set_node_property($1, $2::integer, 'shouldhaveshards', true)", [hostname, Number(port)])
  const [finding] = await checkDistribution(storage)
  expect(finding).toMatchObject({ status: 'warning', fix: expect.stringContaining('citus_rebalance_start()') })
  expect(finding?.text).toContain(`${hostname}:${port} (0 shards, 0 MB)`)
})
