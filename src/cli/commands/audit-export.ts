import type { Storage } from '../../service/index.ts'
import { type Command, EXIT } from '../command.ts'
import { DATABASE_OPTIONS, withStorage } from '../database.ts'
import { toPrintableJson } from '../printable.ts'
import { writeLines } from '../write-lines.ts'
import { toExported } from './audit/audit-line.ts'
import { DAY_OPTIONS, type DayRange, readAuditLog, readDays } from './audit/read-database.ts'

export const auditExport: Command = {
  words: ['audit', 'export'],
  summary: 'Print the audit log as NDJSON: one event or signed head on each line.',
  usage: 'licet audit export [options] > audit.ndjson',
  options: {
    ...DAY_OPTIONS,
    ...DATABASE_OPTIONS,
    json: { type: 'boolean', help: 'changes nothing: the output is always NDJSON' },
  },
  notes: ['Check the file with `licet audit verify --file audit.ndjson --keys <file or url>`, on this or another machine.'],
  async run(input, io) {
    const days = readDays(input)
    await withStorage(input, io, (storage) => writeLines(toLines(storage, days), io))
    return EXIT.ok
  },
}

async function* toLines(storage: Storage, days: DayRange): AsyncGenerator<string> {
  for await (const line of readAuditLog(storage, days)) if (line.type !== 'open') yield toPrintableJson(toExported(line), 0)
}
