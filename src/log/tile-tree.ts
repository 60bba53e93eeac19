import type { Bytes } from './bytes.ts'
import { invalidProof } from './invalid-proof.ts'
import type { Sha256 } from './log-crypto.ts'
import { HASH_BYTES, hashComplete, hashEmptyTree, hashNode, splitOf } from './merkle.ts'
import { TILE_HEIGHT, TILE_WIDTH, type Tile, tileAt, writeTilePath } from './tile.ts'

/** Reads the hashes of a tile: `width` times 32 bytes. Several tiles are asked for at the same time; each one once in a computation. */
export type ReadTile = (tile: Tile) => Bytes | Promise<Bytes>

/**
 * A tree in tiles. What is computed from tiles is as trustworthy as the tiles: check a root or a proof against a signed checkpoint.
 */
export interface TileTree {
  /** Number of leaves. */
  readonly size: number
  readonly readTile: ReadTile
  readonly sha256: Sha256
}

/**
 * Computes the root of a tree from its tiles (RFC 6962 section 2.1). Reads only the tiles at the right end.
 *
 * @throws {LicetError} `invalid_proof` when a tile has the wrong length. Errors of `readTile` are passed on.
 */
export async function computeRoot(tree: TileTree): Promise<Bytes> {
  if (tree.size === 0) return hashEmptyTree(tree.sha256)
  return hashRange(0, tree.size, rememberTiles(tree))
}

/**
 * Computes the proof that the leaf at `index` is in a tree (RFC 6962 section 2.1.1), from the sibling of the leaf to the child of the
 * root.
 *
 * @throws {RangeError} When the tree has no such leaf.
 * @throws {LicetError} `invalid_proof` when a tile has the wrong length. Errors of `readTile` are passed on.
 */
export async function proveInclusion(index: number, tree: TileTree): Promise<readonly Bytes[]> {
  if (!Number.isSafeInteger(index) || index < 0 || index >= tree.size)
    throw new RangeError(`A tree of ${tree.size} leaves has no leaf ${index}.`)
  return hashRanges(pathTo(index, 0, tree.size), tree)
}

/**
 * Computes the proof that a tree begins with all leaves of its state at `oldSize` (RFC 6962 section 2.1.2). It is empty if the sizes are
 * equal, and if `oldSize` is 0.
 *
 * @throws {RangeError} When the tree was never of this size.
 * @throws {LicetError} `invalid_proof` when a tile has the wrong length. Errors of `readTile` are passed on.
 */
export async function proveConsistency(oldSize: number, tree: TileTree): Promise<readonly Bytes[]> {
  if (!Number.isSafeInteger(oldSize) || oldSize < 0 || oldSize > tree.size)
    throw new RangeError(`A tree of ${tree.size} leaves never had ${oldSize} leaves.`)
  return hashRanges(oldSize === 0 ? [] : stepsFrom(oldSize, 0, tree.size, true), tree)
}

/** The root of a tree, and the root that it had at an earlier size. */
export interface TwoRoots {
  readonly old: Bytes
  readonly new: Bytes
}

/**
 * Computes the root of a tree and the root that it had when it had `oldSize` leaves, at least 1, from the same hashes.
 *
 * If the first one is signed, so is every hash that the second one was computed from: it is then the only root that the tree ever had at
 * this size. This is the proof of consistency of RFC 6962, section 2.1.2, computed and checked in one step.
 *
 * @throws {LicetError} `invalid_proof` when a tile has the wrong length. Errors of `readTile` are passed on.
 */
export function computeRoots(oldSize: number, tree: TileTree): Promise<TwoRoots> {
  return rootsOf(0, tree.size, oldSize, rememberTiles(tree))
}

async function rootsOf(start: number, end: number, oldEnd: number, tree: TileTree): Promise<TwoRoots> {
  if (oldEnd >= end) {
    const both = await hashRange(start, end, tree)
    return { old: both, new: both }
  }
  const { sha256 } = tree
  const middle = start + splitOf(end - start)
  if (oldEnd <= middle) {
    const [left, right] = await Promise.all([rootsOf(start, middle, oldEnd, tree), hashRange(middle, end, tree)])
    return { old: left.old, new: await hashNode(left.new, right, sha256) }
  }
  const [left, right] = await Promise.all([hashRange(start, middle, tree), rootsOf(middle, end, oldEnd, tree)])
  return { old: await hashNode(left, right.old, sha256), new: await hashNode(left, right.new, sha256) }
}

/** A part of a tree: the leaves from `start` to before `end`. */
type Range = readonly [start: number, end: number]

/** PATH(m, D[n]) of RFC 6962, as ranges instead of their hashes. */
function pathTo(index: number, start: number, end: number): Range[] {
  if (end - start === 1) return []
  const middle = start + splitOf(end - start)
  return index < middle ? [...pathTo(index, start, middle), [middle, end]] : [...pathTo(index, middle, end), [start, middle]]
}

/** SUBPROOF(m, D[n], b) of RFC 6962, as ranges instead of their hashes. `oldEnd` is a position in the whole tree. */
function stepsFrom(oldEnd: number, start: number, end: number, isKnown: boolean): Range[] {
  if (oldEnd === end) return isKnown ? [] : [[start, end]]
  const middle = start + splitOf(end - start)
  return oldEnd <= middle
    ? [...stepsFrom(oldEnd, start, middle, isKnown), [middle, end]]
    : [...stepsFrom(oldEnd, middle, end, false), [start, middle]]
}

async function hashRanges(ranges: readonly Range[], tree: TileTree): Promise<readonly Bytes[]> {
  const once = rememberTiles(tree)
  return Promise.all(ranges.map(([start, end]) => hashRange(start, end, once)))
}

async function hashRange(start: number, end: number, tree: TileTree): Promise<Bytes> {
  const height = Math.log2(end - start)
  // In the splits of RFC 6962, a range whose size is a power of two begins at a multiple of it, so it is a complete subtree.
  if (Number.isInteger(height)) return hashSubtree(start, height, tree)
  const middle = start + splitOf(end - start)
  const [left, right] = await Promise.all([hashRange(start, middle, tree), hashRange(middle, end, tree)])
  return hashNode(left, right, tree.sha256)
}

async function hashSubtree(start: number, height: number, { size, readTile, sha256 }: TileTree): Promise<Bytes> {
  const level = Math.floor(height / TILE_HEIGHT)
  const first = start / TILE_WIDTH ** level
  const tile = tileAt(level, Math.floor(first / TILE_WIDTH), size)
  const hashes = tile === undefined ? [] : readHashes(await readTile(tile), tile)
  const offset = first % TILE_WIDTH
  return hashComplete(hashes.slice(offset, offset + 2 ** (height % TILE_HEIGHT)), sha256)
}

/**
 * Splits the bytes of a tile into its hashes.
 *
 * @throws {LicetError} `invalid_proof` when their count is not the width of the tile.
 */
export function readHashes(bytes: Bytes, tile: Tile): readonly Bytes[] {
  if (bytes.length !== tile.width * HASH_BYTES) {
    throw invalidProof(`The tile ${writeTilePath(tile)} of the log has a wrong length`)
  }
  return Array.from({ length: tile.width }, (_, at) => bytes.slice(at * HASH_BYTES, (at + 1) * HASH_BYTES))
}

/** Returns the tree with a reader that reads each tile once. */
function rememberTiles(tree: TileTree): TileTree {
  const tiles = new Map<string, Promise<Bytes>>()
  return {
    ...tree,
    readTile(tile) {
      const path = writeTilePath(tile)
      const known = tiles.get(path) ?? Promise.resolve(tree.readTile(tile))
      tiles.set(path, known)
      return known
    },
  }
}
