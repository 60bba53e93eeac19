import type { Bytes } from '../../log/bytes.ts'
import { invalidProof } from '../../log/invalid-proof.ts'
import { HASH_BYTES } from '../../log/merkle.ts'
import { type Tile, writeTilePath } from '../../log/tile.ts'
import type { TileTree } from '../../log/tile-tree.ts'
import type { ServiceContext } from '../service-context.ts'
import { findTile } from '../storage/log-tree.ts'
import type { Sql } from '../storage/storage.ts'
import { toLogCrypto } from './log-environment.ts'

/** Returns the tree of an epoch at a size, read from the database. */
export function storedTree(
  environment: Pick<ServiceContext, 'crypto'>,
  { sql, epoch, size }: { readonly sql: Sql; readonly epoch: number; readonly size: number },
): TileTree {
  const readTile = async (tile: Tile): Promise<Bytes> => {
    const hashes = await readStoredTile(sql, epoch, tile)
    if (hashes === undefined) throw invalidProof(`The database has no tile ${writeTilePath(tile)} of the log`)
    return hashes
  }
  return { size, readTile, sha256: toLogCrypto(environment).sha256 }
}

/** Returns the hashes of a tile, or `undefined` when the tree has no such tile. An earlier width is the beginning of the stored tile. */
export async function readStoredTile(sql: Sql, epoch: number, { level, index, width }: Tile): Promise<Bytes | undefined> {
  if (level === 'entries') return undefined
  const stored = await findTile(sql, epoch, level, index)
  const bytes = width * HASH_BYTES
  return stored === undefined || stored.length < bytes ? undefined : new Uint8Array(stored.slice(0, bytes))
}
