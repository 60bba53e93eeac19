import { appendLeaves } from '../../../log/append-leaves.ts'
import { type Bytes, isSameBytes } from '../../../log/bytes.ts'
import type { Checkpoint } from '../../../log/checkpoint.ts'
import { parseEntryBundle } from '../../../log/entry-bundle.ts'
import { invalidProof } from '../../../log/invalid-proof.ts'
import type { Sha256 } from '../../../log/log-crypto.ts'
import { type LogEntry, parseLogEntry } from '../../../log/log-entry.ts'
import { hashLeaf } from '../../../log/merkle.ts'
import { TILE_WIDTH, type Tile, tileAt } from '../../../log/tile.ts'
import { createTileReader } from '../../../log/tile-source.ts'
import { computeRoot, type ReadTile } from '../../../log/tile-tree.ts'
import { type EntryCounts, NO_ENTRIES } from './monitor-state.ts'
import type { RemoteLog } from './remote-log.ts'

/** Bundles that are read before their leaves are hashed into the tree. */
const BUNDLES_AT_ONCE = 16

/** What {@link readGrowth} reads. */
export interface Growth {
  /** The tree whose entries were read before. */
  readonly from: Pick<Checkpoint, 'size' | 'root'>
  readonly to: Checkpoint
}

/**
 * Reads the entries that were added between two consistent checkpoints, and returns how many there are of each kind.
 *
 * Hashes every entry into the tree of `from`, and compares the result with the root of `to`: the entries are exactly those that were signed.
 *
 * @throws {LicetError} `invalid_proof` when an entry has an unknown form, or the checkpoint is over other entries
 */
export async function readGrowth({ from, to }: Growth, log: RemoteLog, sha256: Sha256): Promise<EntryCounts> {
  const edge = new Map<string, Bytes>()
  const read = createTileReader(log.tile, missingTile)
  // Only the last tile of each level is read again: those that are not full.
  const readTile: ReadTile = (tile) => edge.get(`${tile.level}/${tile.index}`) ?? read(tile)
  if (!isSameBytes(await computeRoot({ size: from.size, readTile, sha256 }), from.root)) throw otherEntries()
  let { size } = from
  let counts = NO_ENTRIES
  while (size < to.size) {
    const end = Math.min((Math.floor(size / TILE_WIDTH) + BUNDLES_AT_ONCE) * TILE_WIDTH, to.size)
    const entries = await readEntries(size, end, to.size, log)
    counts = addCounts(counts, entries.map(parseLogEntry))
    const leaves = await Promise.all(entries.map((entry) => hashLeaf(entry, sha256)))
    const grown = await appendLeaves(leaves, { size, readTile, sha256 })
    edge.clear()
    for (const { tile, bytes } of grown.tiles)
      if (tile.index === lastIndex(tile, end)) edge.set(`${tile.level}/${tile.index}`, bytes)
    size = end
    if (size === to.size && !isSameBytes(grown.root, to.root)) throw otherEntries()
  }
  return counts
}

/** Returns the entries from `start` to before `end` in a log of `size` entries. */
async function readEntries(start: number, end: number, size: number, log: RemoteLog): Promise<readonly Bytes[]> {
  const first = Math.floor(start / TILE_WIDTH)
  const indexes = Array.from({ length: Math.ceil(end / TILE_WIDTH) - first }, (_, at) => first + at)
  const bundles = await Promise.all(indexes.map((index) => readBundle(index, size, log)))
  return bundles.flat().slice(start - first * TILE_WIDTH, end - first * TILE_WIDTH)
}

async function readBundle(index: number, size: number, log: RemoteLog): Promise<readonly Bytes[]> {
  const tile = tileAt('entries', index, size)
  if (tile === undefined) return []
  const bytes = await log.tile(tile)
  if (bytes !== undefined) return parseEntryBundle(bytes, tile.width)
  // The log may have deleted a bundle that is not full, when the full one was there.
  const full = tile.width < TILE_WIDTH ? await log.tile({ ...tile, width: TILE_WIDTH }) : undefined
  if (full === undefined) throw missingTile(tile)
  return parseEntryBundle(full, TILE_WIDTH).slice(0, tile.width)
}

/** Returns the number of the last tile of a level in a tree of `size` leaves. */
function lastIndex({ level }: Tile, size: number): number {
  return Math.floor((Math.floor(size / TILE_WIDTH ** Number(level)) - 1) / TILE_WIDTH)
}

/** Adds two counts, or entries to a count. */
export function addCounts(counts: EntryCounts, entries: readonly Pick<LogEntry, 'k'>[]): EntryCounts {
  const sum = { ...counts }
  for (const { k } of entries) sum[k]++
  return sum
}

export function missingTile({ level, index }: Tile): Error {
  return invalidProof(`The log lacks the tile ${level}/${index} of its own checkpoint`)
}

function otherEntries(): Error {
  return invalidProof('The checkpoint of the log is over other entries than the log has')
}
