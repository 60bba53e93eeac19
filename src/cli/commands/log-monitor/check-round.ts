import { emptyHead } from '../../../log/checkpoint.ts'
import { areConsistent } from '../../../log/compare-checkpoints.ts'
import { compareEpochs, type EndedEpoch } from '../../../log/compare-epochs.ts'
import type { LogCrypto } from '../../../log/log-crypto.ts'
import { parseLogKeys, vkeysOf } from '../../../log/log-keys.ts'
import { parseVkey } from '../../../log/note-key.ts'
import { createTileReader } from '../../../log/tile-source.ts'
import { type VerifiedCheckpoint, verifyCheckpoint } from '../../../log/verify-checkpoint.ts'
import { checkStamp, type StampOfLog } from './check-stamp.ts'
import { keepCheckpoint } from './kept-checkpoints.ts'
import { type MonitorState, NO_ENTRIES } from './monitor-state.ts'
import { missingTile, readGrowth } from './read-growth.ts'
import type { RemoteLog } from './remote-log.ts'

/** What one check of a log found. */
export interface Round {
  /** The state to keep. With `fork`, the log contradicts what was verified before. */
  readonly state: MonitorState
  readonly checkpoint: VerifiedCheckpoint
  /** Number of entries that were added since the last check. */
  readonly added: number
  /** Keys that were not seen before, one line each. Empty at the first check. */
  readonly newKeys: readonly string[]
  /** The epoch that ended since the last check. */
  readonly ended?: (Omit<EndedEpoch, 'fork'> & { readonly origin: string; readonly lost: number }) | undefined
  /** What the newest time stamp proves. Absent without one. */
  readonly stamp?: StampOfLog | undefined
}

/**
 * Loads the newest checkpoint, checks that it continues the one in `before` and the one that was stamped last, and reads every entry that was
 * added.
 *
 * @param certificates Certificates of trusted time-stamping authorities in PEM. Can be empty.
 * @throws {LicetError} `invalid_proof` for a log that is malformed; the errors of the requests. They do not change the state.
 */
export async function checkRound(
  before: MonitorState | undefined,
  log: RemoteLog,
  crypto: LogCrypto,
  certificates = '',
): Promise<Round> {
  const { sha256 } = crypto
  const published = parseLogKeys(await log.keys())
  const keys = [...new Set([...(before?.keys ?? []), ...vkeysOf(published)])]
  const noteKeys = await Promise.all(keys.map((vkey) => parseVkey(vkey, sha256)))
  const known = before && (await verifyCheckpoint(before.checkpoint, noteKeys, crypto))
  const note = await log.checkpoint(known?.size)
  const checkpoint = await verifyCheckpoint(note, noteKeys, crypto)
  const newKeys = before === undefined ? [] : keys.filter((vkey) => !before.keys.includes(vkey))
  const readTile = createTileReader((tile) => log.tile(checkpoint.origin, tile), missingTile)
  const stamp = await checkStamp(published.timestamp, { checkpoint, keys: noteKeys, certificates }, log, crypto)
  const result = { checkpoint, newKeys, stamp }
  const forkOf = (fork: MonitorState['fork']) =>
    fork ?? (stamp?.contradicts === undefined ? undefined : { known: stamp.contradicts, received: note })
  const toFork = (state: MonitorState, fork = { known: state.checkpoint, received: note }): Round => ({
    ...result,
    added: 0,
    state: { ...state, keys, fork: state.fork ?? fork },
  })
  if (before !== undefined && known !== undefined && known.origin !== checkpoint.origin) {
    const { former } = published
    const compared = { known: [before.checkpoint, ...before.earlier], received: note, former, keys: noteKeys, load: log.tile }
    const { fork, ...left } = await compareEpochs(compared, crypto)
    // A restore ends a log. It explains no second history of it.
    if (fork !== undefined) return toFork(before, fork)
    const counts = await readGrowth({ from: await emptyHead(sha256), to: checkpoint, counts: NO_ENTRIES }, log, sha256)
    const ended = { origin: known.origin, lost: known.size - left.kept, ...left }
    return {
      ...{ ...result, ended, added: checkpoint.size },
      state: { checkpoint: note, earlier: [], keys, counts, fork: forkOf(before.fork) },
    }
  }
  if (before !== undefined && known !== undefined) {
    if (!(await areConsistent(known, checkpoint, readTile, sha256))) return toFork(before)
    // A cache may return an older checkpoint. The newer one stays.
    if (checkpoint.size <= known.size) return { ...result, added: 0, state: { ...before, keys, fork: forkOf(before.fork) } }
  }
  const from = known ?? (await emptyHead(sha256))
  const counts = await readGrowth({ from, to: checkpoint, counts: before?.counts ?? NO_ENTRIES }, log, sha256)
  const earlier = before === undefined ? [] : keepCheckpoint(before, checkpoint.size)
  return {
    ...{ ...result, added: checkpoint.size - from.size },
    state: { checkpoint: note, earlier, keys, counts, fork: forkOf(before?.fork) },
  }
}
