import { type Bytes, isSameBytes } from '../../../log/bytes.ts'
import type { Checkpoint, TreeHead } from '../../../log/checkpoint.ts'
import { parseEntryBundle } from '../../../log/entry-bundle.ts'
import { createGrowingTree } from '../../../log/growing-tree.ts'
import { invalidProof } from '../../../log/invalid-proof.ts'
import type { Sha256 } from '../../../log/log-crypto.ts'
import { parseLogEntry } from '../../../log/log-entry.ts'
import { hashLeaf } from '../../../log/merkle.ts'
import { TILE_WIDTH, type Tile, tileAt } from '../../../log/tile.ts'
import { createTileReader } from '../../../log/tile-source.ts'
import type { EntryCounts } from './monitor-state.ts'
import type { RemoteLog } from './remote-log.ts'

/** Bundles that are read before their leaves are hashed into the tree. */
const BUNDLES_AT_ONCE = 16

/** What {@link readGrowth} reads. */
export interface Growth {
  /** The tree whose entries were read before. */
  readonly from: TreeHead
  readonly to: Checkpoint
  /** Number of entries of each kind in the tree of `from`. */
  readonly counts: EntryCounts
}

/**
 * Reads the entries that were added between two consistent checkpoints, and returns how many of each kind the tree of `to` has.
 *
 * Hashes every entry into the tree of `from`, and compares the result with the root of `to`: the entries are exactly those that were signed.
 *
 * @throws {LicetError} `invalid_proof` when an entry has an unknown form, or the checkpoint is over other entries
 */
export async function readGrowth({ from, to, counts }: Growth, log: RemoteLog, sha256: Sha256): Promise<EntryCounts> {
  const tree = createGrowingTree({
    size: from.size,
    readTile: createTileReader((tile) => log.tile(to.origin, tile), missingTile),
    sha256,
  })
  if (!isSameBytes(await tree.root(), from.root)) throw otherEntries()
  const sum = { ...counts }
  while (tree.size < to.size) {
    const { size } = tree
    const end = Math.min((Math.floor(size / TILE_WIDTH) + BUNDLES_AT_ONCE) * TILE_WIDTH, to.size)
    const entries = await readEntries(size, end, to, log)
    for (const { k } of entries.map(parseLogEntry)) sum[k]++
    const leaves = await Promise.all(entries.map((entry) => hashLeaf(entry, sha256)))
    const { root } = await tree.append(leaves)
    if (tree.size === to.size && !isSameBytes(root, to.root)) throw otherEntries()
  }
  return sum
}

/** Returns the entries from `start` to before `end` in the log of a checkpoint. */
async function readEntries(start: number, end: number, of: Checkpoint, log: RemoteLog): Promise<readonly Bytes[]> {
  const first = Math.floor(start / TILE_WIDTH)
  const indexes = Array.from({ length: Math.ceil(end / TILE_WIDTH) - first }, (_, at) => first + at)
  const bundles = await Promise.all(indexes.map((index) => readBundle(index, of, log)))
  return bundles.flat().slice(start - first * TILE_WIDTH, end - first * TILE_WIDTH)
}

/** Returns the entries of a bundle in the log of a checkpoint. */
async function readBundle(index: number, { origin, size }: Checkpoint, log: RemoteLog): Promise<readonly Bytes[]> {
  const tile = tileAt('entries', index, size)
  if (tile === undefined) return []
  const bytes = await log.tile(origin, tile)
  if (bytes !== undefined) return parseEntryBundle(bytes, tile.width)
  // The log may have deleted a bundle that is not full, when the full one was there.
  const full = tile.width < TILE_WIDTH ? await log.tile(origin, { ...tile, width: TILE_WIDTH }) : undefined
  if (full === undefined) throw missingTile(tile)
  return parseEntryBundle(full, TILE_WIDTH).slice(0, tile.width)
}

export function missingTile({ level, index }: Tile): Error {
  return invalidProof(`The log lacks the tile ${level}/${index} of its own checkpoint`)
}

function otherEntries(): Error {
  return invalidProof('The checkpoint of the log is over other entries than the log has')
}
