import { readFile } from 'node:fs/promises'
import { toBase64 } from '../../core/base64.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import type { Checkpoint } from '../../log/checkpoint.ts'
import { describeStamp } from '../../log/verify-logged.ts'
import type { VerifiedLog } from '../../service/log/verify-log.ts'
import type { VerifiedTimestamps } from '../../service/log/verify-stored-timestamps.ts'
import type { LogGap } from '../../service/storage/log-gaps.ts'
import { type Command, type CommandInput, type CommandIo, EXIT, JSON_OPTION, textsOption, UsageError } from '../command.ts'
import { count, entriesOf } from '../count.ts'
import { DATABASE_OPTIONS } from '../database.ts'
import { printable, toPrintableJson } from '../printable.ts'
import { readCertificates, TIMESTAMP_CA_OPTION } from '../timestamp-ca.ts'
import { toPath } from '../write-lines.ts'
import { withExistingDatabase } from './backup/open-database.ts'
import { readSealKeys } from './backup/seal-keys.ts'

export const logVerify: Command = {
  words: ['log', 'verify'],
  summary: 'Verify the public log of the database: each license has its entry, and each entry its license or its erasure.',
  options: {
    checkpoint: {
      type: 'string',
      value: '<file>',
      multiple: true,
      help: 'a checkpoint of this log that was kept elsewhere; repeat it for more',
    },
    ...TIMESTAMP_CA_OPTION,
    keys: {
      type: 'string',
      value: '<file or url>',
      help: 'key set of the service, which signed its restores, published at /.well-known/jwks.json (default: the keys in the database)',
    },
    ...DATABASE_OPTIONS,
    ...JSON_OPTION,
  },
  notes: [
    'It lists each entry whose license is missing, each license whose entry is missing, and each column that differs from what was signed.',
    'Without --checkpoint and --keys, everything it reads is in the database, so who controls the database and the key of the log can change all of it.',
    'Exit codes: 0 complete, 1 something is missing or was changed.',
  ],
  async run(input, io) {
    const { verifyLog } = await import('../../service/log/verify-log.ts')
    const { createNodeCrypto } = await import('../../service/node.ts')
    const known = await readCheckpoints(input, io)
    const certificates = await readCertificates(input)
    const trusted = await readSealKeys(input)
    const report = await withExistingDatabase(input, io, (storage) =>
      verifyLog({ storage, crypto: createNodeCrypto() }, { known, trusted, certificates }),
    )
    if (input.values.json === true) io.out(toPrintableJson(toJson(report, io)))
    else printReport(report, io)
    return report.treeFaults.length + report.gaps.length === 0 ? EXIT.ok : EXIT.failed
  },
}

async function readCheckpoints(input: CommandInput, io: CommandIo): Promise<readonly string[]> {
  return Promise.all(
    textsOption(input, 'checkpoint').map(async (name) => {
      const note = await readFile(toPath(io, name), 'utf8').catch(() => undefined)
      if (note !== undefined) return note
      throw new UsageError(`The file ${printable(name)} cannot be read. Nothing was verified. Correct the path in --checkpoint.`)
    }),
  )
}

function printReport({ epochs, licenses, pending, treeFaults, gaps, lost }: VerifiedLog, io: CommandIo): void {
  for (const { epoch, message } of treeFaults) io.out(`epoch ${epoch}: ${printable(message)}`)
  for (const gap of gaps) io.out(describeGap(gap))
  const isWhole = treeFaults.length + gaps.length === 0
  io.out(isWhole ? 'Complete: the public log has every license, end and erasure of this database.' : 'Not complete: see above.')
  for (const { epoch, origin, entries, checkpoint, lostUpTo, timestamps } of epochs) {
    io.out(
      `  epoch ${epoch}, ${printable(origin ?? 'no name yet')}: ${count(entries, 'entry', 'entries')}, ${describeSigned(checkpoint)}`,
    )
    if (timestamps !== undefined) io.out(`    ${describeTimestamps(timestamps)}`)
    if (lostUpTo !== undefined) io.out(`    A restore lost the entries from ${entries} to ${lostUpTo - 1}.`)
  }
  io.out(`  ${count(licenses, 'license')} in the database, ${count(pending, 'entry', 'entries')} waiting for the log`)
  if (lost.length > 0) {
    const shown = lost.map(({ epoch, index }) => `${epoch}/${index}`).join(', ')
    io.out(`  A restore lost the licenses of these entries (epoch/entry): ${shown}. Their devices send them again.`)
  }
}

function describeTimestamps({ count: all, newest }: VerifiedTimestamps): string {
  const { size, at } = newest
  return `${count(all, 'time stamp')}; ${entriesOf('the first', size)} existed before ${toTimestamp(at * 1000)} (${printable(describeStamp(newest))})`
}

function describeSigned(checkpoint: Checkpoint | undefined): string {
  if (checkpoint === undefined) return 'not signed yet'
  // A new service signs a log without entries.
  return checkpoint.size === 0 ? 'signed' : `signed up to entry ${checkpoint.size - 1}`
}

const GAPS: Readonly<Record<LogGap['kind'], string>> = {
  missing_row: 'is in the log, and its row is missing in the database',
  missing_entry: 'is in the database, and its entry is missing in the log',
  missing_history: 'has lost a part of its history in the database',
  unproven_history: 'is in the database, and nothing proves it',
  changed_history: 'has another time than what caused it',
  missing_permit: 'is missing or differs, although the license is in force',
  unproven_permit: 'differs from the license, or the license is not in force',
  changed_row: 'differs from what was signed',
  duplicate_entry: 'is claimed by several entries of the log',
}

function describeGap({ kind, epoch, index, what, licenseId }: LogGap): string {
  const where = epoch === null || index === null ? '' : `epoch ${epoch}, entry ${index}: `
  const id = licenseId === null ? '' : ` of license ${printable(licenseId)}`
  return `${where}${describeSubject(kind, what)}${id} ${GAPS[kind]}.`
}

function describeSubject(kind: LogGap['kind'], what: string): string {
  if (kind.endsWith('_history')) return `transition "${what}"`
  if (kind.endsWith('_permit')) return `row in "${what}"`
  return kind === 'changed_row' ? `column "${printable(what)}"` : what
}

function toJson({ epochs, ...report }: VerifiedLog, { now }: Pick<CommandIo, 'now'>): object {
  const checked = epochs.map(({ checkpoint, ...epoch }) => ({
    ...epoch,
    ...(checkpoint !== undefined && { signed: checkpoint.size, root: toBase64(checkpoint.root) }),
  }))
  return { ...report, epochs: checked, checked: toTimestamp(now()) }
}
