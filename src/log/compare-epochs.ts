import { isLicetError } from '../core/errors.ts'
import type { Bytes } from './bytes.ts'
import { type Checkpoint, parseSignedCheckpoint, type TreeHead } from './checkpoint.ts'
import { areConsistent } from './compare-checkpoints.ts'
import { malformed } from './invalid-proof.ts'
import type { LogCrypto, Sha256 } from './log-crypto.ts'
import { hashText, writeLogEntry } from './log-entry.ts'
import type { FormerEpoch } from './log-keys.ts'
import { hashLeaf } from './merkle.ts'
import type { NoteKey } from './note-key.ts'
import { TILE_WIDTH, type Tile } from './tile.ts'
import { createTileReader } from './tile-source.ts'
import { verifyCheckpoint } from './verify-checkpoint.ts'

/** Loads the bytes of a tile of the log with a name. `undefined` when it does not exist. */
export type LoadTileOf = (origin: string, tile: Tile) => Promise<Bytes | undefined>

/** What {@link compareEpochs} compares. */
export interface EpochsToCompare {
  /** Signed checkpoints of the epoch that ended, and possibly of others. They were verified before. The first one is the newest. */
  readonly known: readonly string[]
  /** The newest signed checkpoint, of a later epoch. It was verified. */
  readonly received: string
  /** All earlier epochs, oldest first, as the log lists them. */
  readonly former: readonly FormerEpoch[]
  /** The keys of all epochs. */
  readonly keys: readonly NoteKey[]
  readonly load: LoadTileOf
  /** Is called with a signed checkpoint when it was compared. A comparison that fails after that can continue there. */
  readonly onCompared?: (note: string) => void
}

/** What is left of an epoch that ended with a restore. */
export interface EndedEpoch {
  /** How many entries of the newest known checkpoint the epoch has. */
  readonly kept: number
  /** How many of these, from the first one, are proven to be the same. 0 when nothing could be compared. */
  readonly proven: number
  /** Both signed checkpoints, if the log contradicts what was verified before. */
  readonly fork?: { readonly known: string; readonly received: string }
}

/**
 * Compares an epoch that ended with a restore with what was verified of it before.
 *
 * Its last checkpoint has to be signed, and to continue the newest known checkpoint that is not longer. The first entry of the next epoch has
 * to contain its hash. Otherwise the log has a fork. A restore can lose the last entries, and the tiles: both are no fork, and prove nothing.
 *
 * @throws {LicetError} `invalid_proof` when tiles do not agree with their checkpoint. Errors of `load` are passed on.
 */
export async function compareEpochs(
  { known, received, former, keys, load, onCompared }: EpochsToCompare,
  crypto: LogCrypto,
): Promise<EndedEpoch> {
  const { sha256 } = crypto
  const [newest = ''] = known
  const { origin, size } = parseSignedCheckpoint(newest)
  const toFork = (before: string, after: string) => ({ kept: 0, proven: 0, fork: { known: before, received: after } })
  const ended = former.slice(former.findIndex((epoch) => epoch.origin === origin))
  const ends = await Promise.all(ended.map(({ checkpoint }) => verifyCheckpoint(checkpoint, keys, crypto).catch(nothingIfInvalid)))
  const [own] = ended
  const [last] = ends
  if (own?.origin !== origin || last === undefined || ended.some((epoch, at) => epoch.origin !== ends[at]?.origin))
    return toFork(newest, received)
  const before = known.map((note) => ({ note, ...parseSignedCheckpoint(note) }))
  const compared = before.find((one) => one.origin === origin && one.size <= last.size)
  const isSame = compared && (await continues(compared, last, load, sha256))
  if (isSame === false) return toFork(compared?.note ?? '', own.checkpoint)
  onCompared?.(own.checkpoint)
  let isNamed = true
  for (const [at, { checkpoint }] of ended.entries()) {
    const note = ended[at + 1]?.checkpoint ?? received
    const next = parseSignedCheckpoint(note)
    const root = await hashFirst(next, checkpoint, load, sha256)
    // A tree of one entry has the hash of this entry as its root.
    const begins = root && (await continues({ size: 1, root }, next, load, sha256))
    if (begins === false) return toFork(newest, received)
    isNamed &&= begins === true
    onCompared?.(note)
  }
  return { kept: Math.min(size, last.size), proven: isSame && isNamed ? (compared?.size ?? 0) : 0 }
}

/** Returns whether a tree begins with an earlier one. `undefined` when its tiles are missing. */
function continues(before: TreeHead, after: Checkpoint, load: LoadTileOf, sha256: Sha256): Promise<boolean | undefined> {
  const missing = malformed('set of tiles')
  const readTile = createTileReader(
    (tile) => load(after.origin, tile),
    () => missing,
  )
  return areConsistent(before, after, readTile, sha256).catch((error: unknown) => {
    if (error !== missing) throw error
    return undefined
  })
}

/** Returns the hash that the first entry of a log has if it contains the hash of `former`. `undefined` when its entries are missing. */
async function hashFirst({ origin, size }: Checkpoint, former: string, load: LoadTileOf, sha256: Sha256) {
  let bundle: Bytes | undefined
  // A service has every width. A copy has only the widths of its checkpoints.
  for (const width of [1, Math.min(size, TILE_WIDTH), TILE_WIDTH])
    bundle ??= await load(origin, { level: 'entries', index: 0, width })
  if (bundle === undefined) return undefined
  const [, t] = /"t":(\d+)/.exec(String.fromCharCode(...bundle.slice(0, 256))) ?? []
  return hashLeaf(writeLogEntry({ k: 'epoch', h: await hashText(former, sha256), t: Number(t ?? 0) }), sha256)
}

function nothingIfInvalid(error: unknown): undefined {
  // An engine without Ed25519 can fail to load the library for it.
  if (!isLicetError(error, 'invalid_proof')) throw error
  return undefined
}
