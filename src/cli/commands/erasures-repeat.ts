import { type Command, JSON_OPTION } from '../command.ts'
import { count } from '../count.ts'
import { DATABASE_OPTIONS } from '../database.ts'
import { printResult } from '../print-result.ts'
import { readProtection } from '../read-key-protection.ts'
import { toPath } from '../write-lines.ts'
import { LOG_CHECKPOINT_OPTION, readLogCheckpoint } from './backup/log-checkpoint.ts'
import { withExistingDatabase } from './backup/open-database.ts'
import { KEYS_OPTION, readSealKeys } from './backup/seal-keys.ts'

export const erasuresRepeat: Command = {
  words: ['erasures', 'repeat'],
  summary: 'Repeat the erasures of a journal, in a database that another tool has restored.',
  positionals: { '<file>': 'a file that `licet erasures export` wrote' },
  options: { ...LOG_CHECKPOINT_OPTION, ...KEYS_OPTION, ...DATABASE_OPTIONS, ...JSON_OPTION },
  notes: [
    'A key in the database, or a key of --keys, must have sealed the journal.',
    '`licet restore` does this itself. Run it before you start the service. A second run erases nothing more.',
    'The public log continues with a new epoch, because the restored database can lack entries that were published.',
  ],
  async run(input, io) {
    const path = toPath(io, input.positionals[0] ?? '')
    const { repeatJournal } = await import('../../service/backup/restore-backup.ts')
    const { openErasuresFile } = await import('../../service/node/backup/open-file.ts')
    const { createNodeCrypto } = await import('../../service/node.ts')
    const keys = await readSealKeys(input)
    const protection = await readProtection(input, io)
    const erased = await withExistingDatabase(input, io, async (storage) =>
      repeatJournal({
        storage,
        crypto: createNodeCrypto(),
        protection,
        now: io.now,
        keys,
        logCheckpoint: await readLogCheckpoint(input, io),
        openErasures: () => openErasuresFile(path),
      }),
    )
    return printResult(input, io, erased, [
      `Erased again: ${count(erased.devices, 'device')}, and ${count(erased.licenses, 'license')} of other devices.`,
    ])
  },
}
