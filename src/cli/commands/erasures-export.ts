import { type Command, JSON_OPTION } from '../command.ts'
import { count } from '../count.ts'
import { DATABASE_OPTIONS } from '../database.ts'
import { printResult } from '../print-result.ts'
import { printable } from '../printable.ts'
import { toPath } from '../write-lines.ts'
import { writeSealed } from './backup/write-sealed.ts'

export const erasuresExport: Command = {
  words: ['erasures', 'export'],
  summary: 'Write the journal of all erasures into a file. A restore of an older backup repeats them.',
  positionals: { '<file>': 'a new file' },
  options: { ...DATABASE_OPTIONS, ...JSON_OPTION },
  notes: ['The journal contains only random ids, times and hashes, and no personal data. Keep it apart from the database.'],
  async run(input, io) {
    const path = toPath(io, input.positionals[0] ?? '')
    const { readJournal } = await import('../../service/backup/read-backup.ts')
    const { openErasuresFile, readToEnd } = await import('../../service/node/backup/open-file.ts')
    await writeSealed(input, io, path, readJournal)
    const { header, count: erasures } = await readToEnd(await openErasuresFile(path))
    const { created, installation } = header
    return printResult(input, io, { file: path, created, installation, erasures }, [
      `The journal is in ${printable(path)}. It has ${count(erasures, 'erasure')} until ${created}.`,
    ])
  },
}
