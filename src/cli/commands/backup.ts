import { type Command, EXIT, JSON_OPTION } from '../command.ts'
import { DATABASE_OPTIONS } from '../database.ts'
import { printable, toPrintableJson } from '../printable.ts'
import { toPath } from '../write-lines.ts'
import { writeSealed } from './backup/write-sealed.ts'

export const backupCommand: Command = {
  words: ['backup'],
  summary: 'Write the database into a file. On PostgreSQL, the service keeps running meanwhile.',
  positionals: { '<file>': 'a new file, such as licet-2027-01-31.backup' },
  options: { ...DATABASE_OPTIONS, ...JSON_OPTION },
  notes: ['The file contains the private signing key. Only you can read it: keep it as secret as the service itself.'],
  async run(input, io) {
    const [file = ''] = input.positionals
    const { readBackup } = await import('../../service/backup/read-backup.ts')
    const { openBackupFile, readToEnd } = await import('../../service/node/backup/open-file.ts')
    const path = toPath(io, file)
    const { recordBackup } = await import('../../service/backup/record-backup.ts')
    await writeSealed(input, io, path, readBackup, recordBackup)
    const { created, schema, installation } = (await readToEnd(await openBackupFile(path))).header
    if (input.values.json === true) io.out(toPrintableJson({ file: path, created, schema, installation }))
    else {
      io.out(
        `The backup is in ${printable(path)}. It has everything that was stored before ${created}, and was read back completely.`,
      )
      io.out('Keep a newer journal of erasures than the backup, on another machine: licet erasures export <file>')
    }
    return EXIT.ok
  },
}
