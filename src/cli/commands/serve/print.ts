import type { ServiceEvent } from '../../../service/index.ts'
import type { RunningService } from '../../../service/node.ts'
import type { CommandIo } from '../../command.ts'
import { toPrintableJson } from '../../printable.ts'

/** Prints the address of a running service, as text or as one line of JSON. */
export function printAddress({ url, database, service }: RunningService, isJson: boolean, io: CommandIo): void {
  if (isJson) {
    io.out(toPrintableJson({ url, authUrl: service.authUrl, database }, 0))
    return
  }
  io.out(`Licet listens on ${url} (database: ${database}).`)
  if (database === 'memory') io.out('All data is lost when the service stops.')
  if (database === 'embedded') {
    io.out('The embedded database can lose data at a power failure. In production, set DATABASE_URL to a PostgreSQL database.')
  }
  io.out('Press Ctrl-C to stop.')
}

/** Prints an event of the service as one line of JSON, with the time in ISO 8601. */
export function printEvent(event: ServiceEvent, io: CommandIo): void {
  io.err(toPrintableJson({ time: new Date(io.now()).toISOString(), ...event }, 0))
}
