import { isLicetError } from '../../core/errors.ts'
import type { ServeOptions } from '../../service/node.ts'
import { type Command, type CommandIo, EXIT } from '../command.ts'
import { reportError } from '../report-error.ts'
import { untilAborted } from '../wait-for-signal.ts'
import { createLogger, type ServiceLog } from './serve/create-logger.ts'
import { printAddress, printConfiguration, type ServiceAddress } from './serve/print.ts'
import { type ReadOptions, readServeOptions, SERVE_OPTIONS } from './serve/read-options.ts'

export const serveCommand: Command = {
  words: ['serve'],
  summary: 'Run the service.',
  options: SERVE_OPTIONS,
  notes: [
    'Each option is also an environment variable and a member of licet.config.ts, .mjs, .js or .json:',
    '--max-connections is LICET_MAX_CONNECTIONS and maxConnections. A flag overrides the variable, and both override the file.',
    'A secret can also be in a file, as Docker mounts it: LICET_DATABASE_URL_FILE, LICET_DATABASE_PASSWORD_FILE.',
  ],
  async run(input, io) {
    const read = await readServeOptions(input, io)
    const log = await createLogger(read.logLevel, io)
    const { isWorker } = await import('../../service/node/workers/serve-as-worker.ts')
    if (isWorker()) return runWorker(read, log, io)
    // For a program that reads the output, every line is JSON.
    const isJson = input.values.json === true || io.isTerminal !== true
    for (const notice of read.notices) {
      if (isJson) log.notice(notice)
      else io.err(notice)
    }
    const running = await start(read, log).catch((error: unknown) => {
      if (!isLicetError(error, 'port_taken')) throw error
      reportError(error, serveCommand, io)
      return undefined
    })
    // Not the code of wrong arguments: the other program can free the port, so a process manager starts the service again.
    if (running === undefined) return EXIT.failed
    const { address, failed, close } = running
    if (!isJson) printConfiguration(read.printed, io)
    printAddress(address, isJson ? read.printed : undefined, io)
    const reason = await Promise.race([untilAborted(io.signal), failed.catch((error: unknown) => error)])
    await close()
    if (reason === undefined) return EXIT.ok
    reportError(reason, serveCommand, io)
    // Not the code of wrong arguments, so that a process manager starts the service again.
    return EXIT.failed
  },
}

interface Running {
  readonly address: ServiceAddress
  /** Rejects when the service has failed for good. */
  readonly failed: Promise<never>
  close(): Promise<void>
}

/** Starts the service in this process or, with several workers, in worker processes. */
async function start({ options, workers }: ReadOptions, log: ServiceLog): Promise<Running> {
  if (workers === 1) {
    const { serve } = await import('../../service/node.ts')
    const running = await serve(withLog(options, log))
    const address = { ...running, authUrl: running.service.authUrl, workers }
    return { address, failed: new Promise<never>(() => undefined), close: running.close }
  }
  const { serveWorkers } = await import('../../service/node/workers/serve-workers.ts')
  const running = await serveWorkers({ count: workers, options, onEvent: log.event })
  return { address: { ...running, database: 'postgresql', workers }, failed: running.failed, close: running.close }
}

/** Serves as a worker of another process with the same arguments, which prints for all. */
async function runWorker({ options }: ReadOptions, log: ServiceLog, io: CommandIo): Promise<number> {
  const { disconnectFromPrimary, serveAsWorker } = await import('../../service/node/workers/serve-as-worker.ts')
  try {
    const { running, closeRequested } = await serveAsWorker(withLog(options, log))
    await Promise.race([untilAborted(io.signal), closeRequested])
    await running.close()
    return EXIT.ok
  } finally {
    disconnectFromPrimary()
  }
}

function withLog(options: ServeOptions, log: ServiceLog): ServeOptions {
  return { ...options, onEvent: log.event, observer: log.request === undefined ? {} : { request: log.request } }
}
