import { isLicetError } from '../../core/errors.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import { describeStamp } from '../../log/verify-logged.ts'
import { pause } from '../../service/pause.ts'
import { type Command, type CommandIo, EXIT, JSON_OPTION, numberOption, textOption } from '../command.ts'
import { count, entriesOf } from '../count.ts'
import { printable, toPrintableJson } from '../printable.ts'
import { readCertificates, TIMESTAMP_CA_OPTION } from '../timestamp-ca.ts'
import { toPath } from '../write-lines.ts'
import type { Round } from './log-monitor/check-round.ts'
import type { StampOfLog } from './log-monitor/check-stamp.ts'
import { type MonitorState, readMonitorState } from './log-monitor/monitor-state.ts'
import { openRemoteLog, type RemoteLog } from './log-monitor/remote-log.ts'

const DEFAULT_EVERY_SECONDS = 60
const DEFAULT_STATE = 'licet-log-state.json'

export const logMonitor: Command = {
  words: ['log', 'monitor'],
  summary: 'Follow the public log of a service from outside: check that it only grows, and count its entries.',
  usage: 'licet log monitor <url> [--state <file>] [--once]',
  positionals: { '<url>': 'the address of the service (its trail URL), or of a copy of its folder `log`' },
  options: {
    state: { type: 'string', value: '<file>', help: `what is remembered between two checks (default: ${DEFAULT_STATE})` },
    every: { type: 'string', value: '<seconds>', help: `time between two checks, 1 to 86400 (default: ${DEFAULT_EVERY_SECONDS})` },
    once: { type: 'boolean', help: 'check once, and exit' },
    ...TIMESTAMP_CA_OPTION,
    ...JSON_OPTION,
  },
  notes: [
    'It needs no access to the service. It reads the files that everyone can read, at most four at the same time.',
    'If the log contradicts itself, the state keeps both signed checkpoints as evidence, and the exit code is 1, even in later runs.',
    'Exit codes: 0 the log only grew, 1 it contradicts itself, 2 it could not be checked.',
  ],
  async run(input, io) {
    const log = openRemoteLog(input.positionals[0] ?? '', io.signal)
    const path = toPath(io, textOption(input, 'state') ?? DEFAULT_STATE)
    const everyMs = (numberOption(input, 'every', 1, 86_400) ?? DEFAULT_EVERY_SECONDS) * 1000
    const isOnce = input.values.once === true
    const certificates = await readCertificates(input)
    const print = input.values.json === true ? printJson : printRound
    let state = await readMonitorState(path)
    const check = async () => {
      const round = await checkOnce(state, log, { path, certificates })
      state = round.state
      print(round, io)
    }
    if (isOnce) await check()
    else await repeat(check, () => state?.fork !== undefined, everyMs, io)
    return state?.fork === undefined ? EXIT.ok : EXIT.failed
  },
}

/** Checks again and again, until the log contradicts itself or the command is stopped. A check that could not be made is repeated. */
async function repeat(check: () => Promise<void>, isForked: () => boolean, everyMs: number, io: CommandIo): Promise<void> {
  const ended = io.outputClosed === undefined ? io.signal : AbortSignal.any([io.signal, io.outputClosed])
  while (!ended.aborted) {
    try {
      await check()
    } catch (error) {
      if (ended.aborted) return
      if (!isLicetError(error)) throw error
      io.err(`${toTimestamp(io.now())}  The log could not be checked, and is checked again later. ${printable(error.message)}`)
    }
    if (isForked()) return
    await pause(everyMs, ended)
  }
}

async function checkOnce(
  state: MonitorState | undefined,
  log: RemoteLog,
  { path, certificates }: { readonly path: string; readonly certificates: string },
): Promise<Round> {
  const { toLogCrypto } = await import('../../service/log/log-environment.ts')
  const { writeFileAtomically } = await import('../../service/node/atomic-file.ts')
  const { createNodeCrypto } = await import('../../service/node/node-crypto.ts')
  const { checkRound } = await import('./log-monitor/check-round.ts')
  const round = await checkRound(state, log, toLogCrypto({ crypto: createNodeCrypto() }), certificates)
  if (JSON.stringify(round.state) !== JSON.stringify(state)) {
    const text = `${JSON.stringify(round.state, null, 2)}\n`
    // Before anything is printed: what was reported as checked must be remembered.
    await writeFileAtomically(path, [text], { mayReplace: true })
  }
  return round
}

function printRound({ state, checkpoint, added, newKeys, ended, stamp }: Round, io: CommandIo): void {
  const { origin, size, witnessedBy } = checkpoint
  const { license, end, erasure } = state.counts
  const at = toTimestamp(io.now())
  if (state.fork !== undefined) {
    io.out(
      `${at}  CONTRADICTION: ${printable(origin)} signed two histories. The license service, or someone who has its key, changed its log.`,
    )
    io.out('  Both signed checkpoints are in the state. Keep that file: anyone can verify them with the public keys of the log.')
    return
  }
  if (ended !== undefined)
    io.out(
      `${at}  A restore ended the log ${printable(ended.origin)}. ${describeEnded(ended)} The new log begins with the hash of its last checkpoint.`,
    )
  for (const vkey of newKeys) io.out(`${at}  New key: ${printable(vkey)}`)
  const kinds = `${count(license, 'license')}, ${count(end, 'end')}, ${count(erasure, 'erasure')}`
  const witnesses = witnessedBy.length === 0 ? '' : `, seen by ${count(witnessedBy.length, 'witness', 'witnesses')}`
  io.out(`${at}  ${printable(origin)}: ${count(size, 'entry', 'entries')} (${added} new): ${kinds}${witnesses}. The log only grew.`)
  if (stamp !== undefined) io.out(`${at}  ${describeStampOf(stamp)}`)
}

function describeEnded({ lost, kept, proven }: NonNullable<Round['ended']>): string {
  const loss = lost === 0 ? '' : `It lost ${entriesOf('its last', lost)}. `
  if (proven === kept) return lost === 0 ? 'No entry is lost or changed.' : `${loss}No other entry is changed.`
  const same = proven === 0 ? '' : `${entriesOf('Its first', proven)} did not change. `
  return `${loss}${same}Whether ${entriesOf(proven === 0 ? 'its' : 'its other', kept - proven)} changed cannot be verified.`
}

function describeStampOf({ size, verified, fault = '' }: StampOfLog): string {
  const entries = entriesOf('the first', size)
  if (verified === undefined) return `The time stamp of ${entries} is NOT valid. ${printable(fault)}`
  return `Since before ${toTimestamp(verified.at * 1000)}: ${entries} (${printable(describeStamp(verified))}).`
}

function printJson({ state, checkpoint, added, newKeys, ended, stamp }: Round, io: CommandIo): void {
  const { origin, size, witnessedBy } = checkpoint
  const witnesses = witnessedBy.map(({ key, at }) => ({ name: key.name, at }))
  io.out(toPrintableJson({ origin, size, added, counts: state.counts, witnesses, newKeys, ended, stamp, fork: state.fork }, 0))
}
