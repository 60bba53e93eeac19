import pg from 'pg'
import { expect } from 'vitest'
import { verifyLog } from '../../src/service/log/verify-log.ts'
import { createNodeCrypto, openPostgresStorage, type ServeOptions } from '../../src/service/node.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { type FaultLoad, type LoadReport, startLoad } from './load-process.ts'
import { AUTH_URL, registerDevices } from './register-devices.ts'
import { type ServiceProcess, startServiceProcess } from './service-process.ts'

const RECOVERY_MS = 30_000
const POLL_MS = 50
/** How long a load runs before a fault and after it. */
const LEAD_MS = 1000

/** A durable PostgreSQL server and the service in a separate process, with registered devices. */
export interface FaultWorld {
  readonly postgres: TestPostgres
  readonly databaseUrl: string
  readonly service: ServiceProcess
  readonly load: Pick<FaultLoad, 'url' | 'providerId' | 'clients'>
  close(): Promise<void>
}

/** The outcome of a fault: what a load saw, and what the database contained afterwards. */
export interface Outcome {
  readonly report: LoadReport
  /** Acknowledged licenses that are not in the database. */
  readonly lost: number
  /** Requests that are stored twice, or that returned two licenses, and devices with two active licenses for one `ptr`. */
  readonly twice: number
  /** Licenses that are stored in part: without a first transition, or in another state than in the index of open licenses. */
  readonly partial: number
  /** Differences between the public log and the licenses, and faults of its tree and signed heads. */
  readonly unlogged: number
  readonly tokensUsedTwice: number
  /** How often the process of the service ended by itself. */
  readonly ended: number
  /** From the end of the fault until the service was ready, in milliseconds. Infinity when it was not. */
  readonly recoveredMs: number
  readonly peakMemory: number
}

/**
 * Opens a {@link FaultWorld}. `prepare` gets the server, and returns the connection string of another database than the default one.
 * `startService` starts the service in another way than in one process.
 */
export async function openFaultWorld(
  options: Partial<ServeOptions> = {},
  prepare: (postgres: TestPostgres) => Promise<string> = async ({ url }) => url,
  startService: (options: ServeOptions) => Promise<ServiceProcess> = startServiceProcess,
): Promise<FaultWorld> {
  const postgres = await startPostgres({ durable: true })
  try {
    return await openWorldOn(postgres, options, await prepare(postgres), startService)
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

/** Opens a {@link FaultWorld} on a server that runs. Closing the world stops it. */
export async function openWorldOn(
  postgres: TestPostgres,
  options: Partial<ServeOptions>,
  databaseUrl: string,
  startService: (options: ServeOptions) => Promise<ServiceProcess> = startServiceProcess,
): Promise<FaultWorld> {
  const load = await registerDevices(databaseUrl, options.preparedStatements)
  const service = await startService({
    ...{ authUrl: AUTH_URL, databaseUrl, maxLicensesPerHour: 0, maxTermsPerDay: 0, logIntervalSeconds: 1 },
    ...options,
  })
  return {
    postgres,
    databaseUrl,
    service,
    load: { url: service.url, ...load },
    close: async () => {
      await service.stop()
      await postgres.stop()
    },
  }
}

/** Runs a fault under load from another process, waits until the service works again, and counts. */
export async function runFault(
  world: FaultWorld,
  fault: (world: FaultWorld) => Promise<void>,
  more: Partial<FaultLoad> = {},
): Promise<Outcome> {
  if (!world.service.isRunning()) await world.service.restart()
  const endedBefore = world.service.ended()
  const load = await startLoad({ ...world.load, ...more })
  await pause(LEAD_MS)
  await fault(world)
  const recoveredMs = await waitUntilReady(world.service)
  await pause(LEAD_MS)
  const report = await load.stop()
  const { twice, ...counts } = await countViolations(world.databaseUrl, report.ids)
  return {
    ...{ report, recoveredMs, ...counts },
    twice: twice + report.twice,
    tokensUsedTwice: report.tokensUsedTwice,
    ended: world.service.ended() - endedBefore,
    peakMemory: world.service.memory().peak,
  }
}

/** Resolves with how long it took until the service was ready, in milliseconds. Infinity when it was not. */
export async function waitUntilReady({ url, isRunning }: Pick<ServiceProcess, 'url' | 'isRunning'>): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const elapsed = performance.now() - begun
    if (elapsed > RECOVERY_MS || !isRunning()) return Number.POSITIVE_INFINITY
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return elapsed
    await pause(POLL_MS)
  }
}

/** Counts what a database lacks of acknowledged licenses, what it has twice or in part, and how its public log differs from it. */
export async function countViolations(connectionString: string, ids: readonly string[]) {
  return { ...(await countRows(connectionString, ids)), unlogged: await countUnlogged(connectionString) }
}

async function countUnlogged(connectionString: string): Promise<number> {
  const storage = openPostgresStorage(connectionString, { preparedStatements: false, hasTimeLimits: false })
  const { gaps, treeFaults } = await verifyLog({ storage, crypto: createNodeCrypto() })
  await storage.close()
  return gaps.length + treeFaults.length
}

async function countRows(connectionString: string, ids: readonly string[]) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ lost: number; twice: number; partial: number }>(
      `SELECT
         (SELECT count(*) FROM unnest($1::uuid[]) AS known (id) WHERE NOT EXISTS (SELECT 1 FROM licet.licenses l WHERE l.id = known.id))::int AS lost,
         ((SELECT count(*) FROM (SELECT 1 FROM licet.licenses GROUP BY provider_id, address, request_hash HAVING count(*) > 1) AS same) +
          (SELECT count(*) FROM (
             SELECT 1 FROM licet.licenses l JOIN licet.license_transitions t ON t.license_id = l.id
             GROUP BY l.provider_id, l.registration, l.address, l.ptr, l.position, l.id HAVING bool_and(t.status = 'active') AND EXISTS (
               SELECT 1 FROM licet.licenses k WHERE k.provider_id = l.provider_id AND k.address = l.address AND k.ptr = l.ptr
                 AND k.position > l.position)) AS replaced))::int AS twice,
         (SELECT count(*) FROM licet.licenses l WHERE NOT EXISTS (
            SELECT 1 FROM licet.license_transitions t WHERE t.license_id = l.id AND t.step = 1))::int AS partial`,
      [ids],
    )
    return rows[0] ?? { lost: ids.length, twice: 0, partial: 0 }
  } finally {
    await client.end()
  }
}

/** Asserts that nothing was lost and that the process lives. `permitted` are the statuses that are not positive. 0: no response. */
export function expectNoViolation({ report, ...counts }: Outcome, permitted: readonly number[]): void {
  expect(counts).toMatchObject({ lost: 0, twice: 0, partial: 0, unlogged: 0, tokensUsedTwice: 0, ended: 0 })
  expect(counts.recoveredMs).toBeLessThan(RECOVERY_MS)
  expect(report.ids.length).toBeGreaterThan(0)
  expect(report.withoutRetryAfter).toBe(0)
  // A refresh token that is sent twice is refused with 400, and a license that was replaced meanwhile with 409.
  const unexpected = Object.keys(report.statuses).filter((status) => ![200, 201, 400, 409, ...permitted].includes(Number(status)))
  expect(unexpected, report.examples.join('\n')).toEqual([])
}

/** Resolves after a time. Faults last a stated time, so they wait instead of polling. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
