// Loads when a person opens a receipt whose proof has a time stamp.
import { parseSignedCheckpoint } from '../../log/checkpoint.ts'
import { verifyStamp } from '../../log/timestamp/verify-stamp.ts'
import type { VerifiedTimestamp } from '../../log/timestamp/verify-timestamp.ts'
import { parseTlogProof } from '../../log/tlog-proof.ts'

/**
 * Verifies the time stamp of a proof whose other parts were verified before. Its certificate is not compared with a list.
 *
 * @throws {LicetError} `invalid_proof`
 */
export async function readStamp(proof: string): Promise<VerifiedTimestamp | undefined> {
  const { extra, checkpoint } = parseTlogProof(proof)
  const { size } = parseSignedCheckpoint(checkpoint)
  return extra && verifyStamp({ extra, checkpoint, size }, globalThis.crypto.subtle)
}
