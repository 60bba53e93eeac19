import { createServer } from 'node:http'
import { DEFAULT_HOST, DEFAULT_PORT } from '../../defaults.ts'
import type { ServiceEvent } from '../../service-event.ts'
import { checkOptions } from '../check-options.ts'
import { connectDatabase } from '../connect-database.ts'
import { listen } from '../listen.ts'
import { serveMetrics } from '../metrics/serve-metrics.ts'
import type { ServeOptions } from '../serve-options.ts'
import { toOrigin } from '../start-serving.ts'
import { createSummedMetrics } from './sum-metrics.ts'
import { createWorkerPool } from './worker-pool.ts'

/** One connection has the lock of the migration, another one makes its steps. */
const MIGRATION_CONNECTIONS = 2
/** When the workers start although the migration runs. Until it ends, they respond with 503, and health checks see that they live. */
const MIGRATION_PATIENCE_MS = 2000

export interface WorkersOptions {
  readonly count: number
  /** The options of each worker, which reads them again from the same command line. */
  readonly options: ServeOptions
  readonly onEvent: (event: ServiceEvent) => void
}

/** The service in several processes. */
export interface RunningWorkers {
  readonly url: string
  readonly authUrl: string
  /** The address of the metrics of all workers. Absent without `metricsPort`. */
  readonly metricsUrl?: string | undefined
  /** Rejects when no worker runs and none can be started, or when the migration of the database fails. */
  readonly failed: Promise<never>
  /** Finishes the requests in progress in every worker, then ends them all. */
  close(): Promise<void>
}

/**
 * Runs this program in several worker processes, which share the port. Migrates the database before they start, starts a worker again when
 * it ends, and serves the sum of their metrics. Resolves when every worker listens.
 *
 * @throws {LicetError} as `serve`; `unavailable` when the first worker ends at its start, after it has printed why.
 */
export async function serveWorkers({ count, options, onEvent }: WorkersOptions): Promise<RunningWorkers> {
  const { host = DEFAULT_HOST, metricsHost = DEFAULT_HOST, metricsPort } = options
  const port = await findPort(options.port ?? DEFAULT_PORT, host)
  const metrics = metricsPort === undefined ? undefined : await createSummedMetrics()
  const report = (event: ServiceEvent): void => {
    metrics?.countEvent(event)
    onEvent(event)
  }
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  // Nobody waits for it until all workers have started.
  failed.catch(() => undefined)
  const ends: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0)) await end()
  }
  try {
    const metricsServer = metrics && (await serveMetrics(metrics, metricsPort ?? 0, metricsHost))
    if (metricsServer !== undefined) ends.unshift(metricsServer.close)
    ends.unshift(await prepareDatabase(options, report, fail))
    const pool = createWorkerPool({ count, port, report, fail, onStart: (worker) => metrics?.watch(worker) })
    ends.unshift(pool.close)
    // The first one prints why it cannot start.
    const { url, authUrl } = await Promise.race([pool.start(), failed])
    const others = Array.from({ length: count - 1 }, () => pool.start())
    await Promise.race([Promise.all(others), failed])
    return { url, authUrl, metricsUrl: metricsServer && `${toOrigin(metricsHost, metricsServer.port)}/metrics`, failed, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Returns the port of the workers. Takes it for a moment, so that a start with a taken port fails before it changes the database.
 *
 * @throws {LicetError} `port_taken` or `invalid_configuration`
 */
async function findPort(port: number, host: string): Promise<number> {
  const server = createServer()
  const found = await listen(server, port, host)
  await new Promise((resolve) => server.close(resolve))
  return found
}

/** Migrates the database, or checks its schema. Continues in the background while the database is unavailable or the migration is long. */
async function prepareDatabase(
  options: ServeOptions,
  report: (event: ServiceEvent) => void,
  fail: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const { database } = checkOptions({ ...options, maxConnections: MIGRATION_CONNECTIONS })
  if (options.migrate === 'never') return async () => undefined
  const storage = await database.open('')
  const connected = connectDatabase(storage, report)
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, MIGRATION_PATIENCE_MS)
  })
  try {
    await Promise.race([connected, patience])
  } catch (error) {
    await storage.close()
    throw error
  } finally {
    clearTimeout(timer)
  }
  connected.catch(fail)
  return async () => {
    // The first attempt can still run, and fail later.
    connected.then((stop) => stop()).catch(() => undefined)
    await storage.close()
  }
}
