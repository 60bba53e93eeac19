// Loads when a person opens a receipt whose proof has a time stamp.
import { verifyStamp } from '../../log/timestamp/verify-stamp.ts'
import type { VerifiedTimestamp } from '../../log/timestamp/verify-timestamp.ts'
import { parseTlogProof } from '../../log/tlog-proof.ts'

/**
 * Verifies the time stamp of a proof whose other parts were verified before. Its certificate is not compared with a list.
 *
 * @param size Number of entries of the checkpoint in the proof.
 * @throws {LicetError} `invalid_proof`
 */
export async function readStamp(proof: string, size: number): Promise<VerifiedTimestamp | undefined> {
  const { extra, checkpoint } = parseTlogProof(proof)
  return extra && verifyStamp({ extra, checkpoint, size }, globalThis.crypto.subtle)
}
