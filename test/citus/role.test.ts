import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { checkDistribution } from '../../src/cli/commands/doctor/check-distribution.ts'
import { openPostgresStorage } from '../../src/service/node.ts'
import { distributeTables } from '../../src/service/storage/distribute-tables.ts'
import { createEmptyCitusDatabase, execute } from '../support/citus-setup.ts'

// Regression: the error advised to grant CREATE on the database, which the owner has.
test('a role that is no superuser and is older than the extension distributes the tables after the statement of the error', async () => {
  const name = `licet_${randomUUID().replaceAll('-', '')}`
  const { url, stop } = await createEmptyCitusDatabase(inject('citusUrl') ?? '', name, name)
  onTestFinished(stop)
  const owned = Object.assign(new URL(url), { username: name }).href
  const open = () =>
    openPostgresStorage(`${owned}?options=${encodeURIComponent('-c plan_cache_mode=auto')}`, {
      maxConnections: 1,
      hasTimeLimits: false,
    })
  const refused = open()
  await expect(refused.ready()).rejects.toThrow(/42501.*On Citus, run ALTER DATABASE <database> OWNER TO <role>/)
  await refused.close()
  await execute(url, `ALTER DATABASE ${name} OWNER TO ${name}`)
  const storage = open()
  expect(await distributeTables(storage, { shards: 8, onStep: () => undefined })).toBe(true)
  expect(await checkDistribution(storage)).toMatchObject([{ status: 'ok' }])
  await storage.close()
})
