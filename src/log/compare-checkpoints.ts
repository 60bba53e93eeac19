import { isSameBytes } from './bytes.ts'
import type { TreeHead } from './checkpoint.ts'
import { invalidProof } from './invalid-proof.ts'
import type { Sha256 } from './log-crypto.ts'
import { computeRoots, type ReadTile } from './tile-tree.ts'

/**
 * Returns whether two checkpoints of the same log belong to one history: the larger tree begins with the smaller one.
 *
 * Computes both roots from the tiles of the larger tree. `false` means that the log signed two histories: the tiles agree with the larger
 * checkpoint, and contradict the smaller one.
 *
 * @throws {LicetError} `invalid_proof` when the tiles do not agree with the larger checkpoint, so they show nothing. Errors of `readTile` are
 *   passed on.
 */
export async function areConsistent(a: TreeHead, b: TreeHead, readTile: ReadTile, sha256: Sha256): Promise<boolean> {
  const [smaller, larger] = a.size <= b.size ? [a, b] : [b, a]
  if (smaller.size === larger.size) return isSameBytes(smaller.root, larger.root)
  if (smaller.size === 0) return true
  const roots = await computeRoots(smaller.size, { size: larger.size, readTile, sha256 })
  if (!isSameBytes(roots.new, larger.root)) throw invalidProof('A tile of the log does not agree with its checkpoint')
  return isSameBytes(roots.old, smaller.root)
}
