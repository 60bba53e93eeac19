import cluster from 'node:cluster'
import { createMetrics } from '../metrics/create-metrics.ts'
import type { RunningService, ServeOptions } from '../serve-options.ts'
import { serve } from '../start-serving.ts'
import { hasType, type MessageOfPrimary, type MessageOfWorker } from './worker-messages.ts'

/** Returns whether this process is a worker of `licet serve --workers`. */
export function isWorker(): boolean {
  return cluster.isWorker
}

/** A service that shares its port with other workers. */
export interface RunningWorker {
  readonly running: RunningService
  /** Resolves when the primary process asks for the end. */
  readonly closeRequested: Promise<void>
}

/**
 * Serves as one of several workers: shares the port, and reports its start and its metrics to the primary process.
 *
 * @throws {LicetError} as `serve`.
 */
export async function serveAsWorker({ metricsPort, ...options }: ServeOptions): Promise<RunningWorker> {
  const metrics = metricsPort === undefined ? undefined : await createMetrics()
  const closeRequested = new Promise<void>((resolve) => {
    process.on('message', (message) => {
      if (hasType<MessageOfPrimary, 'licet:close'>(message, 'licet:close')) resolve()
      if (hasType<MessageOfPrimary, 'licet:metrics'>(message, 'licet:metrics'))
        void metrics?.registry.getMetricsAsJSON().then((json) => send({ type: 'licet:metrics', metrics: json }))
    })
  })
  const running = await serve({ ...options, metrics, sharesPort: true })
  send({ type: 'licet:ready', url: running.url, port: running.port, authUrl: running.service.authUrl })
  return { running, closeRequested }
}

/** Ends the connection to the primary process, which keeps this one alive. */
export function disconnectFromPrimary(): void {
  if (cluster.worker?.isConnected()) cluster.worker.disconnect()
}

function send(message: MessageOfWorker): void {
  // The primary process may have ended.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}
