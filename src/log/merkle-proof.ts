import { type Bytes, isSameBytes } from './bytes.ts'
import type { Sha256 } from './log-crypto.ts'
import { HASH_BYTES, hashEmptyTree, hashNode, splitOf } from './merkle.ts'

/** Longest proof that is read, in hashes. Even a tree of 2^63 leaves needs only 63. */
export const MAX_PROOF_HASHES = 64

/** What {@link isIncluded} checks. All hashes have 32 bytes. */
export interface InclusionClaim {
  readonly leafHash: Bytes
  /** Position of the leaf, counted from 0. */
  readonly index: number
  /** Number of leaves of the tree. */
  readonly size: number
  /** Root of the tree. */
  readonly root: Bytes
  /** From the sibling of the leaf to the child of the root. */
  readonly proof: readonly Bytes[]
}

/** Returns whether a proof of inclusion is valid (RFC 6962 section 2.1.1): the tree has this leaf at this index. */
export async function isIncluded(claim: InclusionClaim, sha256: Sha256): Promise<boolean> {
  const { leafHash, index, size, root, proof } = claim
  if (!isSize(index) || !isSize(size) || index >= size) return false
  if (!areHashes([leafHash, root], proof)) return false
  const computed = await rootWith(leafHash, index, size, proof, sha256)
  return computed !== undefined && isSameBytes(computed, root)
}

/** What {@link isConsistent} checks. All hashes have 32 bytes. */
export interface ConsistencyClaim {
  /** Number of leaves of the earlier tree. */
  readonly oldSize: number
  /** Root of the earlier tree. */
  readonly oldRoot: Bytes
  /** Number of leaves of the later tree. */
  readonly size: number
  /** Root of the later tree. */
  readonly root: Bytes
  readonly proof: readonly Bytes[]
}

/**
 * Returns whether a proof of consistency is valid (RFC 6962 section 2.1.2): the later tree begins with all leaves of the earlier one.
 *
 * For two trees of the same size, and for an earlier tree without leaves, the proof is empty.
 */
export async function isConsistent(claim: ConsistencyClaim, sha256: Sha256): Promise<boolean> {
  const { oldSize, oldRoot, size, root, proof } = claim
  if (!isSize(oldSize) || !isSize(size) || oldSize > size) return false
  if (!areHashes([oldRoot, root], proof)) return false
  if (oldSize === 0) {
    const empty = await hashEmptyTree(sha256)
    return proof.length === 0 && isSameBytes(oldRoot, empty) && (size > 0 || isSameBytes(root, empty))
  }
  const computed = await rootsWith(oldRoot, oldSize, size, proof, sha256)
  return computed !== undefined && isSameBytes(computed.old, oldRoot) && isSameBytes(computed.new, root)
}

function isSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

function areHashes(roots: readonly Bytes[], proof: readonly Bytes[]): boolean {
  return proof.length <= MAX_PROOF_HASHES && [...roots, ...proof].every(({ length }) => length === HASH_BYTES)
}

// Both functions follow the definitions of RFC 6962 from the root down. The last hash of a proof is the one beside the path at the root.
async function rootWith(
  leafHash: Bytes,
  index: number,
  size: number,
  proof: readonly Bytes[],
  sha256: Sha256,
): Promise<Bytes | undefined> {
  const sibling = proof.at(-1)
  if (size === 1) return sibling === undefined ? leafHash : undefined
  if (sibling === undefined) return undefined
  const split = splitOf(size)
  const rest = proof.slice(0, -1)
  const isLeft = index < split
  const child = await (isLeft
    ? rootWith(leafHash, index, split, rest, sha256)
    : rootWith(leafHash, index - split, size - split, rest, sha256))
  if (child === undefined) return undefined
  return isLeft ? hashNode(child, sibling, sha256) : hashNode(sibling, child, sha256)
}

/** The roots of the earlier and of the later tree, or of the same part of both. */
interface Roots {
  readonly old: Bytes
  readonly new: Bytes
}

// `oldRoot` is known only as long as the part begins with the first leaf. A part further right brings its root in the proof.
async function rootsWith(
  oldRoot: Bytes | undefined,
  oldSize: number,
  size: number,
  proof: readonly Bytes[],
  sha256: Sha256,
): Promise<Roots | undefined> {
  const last = proof.at(-1)
  if (oldSize === size) {
    const common = oldRoot ?? last
    const hasAll = proof.length === (oldRoot === undefined ? 1 : 0)
    return hasAll && common !== undefined ? { old: common, new: common } : undefined
  }
  if (last === undefined) return undefined
  const split = splitOf(size)
  const rest = proof.slice(0, -1)
  if (oldSize <= split) {
    const left = await rootsWith(oldRoot, oldSize, split, rest, sha256)
    return left && { old: left.old, new: await hashNode(left.new, last, sha256) }
  }
  const right = await rootsWith(undefined, oldSize - split, size - split, rest, sha256)
  return right && { old: await hashNode(last, right.old, sha256), new: await hashNode(last, right.new, sha256) }
}
