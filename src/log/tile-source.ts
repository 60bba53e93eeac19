import type { Bytes } from './bytes.ts'
import { HASH_BYTES } from './merkle.ts'
import { TILE_WIDTH, type Tile } from './tile.ts'
import type { ReadTile } from './tile-tree.ts'

/** Loads the bytes of a tile from a server or a folder. `undefined` when it does not exist. */
export type LoadTile = (tile: Tile) => Promise<Bytes | undefined>

/**
 * Returns a reader of the hashes of tiles. Where a partial tile no longer exists, it reads the full one: a log may delete partial tiles
 * when the full one is there (C2SP tlog-tiles).
 *
 * @param missing Creates the error for a tile that does not exist.
 */
export function createTileReader(load: LoadTile, missing: (tile: Tile) => Error): ReadTile {
  return async (tile) => {
    const bytes = await load(tile)
    if (bytes !== undefined) return bytes
    const full = tile.width < TILE_WIDTH ? await load({ ...tile, width: TILE_WIDTH }) : undefined
    if (full === undefined) throw missing(tile)
    return full.slice(0, tile.width * HASH_BYTES)
  }
}
