import { open } from 'node:fs/promises'
import type { JSONWebKeySet } from 'jose'
import type { TrustedKey } from '../../service/backup/seal.ts'
import type { Storage } from '../../service/index.ts'
import { type Command, type CommandInput, type CommandIo, EXIT, JSON_OPTION, textOption, UsageError } from '../command.ts'
import { count } from '../count.ts'
import { DATABASE_OPTIONS, withStorage } from '../database.ts'
import { printable, toPrintableJson } from '../printable.ts'
import { toPath } from '../write-lines.ts'
import { type AuditLine, parseLine } from './audit/audit-line.ts'
import type { AuditFault } from './audit/find-chain-fault.ts'
import { type KeptHead, readKeptHead, writeKeptHead } from './audit/kept-head.ts'
import { readAuditLog } from './audit/read-database.ts'
import { type AuditReport, verifyAudit } from './audit/verify-audit.ts'
import { loadKeys, toTrustedKeys } from './verify/load-keys.ts'

/** A report, and where the keys come from that verified the heads. */
interface VerifiedAudit extends AuditReport {
  readonly keys: 'given' | 'database' | 'none'
}

const EXIT_CODES = { proven: EXIT.ok, refuted: EXIT.failed, consistent: EXIT.error } as const

export const auditVerify: Command = {
  words: ['audit', 'verify'],
  summary: 'Verify the audit log of the database, or offline in an exported file.',
  options: {
    file: { type: 'string', value: '<file>', help: 'a file of `licet audit export` (default: the database)' },
    keys: {
      type: 'string',
      value: '<file or url>',
      help: 'key set of the service, published at /.well-known/jwks.json; without it, nothing is proven',
    },
    head: {
      type: 'string',
      value: '<file>',
      help: 'file with the last head of an earlier run, which the log must still contain; it is created, and updated unless the log is refuted',
    },
    ...DATABASE_OPTIONS,
    ...JSON_OPTION,
  },
  notes: [
    'It lists the first event of each chain that was changed, removed, added or moved, and heads that are missing between others.',
    'Without --keys, it uses the keys in the database. Anyone who can change the log there can change these keys too.',
    'In a database, it also lists each epoch of the public log that no restore began.',
    'Keep the file of --head on another machine: without it, nothing shows that the newest part of the log was deleted, and the log is proven only up to the last head that is left.',
    'It covers what operators and services did. `licet log verify` checks that no license, end or erasure was removed.',
    'Exit codes: 0 proven, 1 refuted, 2 consistent but not proven.',
  ],
  async run(input, io) {
    const file = textOption(input, 'file')
    const keys = await readKeys(input)
    const headFile = textOption(input, 'head')
    const path = headFile === undefined ? undefined : toPath(io, headFile)
    const kept = path === undefined ? undefined : await readKeptHead(path)
    const report = file === undefined ? await verifyDatabase(input, io, { keys, kept }) : await verifyFile(file, { keys, kept })
    // Before anything is printed: what was reported as kept must be in the file.
    if (path !== undefined) await keepLast(path, report)
    if (input.values.json === true) io.out(toPrintableJson(report))
    else printReport(report, io, path)
    if (path !== undefined && kept === undefined)
      io.err(`${printable(path)} did not exist, so the log was compared with no earlier head.`)
    return EXIT_CODES[report.result]
  },
}

async function readKeys(input: CommandInput): Promise<JSONWebKeySet | undefined> {
  const source = textOption(input, 'keys')
  return source === undefined ? undefined : loadKeys(source)
}

/** What the log is verified with. */
interface Evidence {
  readonly keys: JSONWebKeySet | undefined
  readonly kept: KeptHead | undefined
}

async function verifyDatabase(input: CommandInput, io: CommandIo, { keys: given, kept }: Evidence): Promise<VerifiedAudit> {
  return withStorage(input, io, async (storage) => {
    const { listTrustedKeys } = await import('../../service/log/restore-statement.ts')
    const keys = given === undefined ? await listTrustedKeys(storage) : toTrustedKeys(given)
    const { result, faults, ...report } = await verifyAudit(readAuditLog(storage), given ?? { keys: [...keys] }, kept)
    const all = [...faults, ...(await findForgedEpochs(storage, keys))]
    const reached = result === 'proven' && given === undefined ? 'consistent' : result
    return {
      ...report,
      faults: all,
      result: all.length > 0 ? 'refuted' : reached,
      keys: given === undefined ? 'database' : 'given',
    }
  })
}

/** Returns the epochs of the public log that no restore began, as far as the keys prove. */
async function findForgedEpochs(storage: Storage, keys: readonly TrustedKey[]): Promise<AuditFault[]> {
  const { createNodeCrypto } = await import('../../service/node.ts')
  const { readRestore } = await import('../../service/log/restore-statement.ts')
  const { listEpochs } = await import('../../service/storage/log-tree.ts')
  const faults: AuditFault[] = []
  for (const row of await listEpochs(storage)) {
    if (row.epoch === 1 || (await readRestore(row, keys, { crypto: createNodeCrypto() })) !== undefined) continue
    const message = 'No trusted key signed the restore that began it, so someone can have written it to hide deleted licenses.'
    faults.push({ kind: 'inserted', epoch: row.epoch, message })
  }
  return faults.reverse()
}

async function verifyFile(file: string, { keys, kept }: Evidence): Promise<VerifiedAudit> {
  return { ...(await verifyAudit(readLines(file), keys, kept)), keys: keys === undefined ? 'none' : 'given' }
}

async function* readLines(file: string): AsyncGenerator<AuditLine> {
  const handle = await open(file).catch(() => {
    throw new UsageError(`The file ${printable(file)} cannot be read. Nothing was verified. Correct the path in --file.`)
  })
  let number = 0
  for await (const text of handle.readLines()) {
    number++
    if (text === '') continue
    const line = parseLine(text)
    if (line === undefined)
      throw new UsageError(
        `Line ${number} is neither an event nor a head. Nothing was verified. Use a file of \`licet audit export\`.`,
      )
    yield line
  }
}

/** Keeps the last head. A log that was refuted could have a forged one, and the file is evidence. */
async function keepLast(path: string, { result, last, lastSigned, lastHash }: AuditReport): Promise<void> {
  if (result === 'refuted' || last === undefined || lastSigned === undefined || lastHash === undefined) return
  await writeKeptHead(path, { number: last, signed: lastSigned, hash: lastHash })
}

function printReport(report: VerifiedAudit, io: CommandIo, headFile: string | undefined): void {
  for (const { kind, chain, sequence, number, epoch, message } of report.faults) {
    const where = [
      chain === undefined ? '' : `chain ${printable(chain)}`,
      sequence === undefined ? '' : `event ${sequence}`,
      number === undefined ? '' : `head ${number}`,
      epoch === undefined ? '' : `epoch ${epoch} of the public log`,
    ]
    io.out(`${kind}: ${where.filter((part) => part !== '').join(', ')}. ${message}`)
  }
  io.out(describeResult(report))
  io.out(`  ${count(report.events, 'event')}, ${count(report.closed, 'closed chain')}, ${count(report.open, 'open chain')}.`)
  if (report.last !== undefined && report.lastSigned !== undefined)
    io.out(`  The last head is head ${report.last}, signed at ${report.lastSigned}. ${describeUse(report, headFile)}`)
  if (report.open > 0) io.out('  No head signs the events of an open chain yet, so nothing proves them.')
  if (report.removed > 0) io.out(`  The retention removed the events of ${count(report.removed, 'chain')}.`)
  if (report.unconfirmed > 0) io.out(`  No signed event confirms the removal of ${count(report.unconfirmed, 'chain')}.`)
  if (report.omitted > 0) io.out(`  The events of ${count(report.omitted, 'chain')} are not in the file.`)
  if (report.abandoned > 0) io.out(`  Chains that another process closed: ${report.abandoned}. Their last minute can be missing.`)
  if (report.result !== 'refuted') io.out('  It does not cover licenses: `licet log verify` checks whether one was removed.')
  if (report.unproven.length > 0) io.out(`  The signer of these heads is unknown: ${report.unproven.join(', ')}`)
}

function describeUse({ result }: VerifiedAudit, headFile: string | undefined): string {
  if (headFile === undefined)
    return 'If newer chains were deleted with their heads, nothing here shows it. Use --head <file> to keep this head, and to compare it in the next run.'
  return result === 'refuted' ? `${printable(headFile)} is unchanged.` : `It is kept in ${printable(headFile)}.`
}

/** The first sentence says only what is proven: newer heads can be missing, and no head signs the events of open chains. */
function describeResult(report: VerifiedAudit): string {
  if (report.result === 'refuted') return 'Refuted: the log was changed.'
  if (report.result === 'consistent') return describeConsistent(report)
  const except = report.removed > 0 ? ', except by the retention' : ''
  return `Proven from head 1 to head ${report.last}: no event of this part was changed, added or removed${except}.`
}

function describeConsistent({ first, last, unproven, omitted, unconfirmed, keys }: VerifiedAudit): string {
  if (first === undefined || last === undefined)
    return 'Consistent, but not proven: no chain has a head. The service writes one on the next day, and when it stops.'
  const missing = [
    first > 1 ? `heads 1 to ${first - 1} are missing` : '',
    keys === 'database' ? 'the keys are from the same database as the log (add --keys with the key set of the service)' : '',
    unproven.length > 0
      ? `the signer of a head is unknown${keys === 'none' ? ' (add --keys with the key set of the service)' : ''}`
      : '',
    omitted > 0 ? 'events were left out' : '',
    unconfirmed > 0 ? 'no signed event confirms a removal' : '',
  ].filter((reason) => reason !== '')
  return `Consistent from head ${first} to head ${last}, but not proven: ${missing.join('; ')}.`
}
