import type { Server } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import { LicetError } from '../../../core/errors.ts'
import { parseSignedNote } from '../../../log/signed-note.ts'
import type { ServiceObserver } from '../../observer.ts'
import type { OverloadLimit, ServiceEvent } from '../../service-event.ts'
import { readClockDifference } from '../../storage/clock.ts'
import { type LogState, readLogState } from '../../storage/log-tree.ts'
import type { Storage } from '../../storage/storage.ts'
import { readOutboxAge } from '../../storage/webhook-endpoints.ts'

/** Upper bounds of the buckets of request durations, in seconds. The longest request takes 3 s. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3]

/** How long a scrape waits for the database. */
const DATABASE_PATIENCE_MS = 500

/** The metrics of one process. */
export interface Metrics {
  readonly observer: ServiceObserver
  /** Counts an event of the log by its type. */
  countEvent(event: ServiceEvent): void
  /** Counts a connection or request that was refused before a route handled it. */
  countRefused(limit: OverloadLimit): void
  /** Reads the state of the server and the database at each scrape. */
  watch(sources: { readonly server: Server; readonly storage: () => Storage | undefined }): void
  readonly registry: Registry
}

/**
 * Creates the metrics of one process, including the metrics of Node.js unless `ofProcess` is `false`. Needs the package `prom-client`.
 *
 * @throws {LicetError} `invalid_configuration` when `prom-client` is not installed.
 */
export async function createMetrics({ ofProcess = true } = {}): Promise<Metrics> {
  // Imported on demand, because `prom-client` is an optional peer.
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client').catch(missingPackage)
  const registry = new Registry()
  const registers = [registry]
  if (ofProcess) collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'licet_request_duration_seconds',
    help: 'Time from the arrival of a request to its response, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers,
  })
  const errors = new Counter({
    name: 'licet_request_errors_total',
    help: 'Error responses by route and error code.',
    labelNames: ['method', 'route', 'code'],
    registers,
  })
  const signatures = new Counter({
    name: 'licet_signature_failures_total',
    help: 'License requests whose signature is not valid.',
    registers,
  })
  const licenses = new Counter({
    name: 'licet_licenses_total',
    help: 'Licenses that became active, superseded or revoked, by provider.',
    labelNames: ['provider', 'status'],
    registers,
  })
  const events = new Counter({
    name: 'licet_events_total',
    help: 'Events of the log by type.',
    labelNames: ['type'],
    registers,
  })
  const quotas = new Gauge({
    name: 'licet_quota_used_ratio',
    help: 'Used part of a quota of unvouched devices, by the option of the quota and by provider. Of networks, the one that registered the most devices within an hour.',
    labelNames: ['quota', 'provider'],
    registers,
    aggregator: 'max',
  })
  const refused = new Counter({
    name: 'licet_refused_total',
    help: 'Connections and requests that were refused before a route handled them, by the option whose limit was reached.',
    labelNames: ['limit'],
    registers,
  })
  return {
    registry,
    observer: {
      request: ({ method, route, status, code, durationMs }) => {
        durations.observe({ method, route, status }, durationMs / 1000)
        if (code === undefined) return
        errors.inc({ method, route, code })
        if (code === 'invalid_signature') signatures.inc()
      },
      quota: ({ quota, providerId = '', used, limit }) => quotas.set({ quota, provider: providerId }, used / limit),
      license: ({ providerId, status }) => licenses.inc({ provider: providerId, status }),
    },
    countEvent: ({ type }) => events.inc({ type }),
    countRefused: (limit) => refused.inc({ limit }),
    watch: ({ server, storage }) => {
      new Gauge({
        name: 'licet_http_connections',
        help: 'Open HTTP connections.',
        registers,
        async collect() {
          this.set(await countConnections(server))
        },
      })
      new Gauge({
        name: 'licet_database_connections',
        help: 'Connections to PostgreSQL that run a statement (busy) or wait for one (idle).',
        labelNames: ['state'],
        registers,
        collect() {
          const { busy, idle } = storage()?.poolState?.() ?? NO_POOL
          this.set({ state: 'busy' }, busy)
          this.set({ state: 'idle' }, idle)
        },
      })
      new Gauge({
        name: 'licet_webhook_outbox_age_seconds',
        help: 'How long the oldest undelivered webhook event waits. Events that were given up do not count.',
        registers,
        // Every process reads the same events.
        aggregator: 'max',
        async collect() {
          const opened = storage()
          if (opened === undefined) return
          await withPatience(readOutboxAge(opened).then((seconds) => this.set(seconds)))
        },
      })
      let reading: Promise<LogState> | undefined
      // A scrape collects the metrics at the same time, so they share one read.
      const readLog = (opened: Storage) => {
        reading ??= readLogState(opened).finally(() => {
          reading = undefined
        })
        return reading
      }
      for (const { name, help, of } of LOG_GAUGES)
        new Gauge({
          name,
          help,
          registers,
          // Every process reads the same log.
          aggregator: 'max',
          async collect() {
            const opened = storage()
            if (opened === undefined) return
            await withPatience(readLog(opened).then((state) => this.set(of(state))))
          },
        })
      new Gauge({
        name: 'licet_clock_difference_seconds',
        help: 'By how much the clock of this machine is ahead of the clock of the database. Negative when it is behind.',
        registers,
        // The workers of a machine have one clock.
        aggregator: 'average',
        async collect() {
          const opened = storage()
          if (opened === undefined) return
          await withPatience(readClockDifference(opened).then((ms) => this.set(ms / 1000)))
        },
      })
      new Gauge({
        name: 'licet_database_waiting',
        help: 'Statements that wait for a connection to PostgreSQL.',
        registers,
        collect() {
          this.set((storage()?.poolState?.() ?? NO_POOL).waiting)
        },
      })
    },
  }
}

/** The metrics of the public log. */
const LOG_GAUGES: readonly { readonly name: string; readonly help: string; readonly of: (state: LogState) => number }[] = [
  { name: 'licet_log_entries', help: 'Entries of the public log, in its newest epoch.', of: ({ size }) => size },
  {
    name: 'licet_log_waiting_seconds',
    help: 'How long the oldest entry waits for the public log.',
    of: ({ waitingSeconds }) => waitingSeconds,
  },
  {
    name: 'licet_log_cosignatures',
    help: 'Signatures of witnesses on the newest checkpoint of the public log.',
    of: ({ note }) => countCosignatures(note),
  },
  {
    name: 'licet_log_unstamped_seconds',
    help: 'Age of the newest time stamp of the public log while a newer checkpoint has none.',
    of: ({ unstampedSeconds }) => unstampedSeconds,
  },
]

/** Counts the signatures of a checkpoint whose name is not the log's own. */
function countCosignatures(note: string): number {
  if (note === '') return 0
  const { text, signatures } = parseSignedNote(note)
  return signatures.filter(({ name }) => !text.startsWith(`${name}\n`)).length
}

/** While the database is unavailable, a scrape does not wait for it, and the last value stays. */
async function withPatience(read: Promise<void>): Promise<void> {
  await Promise.race([read.catch(() => undefined), setTimeout(DATABASE_PATIENCE_MS, undefined, { ref: false })])
}

const NO_POOL = { busy: 0, idle: 0, waiting: 0 }

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error === null ? count : 0)))
}

function missingPackage(cause: unknown): never {
  throw new LicetError(
    'invalid_configuration',
    'The package prom-client is not installed, so the service has no metrics. The service did not start. ' +
      'Run npm install prom-client, or remove metricsPort (--metrics-port).',
    { cause, field: 'metricsPort' },
  )
}
