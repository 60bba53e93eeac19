import { isLicetError } from '../../core/errors.ts'
import { HOUR_MS } from '../../core/time-units.ts'
import { pause } from '../../service/pause.ts'
import { type Command, type CommandIo, EXIT, JSON_OPTION } from '../command.ts'
import { count } from '../count.ts'
import { DATABASE_OPTIONS, withStorage } from '../database.ts'
import { printable, toPrintableJson } from '../printable.ts'
import { toPath } from '../write-lines.ts'
import type { CopiedLog } from './log/copy-log.ts'

const POLL_MS = 1000

export const logExport: Command = {
  words: ['log', 'export'],
  summary: 'Copy the public log to a folder, which any web server or bucket can serve.',
  positionals: { '<folder>': 'the folder of the copy, such as the one that your web server has at `<trail_url>/log`' },
  options: {
    follow: { type: 'boolean', help: 'copy each new checkpoint until Ctrl-C' },
    ...DATABASE_OPTIONS,
    ...JSON_OPTION,
  },
  notes: ['It refuses to overwrite a copy that the log in the database does not continue.'],
  async run(input, io) {
    const folder = toPath(io, input.positionals[0] ?? '')
    const { createNodeCrypto } = await import('../../service/node.ts')
    const { copyLog, deletePartialTiles } = await import('./log/copy-log.ts')
    const print = (copied: CopiedLog | undefined) => {
      if (input.values.json === true) io.out(toPrintableJson(copied ?? {}, 0))
      else io.out(describe(copied, folder))
    }
    await withStorage(input, io, async (storage) => {
      const environment = { storage, crypto: createNodeCrypto(), now: io.now }
      const copied = await copyLog(environment, folder)
      await deletePartialTiles(folder, io.now())
      print(copied)
      if (input.values.follow === true)
        await follow(io, async (isHourly) => {
          const next = await copyLog(environment, folder)
          if (next !== undefined && next.written > 0) print(next)
          if (isHourly) await deletePartialTiles(folder, io.now())
        })
    })
    return EXIT.ok
  },
}

function describe(copied: CopiedLog | undefined, folder: string): string {
  if (copied === undefined) return 'The public log has no checkpoint yet. Start the service: it signs one within seconds.'
  const { origin, size, written } = copied
  return `${printable(folder)} has ${count(size, 'entry', 'entries')} of ${printable(origin)}; ${count(written, 'new file')}.`
}

async function follow(io: CommandIo, copy: (isHourly: boolean) => Promise<void>): Promise<void> {
  let cleaned = io.now()
  while (!io.signal.aborted) {
    await pause(POLL_MS, io.signal)
    const isHourly = io.now() - cleaned > HOUR_MS
    if (isHourly) cleaned = io.now()
    // A restart or a failover of PostgreSQL. The next round continues.
    await copy(isHourly).catch((error: unknown) => {
      if (!isLicetError(error, 'unavailable')) throw error
    })
  }
}
