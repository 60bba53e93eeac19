import { isLicetError } from '../../core/errors.ts'
import type { Sql } from '../../service/index.ts'
import { pause } from '../../service/pause.ts'
import type { StoredAuditChain } from '../../service/storage/read-audit-log.ts'
import { type Command, type CommandIo, EXIT } from '../command.ts'
import { DATABASE_OPTIONS, withStorage } from '../database.ts'
import { toPrintableJson } from '../printable.ts'
import { type EventLine, type HeadLine, toEndLine, toEventLine, toExported } from './audit/audit-line.ts'
import { FROM_OPTION, isSelected, readDays } from './audit/read-database.ts'

const POLL_MS = 1000
const UNAVAILABLE =
  'The database is unavailable. No event is lost: this command waits, and continues after the last event that it printed.'

export const auditFollow: Command = {
  words: ['audit', 'follow'],
  summary: 'Print new events of the audit log as NDJSON, until Ctrl-C.',
  options: {
    from: { ...FROM_OPTION.from, help: 'first print the events from this day on, in UTC: 2026-11-23 (default: only new ones)' },
    ...DATABASE_OPTIONS,
    json: { type: 'boolean', help: 'changes nothing: the output is always NDJSON' },
  },
  notes: ['After a restart with --from, some events are printed again. `chain` and `sequence` together are the id of an event.'],
  async run(input, io) {
    const { from } = readDays(input)
    await withStorage(input, io, (storage) => follow(storage, from, io))
    return EXIT.ok
  },
}

async function follow(storage: Sql, from: string | undefined, io: CommandIo): Promise<void> {
  const { listAuditChains, listChangedAuditChains, readAuditEvents } = await import('../../service/storage/read-audit-log.ts')
  const { findLastAuditHead } = await import('../../service/storage/audit-chains.ts')
  const write = (line: EventLine | HeadLine) => io.out(toPrintableJson(toExported(line), 0))
  /** The last event of each chain that was printed or skipped. */
  const printed = new Map<string, number>()
  const finished = new Set<string>()
  const print = async (chain: StoredAuditChain): Promise<void> => {
    const last = printed.get(chain.id) ?? 0
    if (chain.head !== null || chain.length > last) {
      for await (const event of readAuditEvents(storage, chain, last)) {
        write(toEventLine(chain.id, event))
        printed.set(chain.id, event.sequence)
      }
    }
    const end = toEndLine(chain)
    if (end.type === 'head') {
      write(end)
      finished.add(chain.id)
      printed.delete(chain.id)
    }
  }
  // Read before the chains: a chain that is closed while they are read has a later number.
  let lastHead = (await findLastAuditHead(storage))?.number ?? 0
  for await (const chain of listAuditChains(storage)) {
    if (from !== undefined && isSelected(chain, { from })) await print(chain)
    else if (chain.head === null) printed.set(chain.id, chain.length)
  }
  const printNew = async (): Promise<void> => {
    for (const chain of await listChangedAuditChains(storage, lastHead)) {
      if (!finished.has(chain.id)) await print(chain)
      lastHead = Math.max(lastHead, chain.number ?? 0)
    }
  }
  let isAvailable = true
  const reportChange = (now: boolean): void => {
    if (now !== isAvailable) io.err(now ? 'The database is available again.' : UNAVAILABLE)
    isAvailable = now
  }
  // A reader that has exited, or a full disk, ends the command too: nobody would get the next events.
  const ended = io.outputClosed === undefined ? io.signal : AbortSignal.any([io.signal, io.outputClosed])
  while (!ended.aborted) {
    try {
      await printNew()
      reportChange(true)
    } catch (error) {
      // A restart or a failover of PostgreSQL. The next round continues after the last event that was printed.
      if (!isLicetError(error, 'unavailable')) throw error
      reportChange(false)
    }
    await pause(POLL_MS, ended)
  }
}
