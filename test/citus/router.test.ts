import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPostgresDatabase } from '../fixtures/databases.ts'
import { openService } from '../fixtures/device-life.ts'
import { callFrequently } from '../fixtures/frequent-requests.ts'
import type { TestDatabase } from '../support/postgres.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createPostgresDatabase()
})
afterAll(() => database.stop())

const SHARD = /_(\d{6,})\b/g

/** Opens a pool that passes each statement that the coordinator sends to a worker, with the shards in the names of its tables. */
function openWatchedPool(onRemote: (statement: string) => void): pg.Pool {
  const options = '-c citus.log_remote_commands=on -c client_min_messages=notice'
  // The driver prefers the options of the connection string.
  const connectionString = Object.assign(new URL(database.url), { search: '' }).href
  const pool = new pg.Pool({ connectionString, options })
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const [, statement] = /^issuing (.*)$/s.exec(message) ?? []
      if (statement !== undefined && SHARD.test(statement)) onRemote(statement)
      SHARD.lastIndex = 0
    })
  })
  return pool
}

// Regression: a get joined the address of the device, on another server, with the license. It took 26 ms on three servers, and not 2.
test('each statement of a frequent request reads one shard of one server', async () => {
  const shards = new Map<string, Set<string>>()
  let isHot = false
  const pool = openWatchedPool((statement) => {
    if (!isHot) return
    const known = shards.get(statement.replace(SHARD, '')) ?? new Set()
    shards.set(statement.replace(SHARD, ''), known.add([...statement.matchAll(SHARD)].map(([, shard]) => shard).join()))
  })
  const [{ storage, service }, another] = [await openService(pool), await openService(pool)]
  await callFrequently(service, another.service, async (run) => {
    isHot = true
    try {
      return await run()
    } finally {
      isHot = false
    }
  })
  await storage.close()
  expect(shards.size).toBeGreaterThan(30)
  expect([...shards].filter(([text, on]) => on.size > 1 || text.includes('read_intermediate_result'))).toEqual([])
})
