import type { RunningService } from '../../../service/node.ts'
import type { CommandIo } from '../../command.ts'
import type { PrintedSetting } from '../../configuration/describe-settings.ts'
import { printable, toPrintableJson } from '../../printable.ts'

/** Prints the options that were set, each with its value and its source. */
export function printConfiguration(printed: Readonly<Record<string, PrintedSetting>>, io: CommandIo): void {
  const set = Object.entries(printed).filter(([, { source }]) => source !== 'default')
  for (const [name, { value, source }] of set) io.out(`  ${name}: ${printable(String(value))} (${source})`)
  io.out(set.length === 0 ? 'Every option has its default.' : 'Every other option has its default.')
}

/** The address of a running service, and in how many processes it runs. */
export interface ServiceAddress extends Pick<RunningService, 'url' | 'database' | 'metricsUrl'> {
  readonly authUrl: string
  readonly workers: number
}

/** Prints the address of a running service, as text or, with the configuration, as one line of JSON. */
export function printAddress(
  { url, authUrl, database, metricsUrl, workers }: ServiceAddress,
  configuration: Readonly<Record<string, PrintedSetting>> | undefined,
  io: CommandIo,
): void {
  if (configuration !== undefined) {
    io.out(toPrintableJson({ type: 'started', url, authUrl, database, metricsUrl, workers, configuration }, 0))
    return
  }
  const processes = workers === 1 ? '' : ` with ${workers} workers`
  io.out(`Licet listens on ${url}${processes} (database: ${database}).`)
  if (metricsUrl !== undefined) io.out(`Metrics are at ${metricsUrl}.`)
  if (database === 'memory') io.out('All data is lost when the service stops.')
  if (database === 'embedded') {
    io.out('The embedded database can lose data at a power failure. In production, set DATABASE_URL to a PostgreSQL database.')
  }
  io.out('Press Ctrl-C to stop.')
}
