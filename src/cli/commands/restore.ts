import { type Command, type CommandInput, type CommandIo, EXIT, JSON_OPTION, textOption, UsageError } from '../command.ts'
import { count } from '../count.ts'
import { DATABASE_OPTIONS } from '../database.ts'
import { printable, toPrintableJson } from '../printable.ts'
import { toPath } from '../write-lines.ts'
import { withTargetDatabase } from './backup/open-database.ts'

/** `licet restore` */
export const restoreCommand: Command = {
  words: ['restore'],
  summary: 'Restore a backup into an empty database, and repeat the erasures since the backup.',
  usage: 'licet restore <file> (--erasures <file> | --nothing-erased | --nothing-lost | --force) [options]',
  positionals: { '<file>': 'a file that `licet backup` wrote' },
  options: {
    erasures: {
      type: 'string',
      value: '<file>',
      help: 'journal that `licet erasures export` wrote, with the erasures since the backup',
    },
    'nothing-erased': { type: 'boolean', help: 'state that nobody was erased since the backup' },
    'nothing-lost': {
      type: 'boolean',
      help: 'state that the service stored nothing since the backup, for example because it was stopped before',
    },
    force: { type: 'boolean', help: 'replace a database that has data; the erasures of that database are repeated' },
    check: { type: 'boolean', help: 'only check that the file is complete and unchanged' },
    ...DATABASE_OPTIONS,
    ...JSON_OPTION,
  },
  notes: ['Stop the service first. The restore is one transaction: if it is interrupted, nothing is changed.'],
  async run(input, io) {
    const path = toPath(io, input.positionals[0] ?? '')
    const { checkBackupFile } = await import('../../service/node/backup/open-file.ts')
    if (input.values.check !== true) return restore(path, input, io)
    const { created, schema, installation } = await checkBackupFile(path)
    if (input.values.json === true) io.out(toPrintableJson({ file: path, created, schema, installation }))
    else io.out(`The backup of ${printable(created)} is complete and unchanged.`)
    return EXIT.ok
  },
}

async function restore(path: string, input: CommandInput, io: CommandIo): Promise<number> {
  const journal = textOption(input, 'erasures')
  const isNothingErased = input.values['nothing-erased'] === true
  const isNothingLost = input.values['nothing-lost'] === true
  const isForced = input.values.force === true
  if ([journal !== undefined, isNothingErased, isNothingLost].filter(Boolean).length > 1)
    throw new UsageError(
      '--erasures, --nothing-erased and --nothing-lost exclude each other. Nothing was restored. Keep one of them.',
    )
  const { restoreBackup } = await import('../../service/backup/restore-backup.ts')
  const { openBackupFile, openErasuresFile } = await import('../../service/node/backup/open-file.ts')
  const { createNodeCrypto } = await import('../../service/node.ts')
  const { header, rows, erased } = await withTargetDatabase(input, io, isForced, (storage) =>
    restoreBackup({
      ...{ storage, crypto: createNodeCrypto(), now: io.now, isNothingErased, isNothingLost, isForced },
      openBackup: () => openBackupFile(path),
      openErasures: journal === undefined ? undefined : () => openErasuresFile(toPath(io, journal)),
    }),
  )
  if (input.values.json === true) {
    io.out(toPrintableJson({ created: header.created, rows, erased }))
    return EXIT.ok
  }
  io.out(
    `The database is that of ${printable(header.created)}: ${count(rows.licenses ?? 0, 'license')} of ${count(rows.addresses ?? 0, 'device')}.`,
  )
  io.out(`Erased again: ${count(erased.devices, 'device')}, and ${count(erased.licenses, 'license')} of other devices.`)
  if (!isNothingLost)
    io.out('Until a device visits the service again, License Permit answers unknown_since_restore for its license.')
  io.out('Before you start the service, repeat what else happened since, see docs/guides/backup.md.')
  return EXIT.ok
}
