import { type Bytes, concatBytes } from './bytes.ts'
import { hashComplete } from './merkle.ts'
import { TILE_WIDTH, type Tile, tileAt, writeTilePath } from './tile.ts'
import { computeRoot, readHashes, type TileTree } from './tile-tree.ts'

/** A tile with its hashes. */
export interface FilledTile {
  readonly tile: Tile
  /** `width` times 32 bytes. */
  readonly bytes: Bytes
}

/** A tree after leaves were appended. Its `readTile` has the tiles that changed, and asks the tree before it for all others. */
export interface GrownTree extends TileTree {
  /** Root of the tree, 32 bytes. */
  readonly root: Bytes
  /** All tiles that changed or are new: full ones, and the partial one at the right end of each level that grew. Lower levels first. */
  readonly tiles: readonly FilledTile[]
}

/**
 * Appends leaves to a tree, and returns what has to be stored for it.
 *
 * Reads the partial tiles at the right end of `tree`, and no other tile of the levels that grow.
 *
 * @param leafHashes The hashes of the new leaves, in their order; see `hashLeaf`.
 * @throws {LicetError} `invalid_proof` when a stored tile has the wrong length. Errors of `readTile` are passed on.
 */
export async function appendLeaves(leafHashes: readonly Bytes[], tree: TileTree): Promise<GrownTree> {
  const tiles = await growLevel(0, leafHashes, tree)
  const changed = new Map(tiles.map(({ tile, bytes }) => [writeTilePath(tile), bytes]))
  const grown: TileTree = {
    size: tree.size + leafHashes.length,
    readTile: (tile) => changed.get(writeTilePath(tile)) ?? tree.readTile(tile),
    sha256: tree.sha256,
  }
  return { ...grown, root: await computeRoot(grown), tiles }
}

/** Appends hashes at one level, and the roots of the tiles that they fill at the levels above. */
async function growLevel(level: number, added: readonly Bytes[], tree: TileTree): Promise<readonly FilledTile[]> {
  if (added.length === 0) return []
  const before = Math.floor(tree.size / TILE_WIDTH ** level)
  let index = Math.floor(before / TILE_WIDTH)
  const hashes = [...(await partialAt(level, index, tree)), ...added]
  const tiles: FilledTile[] = []
  const roots: Bytes[] = []
  for (let at = 0; at < hashes.length; at += TILE_WIDTH, index++) {
    const own = hashes.slice(at, at + TILE_WIDTH)
    tiles.push({ tile: { level, index, width: own.length }, bytes: concatBytes(...own) })
    if (own.length === TILE_WIDTH) roots.push(await hashComplete(own, tree.sha256))
  }
  return [...tiles, ...(await growLevel(level + 1, roots, tree))]
}

async function partialAt(level: number, index: number, { size, readTile }: TileTree): Promise<readonly Bytes[]> {
  const tile = tileAt(level, index, size)
  return tile === undefined ? [] : readHashes(await readTile(tile), tile)
}
