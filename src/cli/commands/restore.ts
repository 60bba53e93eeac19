import { type Command, type CommandInput, type CommandIo, EXIT, JSON_OPTION, textOption, UsageError } from '../command.ts'
import { count } from '../count.ts'
import { DATABASE_OPTIONS } from '../database.ts'
import { printable, toPrintableJson } from '../printable.ts'
import { readProtection } from '../read-key-protection.ts'
import { toPath } from '../write-lines.ts'
import { LOG_CHECKPOINT_OPTION, readLogCheckpoint } from './backup/log-checkpoint.ts'
import { withTargetDatabase } from './backup/open-database.ts'
import { KEYS_OPTION, readSealKeys } from './backup/seal-keys.ts'

const UNPROVEN = 'Nothing proves that the backup is unchanged. Add --keys with the key set of the service.'

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
    'nothing-erased': { type: 'boolean', help: 'confirm that nobody was erased since the backup' },
    'nothing-lost': {
      type: 'boolean',
      help: 'confirm that the service stored nothing since the backup, for example because it was stopped when you made it',
    },
    ...LOG_CHECKPOINT_OPTION,
    force: { type: 'boolean', help: 'replace a database that has data; the erasures of that database are repeated' },
    check: { type: 'boolean', help: 'only check the files: they are complete and, with --keys, unchanged' },
    ...KEYS_OPTION,
    ...DATABASE_OPTIONS,
    ...JSON_OPTION,
  },
  notes: [
    'A key in the backup must have sealed the journal of --erasures. With --keys, one of the keys in that set must have sealed both files.',
    'Stop the service first. The restore is one transaction: if it is interrupted, nothing is changed.',
  ],
  async run(input, io) {
    const path = toPath(io, input.positionals[0] ?? '')
    return input.values.check === true ? check(path, input, io) : restore(path, input, io)
  },
}

/** Checks a backup, and the journal of `--erasures`. */
async function check(path: string, input: CommandInput, io: CommandIo): Promise<number> {
  const { verifySeal } = await import('../../service/backup/seal.ts')
  const { openBackupFile, openErasuresFile, readToEnd } = await import('../../service/node/backup/open-file.ts')
  const { createNodeCrypto } = await import('../../service/node.ts')
  const keys = await readSealKeys(input)
  const verify = async (seal: string) => (keys === undefined ? {} : { sealedBy: await verifySeal(seal, keys, createNodeCrypto()) })
  const backup = await readToEnd(await openBackupFile(path))
  const { created, schema, installation } = backup.header
  const checked = { file: path, created, schema, installation, ...(await verify(backup.seal)) }
  const erasures = textOption(input, 'erasures')
  const journal = erasures === undefined ? undefined : await readToEnd(await openErasuresFile(toPath(io, erasures)))
  if (journal !== undefined) {
    const { assertJournalFits } = await import('../../service/backup/restore-backup.ts')
    assertJournalFits(journal.header, backup.header)
    await verify(journal.seal)
  }
  if (input.values.json === true) io.out(toPrintableJson(checked))
  else {
    const state = keys === undefined ? 'complete' : 'complete and unchanged'
    io.out(`The backup of ${printable(created)} is ${state}.`)
    if (journal !== undefined)
      io.out(`The journal of ${printable(journal.header.created)} is ${state}: ${count(journal.count, 'erasure')}.`)
    if (keys === undefined) io.out(UNPROVEN)
  }
  return EXIT.ok
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
  const keys = await readSealKeys(input)
  const protection = await readProtection(input, io)
  const { header, rows, erased, erasuresUntil, logEpoch } = await withTargetDatabase(input, io, isForced, async (storage) =>
    restoreBackup({
      ...{ storage, crypto: createNodeCrypto(), protection, now: io.now, isNothingErased, isNothingLost, isForced, keys },
      openBackup: () => openBackupFile(path),
      logCheckpoint: await readLogCheckpoint(input, io),
      openErasures: journal === undefined ? undefined : () => openErasuresFile(toPath(io, journal)),
    }),
  )
  if (input.values.json === true) {
    io.out(toPrintableJson({ created: header.created, rows, erased, erasuresUntil, logEpoch }))
    return EXIT.ok
  }
  io.out(
    `The database has the state of ${printable(header.created)}: ${count(rows.licenses ?? 0, 'license')} of ${count(rows.addresses ?? 0, 'device')}.`,
  )
  io.out(`Erased again: ${count(erased.devices, 'device')}, and ${count(erased.licenses, 'license')} of other devices.`)
  if (erasuresUntil !== undefined)
    io.out(`The journal has the erasures until ${printable(erasuresUntil)}. If somebody was erased later, erase them again.`)
  if (keys === undefined) io.out(UNPROVEN)
  if (!isNothingLost)
    io.out('Until a device visits the service again, License Permit answers unknown_since_restore for its license.')
  if (logEpoch !== undefined) io.out(`The public log continues with epoch ${logEpoch} when the service starts.`)
  io.out('Before you start the service, repeat what else happened since, see docs/guides/backup.md.')
  return EXIT.ok
}
