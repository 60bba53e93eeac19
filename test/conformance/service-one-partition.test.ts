import { expect, test } from 'vitest'
import { DEVICE_TABLES } from '../../src/service/storage/partitions.ts'
import { createPostgresDatabase, partitionDatabase } from '../fixtures/databases.ts'
import { liveThrough, openService } from '../fixtures/device-life.ts'
import { createExplainedPool, type ExplainedStatement } from '../fixtures/explained-pool.ts'
import type { Plan } from '../fixtures/query-plan.ts'

const PARTITIONS = 8

/** Returns the partitions of which a plan read rows, as `licenses 3`. */
function partitionsOf(plan: Plan): string[] {
  const { 'Relation Name': relation = '', 'Actual Loops': loops = 0, Plans: plans = [] } = plan
  const [, table, part] = /^(\w+)_p(\d+)$/.exec(relation) ?? []
  const own =
    table === undefined || loops === 0 || !(DEVICE_TABLES as readonly string[]).includes(table) ? [] : [`${table} ${part}`]
  return [...own, ...plans.flatMap(partitionsOf)]
}

/** Statements that search for something that has no device: a text that many devices have, and a license of an organization. */
const OF_NO_DEVICE = [/terms_hash = \$1\)$/, /"terms_hash" FOR KEY SHARE/, /org_id = \$1\) AND l\.id = \$2$/]

test.each(['force_custom_plan', 'force_generic_plan'])(
  'every statement for one device reads one partition, with %s',
  async (mode) => {
    const database = await createPostgresDatabase()
    await partitionDatabase(database.url, PARTITIONS)
    const statements: ExplainedStatement[] = []
    const pool = createExplainedPool(database.url, (statement) => statements.push(statement), { plan_cache_mode: mode })
    const { storage, service } = await openService(pool)
    try {
      const providerId = await liveThrough(service)
      const lived = statements.splice(0)
      const [row] = await storage.query<{ part: string }>(
        'SELECT DISTINCT tableoid::regclass::text AS part FROM licet.licenses WHERE provider_id = $1',
        [providerId],
      )
      const part = row?.part.split('_p')[1]
      const read = lived.map(({ text, plan }) => ({ text, parts: [...new Set(partitionsOf(plan))] }))
      const ofDevice = read.filter(({ text, parts }) => parts.length > 0 && !OF_NO_DEVICE.some((form) => form.test(text.trim())))
      expect(ofDevice.filter(({ parts }) => parts.some((name) => !name.endsWith(` ${part}`)))).toEqual([])
      const seen = new Set(ofDevice.flatMap(({ parts }) => parts.map((name) => name.split(' ')[0])))
      expect([...seen].sort()).toEqual([...DEVICE_TABLES].sort())
      expect(new Set(ofDevice.map(({ text }) => text)).size).toBeGreaterThan(15)
    } finally {
      await storage.close()
      await database.stop()
    }
  },
)
