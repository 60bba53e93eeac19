import type { Worker } from 'node:cluster'
import type { ServiceEvent } from '../../service-event.ts'
import { createMetrics } from '../metrics/create-metrics.ts'
import type { MetricsSource } from '../metrics/serve-metrics.ts'
import { hasType, type MessageOfPrimary, type MessageOfWorker, type MetricsJson } from './worker-messages.ts'

/** How long a scrape waits for a worker. */
const ANSWER_TIMEOUT_MS = 2000
/** Metrics that only grow. The values of a worker that has ended still count, or the sum would decrease. */
const GROWING = ['counter', 'histogram']

/** The metrics of all workers, summed. */
export interface SummedMetrics extends MetricsSource {
  /** Includes the metrics of a worker, now and after its end. */
  watch(worker: Worker): void
  /** Counts an event of the primary process. */
  countEvent(event: ServiceEvent): void
}

/**
 * Creates the metrics of the primary process. Needs the package `prom-client`.
 *
 * @throws {LicetError} `invalid_configuration` when `prom-client` is not installed.
 */
export async function createSummedMetrics(): Promise<SummedMetrics> {
  const own = await createMetrics({ ofProcess: false })
  const { AggregatorRegistry, Gauge } = await import('prom-client')
  const running = new Set<Worker>()
  /** The last answer of each worker that runs. */
  const last = new Map<Worker, MetricsJson>()
  let ended: Promise<MetricsJson> = Promise.resolve([])
  new Gauge({
    name: 'licet_workers',
    help: 'Workers that listen.',
    registers: [own.registry],
    collect() {
      this.set(running.size)
    },
  })
  const sum = (all: readonly MetricsJson[]) => AggregatorRegistry.aggregate(all as object[])
  const addEnded = (worker: Worker): void => {
    const growing = last.get(worker)?.filter(({ type }) => GROWING.includes(String(type))) ?? []
    last.delete(worker)
    ended = ended.then((before) => sum([before, growing]).getMetricsAsJSON())
  }
  return {
    contentType: own.registry.contentType,
    countEvent: own.countEvent,
    watch(worker) {
      worker.on('message', (message: unknown) => {
        if (hasType<MessageOfWorker, 'licet:ready'>(message, 'licet:ready')) running.add(worker)
      })
      worker.once('exit', () => {
        running.delete(worker)
        addEnded(worker)
      })
    },
    async metrics() {
      await Promise.all(
        [...running].map(async (worker) => {
          const answer = await askWorker(worker)
          // A worker that is too busy to answer counts with its last answer.
          if (answer !== undefined && running.has(worker)) last.set(worker, answer)
        }),
      )
      return sum([await own.registry.getMetricsAsJSON(), await ended, ...last.values()]).metrics()
    },
  }
}

/** Returns the metrics of a worker, or `undefined` when it does not answer. */
function askWorker(worker: Worker): Promise<MetricsJson | undefined> {
  return new Promise((resolve) => {
    if (!worker.isConnected()) return resolve(undefined)
    const receive = (message: unknown): void => {
      if (hasType<MessageOfWorker, 'licet:metrics'>(message, 'licet:metrics')) end(message.metrics)
    }
    const end = (metrics?: MetricsJson): void => {
      clearTimeout(timer)
      worker.removeListener('message', receive)
      worker.removeListener('exit', leave)
      resolve(metrics)
    }
    const leave = (): void => end()
    const timer = setTimeout(leave, ANSWER_TIMEOUT_MS)
    worker.on('message', receive)
    worker.once('exit', leave)
    worker.send({ type: 'licet:metrics' } satisfies MessageOfPrimary, () => undefined)
  })
}
