import type { Checkpoint } from './checkpoint.ts'
import { invalidProof } from './invalid-proof.ts'
import type { Sha256 } from './log-crypto.ts'
import { isConsistent, isIncluded } from './merkle-proof.ts'
import { TILE_WIDTH, tileAt } from './tile.ts'
import { proveConsistency, proveInclusion, type ReadTile, readHashes, type TileTree } from './tile-tree.ts'

/**
 * Returns whether two checkpoints of the same log belong to one history: the larger tree begins with the smaller one.
 *
 * Computes the proof from the tiles of the larger tree. `false` means that the log signed two histories: the tiles agree with the larger
 * checkpoint, and contradict the smaller one.
 *
 * @throws {LicetError} `invalid_proof` when the tiles do not agree with the larger checkpoint, so they show nothing. Errors of `readTile` are
 *   passed on.
 */
export async function areConsistent(a: Checkpoint, b: Checkpoint, readTile: ReadTile, sha256: Sha256): Promise<boolean> {
  const [smaller, larger] = a.size <= b.size ? [a, b] : [b, a]
  const tree: TileTree = { size: larger.size, readTile, sha256 }
  const proof = await proveConsistency(smaller.size, tree)
  const claim = { oldSize: smaller.size, oldRoot: smaller.root, size: larger.size, root: larger.root, proof }
  if (await isConsistent(claim, sha256)) return true
  // Trees of the same size need no tiles. In any other case, the tiles must be those of the larger tree before anyone is accused.
  if (smaller.size === larger.size || (await hasLeafOf(tree, larger, smaller.size - 1))) return false
  throw invalidProof('A tile of the log does not agree with its checkpoint')
}

/** Returns whether the tiles along the path of a leaf agree with the root. */
async function hasLeafOf(tree: TileTree, { size, root }: Checkpoint, index: number): Promise<boolean> {
  const tile = tileAt(0, Math.floor(index / TILE_WIDTH), size)
  if (tile === undefined) return false
  const leafHash = readHashes(await tree.readTile(tile), tile)[index % TILE_WIDTH]
  if (leafHash === undefined) return false
  return isIncluded({ leafHash, index, size, root, proof: await proveInclusion(index, tree) }, tree.sha256)
}
