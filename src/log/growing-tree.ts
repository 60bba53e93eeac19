import { appendLeaves, type GrownTree } from './append-leaves.ts'
import type { Bytes } from './bytes.ts'
import { TILE_WIDTH, type Tile } from './tile.ts'
import { computeRoot, type ReadTile, type TileTree } from './tile-tree.ts'

/** A tree that grows in memory, batch by batch. */
export interface GrowingTree {
  /** Number of leaves. */
  readonly size: number
  /** Computes its root. */
  root(): Promise<Bytes>
  /** Appends leaves; see {@link appendLeaves}. */
  append(leafHashes: readonly Bytes[]): Promise<GrownTree>
}

/** Lets a tree grow in memory. Remembers only the tiles that are not full, because no later step reads a full one. */
export function createGrowingTree({ size: start, readTile: readStart, sha256 }: TileTree): GrowingTree {
  const partial = new Map<string, Bytes>()
  const readTile: ReadTile = (tile) => partial.get(placeOf(tile)) ?? readStart(tile)
  let size = start
  return {
    get size() {
      return size
    },
    root: () => computeRoot({ size, readTile, sha256 }),
    async append(leafHashes) {
      const grown = await appendLeaves(leafHashes, { size, readTile, sha256 })
      for (const { tile, bytes } of grown.tiles) {
        if (tile.width < TILE_WIDTH) partial.set(placeOf(tile), bytes)
        else partial.delete(placeOf(tile))
      }
      size = grown.size
      return grown
    },
  }
}

/** A tile keeps its place while it becomes wider. */
function placeOf({ level, index }: Tile): string {
  return `${level}/${index}`
}
