import type { Server } from 'node:http'
import { LicetError } from '../../core/errors.ts'
import { HEALTH_PATHS } from '../../protocol/paths.ts'
import { createService } from '../create-service.ts'
import { DEFAULT_DRAIN_MS, DEFAULT_HOST, DEFAULT_PORT } from '../defaults.ts'
import { createOverloadReport } from '../http/report-overload.ts'
import { respondError } from '../http/respond-error.ts'
import { respondJson } from '../http/respond-json.ts'
import { withSecurityHeaders } from '../http/security-headers.ts'
import { combineObservers } from '../observer.ts'
import { errorStyleOf } from '../routing/error-style.ts'
import type { ServiceEvent } from '../service-event.ts'
import type { Service } from '../service-options.ts'
import type { Storage } from '../storage/storage.ts'
import { checkOptions } from './check-options.ts'
import { checkStandby } from './check-standby.ts'
import { connectDatabase } from './connect-database.ts'
import { describeOptions } from './describe-options.ts'
import { createHttpServer } from './http-server.ts'
import { listen } from './listen.ts'
import { createMetrics } from './metrics/create-metrics.ts'
import { type MetricsServer, serveMetrics } from './metrics/serve-metrics.ts'
import { createNodeCrypto } from './node-crypto.ts'
import { createNodePost, createNodePostTimestamp } from './post-from-node.ts'
import { refuseForeign } from './refuse-foreign.ts'
import type { RunningService, ServeOptions } from './serve-options.ts'
import { closeServer, createShutdownNotice } from './shutdown.ts'
import { createTracing } from './tracing/create-tracing.ts'
import { watchDatabase } from './watch-database.ts'

const STARTING_RETRY_AFTER_MS = 1000

/**
 * Runs the service on Node, with `node:crypto` and PostgreSQL or the embedded database.
 *
 * If PostgreSQL is unavailable, at the start or later, the service retries in the background. Meanwhile, requests get 503. `onEvent`
 * receives `database_unavailable`, and `database_available` after it.
 *
 * @throws {LicetError} `port_taken`; `storage_unavailable`; `unavailable` when PostgreSQL refuses the login;
 *   `invalid_configuration` for an invalid address, for production without a database, and for plain HTTP on a public address.
 * @example
 * const running = await serve({ port: 8787, dataDir: '.licet' })
 * process.once('SIGTERM', () => running.close())
 */
export async function serve(options: ServeOptions = {}): Promise<RunningService> {
  const { port = DEFAULT_PORT, host = DEFAULT_HOST, fallback, onResponse, onEvent = () => undefined } = options
  const { metricsHost = DEFAULT_HOST } = options
  const { database, proxies } = checkOptions(options)
  const metrics = options.metrics ?? (options.metricsPort === undefined ? undefined : await createMetrics())
  const report = (event: ServiceEvent): void => {
    metrics?.countEvent(event)
    onEvent(event)
  }

  // A second start on the same folder names the service that runs, and not its port.
  await database.checkUnlocked?.()
  // The port comes before the database, so that a start with a taken port fails immediately.
  let respond: Service['fetch'] | undefined
  let isVouched: Service['isVouched'] = () => false
  // The server and the service can reach the same limit, which is reported once.
  const reportOverload = createOverloadReport(report, options.monotonic ?? (() => performance.now()))
  const shutdown = createShutdownNotice(options.drainMs ?? DEFAULT_DRAIN_MS, options.authUrl)
  const server = createHttpServer(
    async (request, from) =>
      (options.loopbackOnly ? refuseForeign(request, options.authUrl) : undefined) ??
      shutdown.respond(request) ??
      (respond === undefined ? respondStarting(request, options.authUrl) : respond(request, from)),
    {
      ...options,
      proxies,
      isVouched: (authorization) => isVouched(authorization),
      onRefused: (limit) => {
        metrics?.countRefused(limit)
        reportOverload(limit)
      },
    },
  )
  const actualPort = await listen(server, port, host, { isShared: options.sharesPort })
  const origin = toOrigin(host, actualPort)
  let storage: Storage | undefined
  let replica: Storage | undefined
  let metricsServer: MetricsServer | undefined
  let closing: Promise<void> | undefined
  let stopRetries = (): void => undefined
  const closeStorage = async () => {
    await replica?.close()
    if (database.kind !== 'given') await storage?.close()
  }
  try {
    if (metrics !== undefined) {
      metrics.watch({ server, storage: () => storage })
      if (options.metricsPort !== undefined) metricsServer = await serveMetrics(metrics.registry, options.metricsPort, metricsHost)
    }
    storage = await database.open(origin)
    replica = database.openReplica?.()
    stopRetries = await connectDatabase(storage, report, options.migrate === 'never')
    const watched = database.kind === 'postgresql' ? watchDatabase(storage, report) : undefined
    let isReplicaReported = false
    const reportOfService = (event: ServiceEvent): void => {
      const isRepeated = event.type === 'replica_unavailable' && isReplicaReported
      if (event.type === 'replica_unavailable') isReplicaReported = false
      if (event.type === 'overloaded') reportOverload(event.limit)
      else if (!isRepeated) report(event)
    }
    const service = await createService({
      ...options,
      authUrl: options.authUrl ?? origin,
      crypto: options.crypto ?? createNodeCrypto(),
      postWebhook:
        options.postWebhook ?? createNodePost({ deniedNetworks: options.webhookDeniedNetworks, proxy: options.webhookProxy }),
      postTimestamp:
        options.postTimestamp ??
        createNodePostTimestamp({ deniedNetworks: options.webhookDeniedNetworks, proxy: options.webhookProxy }),
      storage: watched?.storage ?? storage,
      replica: replica ?? options.replica,
      onEvent: reportOfService,
      tracing: options.tracing ?? (await createTracing()),
      observer: combineObservers([options.observer ?? {}, metrics?.observer ?? {}]),
    })
    if (replica !== undefined)
      void checkStandby(replica, report).then((isReported) => {
        isReplicaReported = isReported
      })
    isVouched = service.isVouched
    service.startWebhooks()
    service.startLog()
    service.startCleanup(describeOptions(options))
    const answer = onResponse === undefined ? service.fetch : withCopies(service.fetch, onResponse)
    respond = fallback === undefined ? answer : withFallback({ ...service, fetch: answer }, fallback)
    return {
      service,
      storage,
      url: origin,
      port: actualPort,
      ...(metricsServer !== undefined && { metricsUrl: `${toOrigin(metricsHost, metricsServer.port)}/metrics` }),
      database: database.kind,
      close: () => {
        stopRetries()
        watched?.stop()
        closing ??= shutdown
          .start(server)
          .then(() => close(server, service, closeStorage))
          .finally(() => metricsServer?.close())
        return closing
      },
    }
  } catch (error) {
    stopRetries()
    await metricsServer?.close()
    await closeServer(server)
    await closeStorage()
    throw error
  }
}

/** Returns the address of a server of this process. */
export function toOrigin(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function close(server: Server, service: Service, closeStorage: () => Promise<void>): Promise<void> {
  await closeServer(server)
  await service.close()
  await closeStorage()
}

function withFallback(service: Service, fallback: NonNullable<ServeOptions['fallback']>): Service['fetch'] {
  return async (request, from) => (service.owns(new URL(request.url).pathname) ? service.fetch(request, from) : fallback(request))
}

function withCopies(fetch: Service['fetch'], onResponse: NonNullable<ServeOptions['onResponse']>): Service['fetch'] {
  return async (request, from) => {
    const response = await fetch(request, from)
    onResponse(request, response.clone())
    return response
  }
}

/**
 * Responds while the database is opened and migrated, which can take minutes.
 *
 * Health is 200, so that a process manager does not restart the process and the migration does not start again and again.
 */
function respondStarting(request: Request, authUrl: string | undefined): Response {
  const { pathname } = new URL(request.url)
  if (pathname.endsWith(HEALTH_PATHS.live)) return withSecurityHeaders(respondJson({ status: 'ok' }), authUrl)
  const starting = new LicetError('unavailable', 'The service is starting. Nothing was done. Try again in a moment.', {
    retryAfterMs: STARTING_RETRY_AFTER_MS,
  })
  return withSecurityHeaders(respondError(starting, errorStyleOf(pathname), request), authUrl)
}
