import type { RequestReport, ServiceEvent } from '../../../service/index.ts'
import type { CommandIo } from '../../command.ts'

/** What is logged. Each level includes those before it. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Writes the log of the service: one line of JSON for each event and, at the level `debug`, for each request. */
export interface ServiceLog {
  event(event: ServiceEvent): void
  /** Writes a warning about the configuration. */
  notice(message: string): void
  /** Absent when requests are not logged. */
  readonly request?: (report: RequestReport) => void
}

/** The level of each event. Others are `info`. */
const LEVELS: Partial<Record<ServiceEvent['type'], LogLevel>> = {
  server_error: 'error',
  unavailable: 'error',
  database_unavailable: 'error',
  worker_ended: 'error',
  clock_differs: 'warn',
  replica_unavailable: 'warn',
  refresh_reused: 'warn',
  overloaded: 'warn',
  quota_nearly_used: 'warn',
  webhook_failing: 'warn',
  webhook_given_up: 'error',
}

/** Creates the log with `pino`, which writes to standard error. */
export async function createLogger(level: LogLevel, io: CommandIo): Promise<ServiceLog> {
  // Imported here, because other commands must run without the packages of the service.
  const { pino } = await import('pino')
  const log = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: () => `,"time":"${new Date(io.now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line) => io.err(line.trimEnd()) },
  )
  return {
    notice: (message) => log.warn({ type: 'notice', message }),
    event: (event) => log[LEVELS[event.type] ?? 'info'](event),
    ...(level === 'debug' && { request: (report) => log.debug({ type: 'request', ...report }) }),
  }
}
