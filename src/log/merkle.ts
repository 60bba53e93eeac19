import { type Bytes, concatBytes, readBase64 } from './bytes.ts'
import type { Sha256 } from './log-crypto.ts'

/** Size of a hash of the tree in bytes. */
export const HASH_BYTES = 32

// RFC 6962 section 2.1 separates hashes of leaves from hashes of nodes, so that nobody presents one as the other.
const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

/** Reads a hash in padded base64. `undefined` for any other text. */
export function readHash(text: string): Bytes | undefined {
  const hash = readBase64(text)
  return hash?.length === HASH_BYTES ? hash : undefined
}

/** Computes the hash of a leaf from the bytes of its entry (RFC 6962 section 2.1). */
export async function hashLeaf(entry: Uint8Array, sha256: Sha256): Promise<Bytes> {
  return sha256(concatBytes(LEAF, entry))
}

/** Computes the hash of a node from the hashes of its two children (RFC 6962 section 2.1). */
export async function hashNode(left: Uint8Array, right: Uint8Array, sha256: Sha256): Promise<Bytes> {
  return sha256(concatBytes(NODE, left, right))
}

/** Computes the root of the tree without entries: SHA-256 of no bytes (RFC 6962 section 2.1). */
export async function hashEmptyTree(sha256: Sha256): Promise<Bytes> {
  return sha256(new Uint8Array())
}

/** Computes the root of a complete tree from its hashes at one level. Their count is a power of two. */
export async function hashComplete(hashes: readonly Bytes[], sha256: Sha256): Promise<Bytes> {
  const [first, ...others] = hashes
  if (first === undefined) return hashEmptyTree(sha256)
  if (others.length === 0) return first
  const parents: Bytes[] = []
  for (const [at, right] of hashes.entries()) {
    if (at % 2 === 1) parents.push(await hashNode(hashes[at - 1] ?? right, right, sha256))
  }
  return hashComplete(parents, sha256)
}

/** Returns where RFC 6962 splits a tree of two or more leaves: the largest power of two below its size. */
export function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}
