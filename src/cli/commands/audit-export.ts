import { type Command, EXIT } from '../command.ts'
import { DATABASE_OPTIONS, withStorage } from '../database.ts'
import { toPrintableJson } from '../printable.ts'
import { toExported } from './audit/audit-line.ts'
import { DAY_OPTIONS, readAuditLog, readDays } from './audit/read-database.ts'

/** `licet audit export` */
export const auditExport: Command = {
  words: ['audit', 'export'],
  summary: 'Print the audit log as NDJSON: one event or signed head on each line.',
  usage: 'licet audit export [options] > audit.ndjson',
  options: {
    ...DAY_OPTIONS,
    ...DATABASE_OPTIONS,
    json: { type: 'boolean', help: 'changes nothing: the output is always NDJSON' },
  },
  notes: ['Check the file with `licet audit verify --file audit.ndjson --keys <file or url>`, also on another machine.'],
  async run(input, io) {
    const days = readDays(input)
    await withStorage(input, io, async (storage) => {
      for await (const line of readAuditLog(storage, days)) if (line.type !== 'open') io.out(toPrintableJson(toExported(line), 0))
    })
    return EXIT.ok
  },
}
