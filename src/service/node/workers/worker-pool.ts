import cluster, { type Worker } from 'node:cluster'
import { argv } from 'node:process'
import { LicetError } from '../../../core/errors.ts'
import type { ServiceEvent } from '../../service-event.ts'
import { hasType, type MessageOfPrimary, type MessageOfWorker } from './worker-messages.ts'

/** A worker that lives shorter than this has failed at its start. */
const MIN_LIFE_MS = 2000
const RESTART_FIRST_MS = 100
const RESTART_MAX_MS = 10_000
/** After how many failed starts the service gives up, while no worker runs. */
const MAX_FAILED_STARTS = 5
/** How long workers may take to end. They give requests in progress 5 s. Process managers kill after 10 s. */
const CLOSE_TIMEOUT_MS = 9000

/** What a worker reports when it listens. */
type Started = Extract<MessageOfWorker, { readonly type: 'licet:ready' }>

/** The workers of a service. */
export interface WorkerPool {
  /** Starts a worker, and another one whenever it ends. Resolves when it listens. */
  start(): Promise<Started>
  /** Ends all workers, after the requests in progress. */
  close(): Promise<void>
}

/**
 * Creates the pool of `count` workers, which run this program with the same arguments.
 *
 * `fail` is called when a worker exits before all have listened, or when none runs and none can be started.
 */
export function createWorkerPool({
  count,
  port,
  report,
  fail,
  onStart,
}: {
  readonly count: number
  readonly port: number
  readonly report: (event: ServiceEvent) => void
  readonly fail: (error: unknown) => void
  readonly onStart: (worker: Worker) => void
}): WorkerPool {
  const workers = new Set<Worker>()
  const timers = new Set<NodeJS.Timeout>()
  let isClosing = false
  let started = 0
  /** Workers in a row that failed at their start. */
  let failedStarts = 0
  // The last value of an option counts. The primary process migrates; a worker that starts earlier waits.
  cluster.setupPrimary({ args: [...argv.slice(2), '--port', String(port), '--migrate', 'never'] })

  const start = (onReady: (message: Started) => void): void => {
    const worker = cluster.fork()
    workers.add(worker)
    onStart(worker)
    let readyAt: number | undefined
    worker.on('message', (message: unknown) => {
      if (!hasType<MessageOfWorker, 'licet:ready'>(message, 'licet:ready')) return
      readyAt = performance.now()
      started++
      onReady(message)
    })
    worker.once('exit', (code, signal) => {
      workers.delete(worker)
      if (isClosing) return
      const reason = signal ?? `exit code ${code}`
      // A worker that was killed, for example because memory is short, is replaced. One that ended by itself cannot start.
      if (started < count && signal === null) return fail(endedAtStart(reason))
      report({ type: 'worker_ended', workerPid: worker.process.pid ?? 0, reason })
      const hasFailed = readyAt === undefined || performance.now() - readyAt < MIN_LIFE_MS
      failedStarts = hasFailed ? failedStarts + 1 : 0
      if (failedStarts >= MAX_FAILED_STARTS && workers.size === 0) return fail(endedAtStart(reason))
      restartAfter(failedStarts === 0 ? 0 : Math.min(RESTART_FIRST_MS * 2 ** (failedStarts - 1), RESTART_MAX_MS), onReady)
    })
  }

  const restartAfter = (pauseMs: number, onReady: (message: Started) => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      start(onReady)
    }, pauseMs)
    timers.add(timer)
  }

  return {
    start: () => new Promise((resolve) => start(resolve)),
    async close() {
      isClosing = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all([...workers].map(endWorker))
    },
  }
}

/** Asks a worker to end, and kills it when it takes too long. */
function endWorker(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), CLOSE_TIMEOUT_MS)
    worker.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    if (worker.isConnected()) worker.send({ type: 'licet:close' } satisfies MessageOfPrimary, () => undefined)
  })
}

function endedAtStart(reason: string): LicetError<'unavailable'> {
  return new LicetError(
    'unavailable',
    `A worker exited at startup (${reason}). The service did not start, or has stopped. Fix the error that the worker printed, and start it again.`,
  )
}
