import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { promote, startCluster } from '../support/cluster.ts'
import { countOf } from '../support/counts.ts'
import { startPgBouncer, type TestPgBouncer } from '../support/pgbouncer.ts'
import { createFaultTable } from './fault-table.ts'
import { expectNoViolation, type FaultWorld, openFaultWorld, openWorldOn, pause, runFault } from './fault-world.ts'

const POOLER_STOPS = countOf(12, 3)
const AWAY_MS = 300
const FAILOVERS = countOf(3, 1)

const addToTable = createFaultTable('Faults of PgBouncer, and a failover of PostgreSQL')

describe('behind PgBouncer in transaction mode', () => {
  let world: FaultWorld
  let pooler: TestPgBouncer
  beforeAll(async () => {
    world = await openFaultWorld({ preparedStatements: false }, async ({ url }) => {
      pooler = await startPgBouncer(url)
      return pooler.through(url)
    })
  })
  afterAll(async () => {
    await world.close()
    await pooler.stop()
  })

  test(`E1: PgBouncer ends with kill -9 and with an immediate stop, ${POOLER_STOPS} times: nothing acknowledged is lost`, async () => {
    const outcome = await runFault(world, async () => {
      for (let n = 0; n < POOLER_STOPS; n++) {
        await pooler.kill(n % 2 === 0 ? 'SIGKILL' : 'SIGTERM')
        await pause(AWAY_MS)
        await pooler.start()
        await pause(1000)
      }
    })
    addToTable(`PgBouncer is restarted ${POOLER_STOPS} times`, outcome)
    expectNoViolation(outcome, [503])
  })
})

test(`E1: PostgreSQL fails over to a synchronous standby, ${FAILOVERS} times: nothing acknowledged is lost`, async () => {
  for (let n = 1; n <= FAILOVERS; n++) {
    const cluster = await startCluster({ durable: true, isSynchronous: true })
    const { primary, standby, urlOf } = cluster
    const world = await openWorldOn({ ...standby, stop: cluster.stop }, {}, urlOf(primary, standby))
    try {
      let promotedMs = 0
      // The violations are counted on the promoted server.
      const outcome = await runFault({ ...world, databaseUrl: standby.url }, async () => {
        await primary.kill('SIGKILL')
        const begun = performance.now()
        await promote(standby)
        promotedMs = performance.now() - begun
      })
      addToTable(`failover ${n}: the primary is killed, the standby is promoted ${promotedMs.toFixed(0)} ms later`, outcome)
      expectNoViolation(outcome, [503])
      expect(outcome.report.statuses[503]).toBeGreaterThan(0)
    } finally {
      await world.close()
    }
  }
})
