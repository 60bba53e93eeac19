import { utf8 } from '../../core/signature.ts'
import type { Bytes } from '../bytes.ts'
import { invalidProof } from '../invalid-proof.ts'
import { parseCertificates } from './certificate.ts'
import { parseTimestampExtra } from './timestamp-extra.ts'
import type { TimestampSubtle } from './timestamp-subtle.ts'
import { type VerifiedTimestamp, verifyTimestamp } from './verify-timestamp.ts'

/** A time stamp in a proof, with the checkpoint that it stamps. */
export interface StampOfProof {
  /** The bytes of the `extra` line. */
  readonly extra: Bytes
  /** The signed checkpoint of the proof, and its number of entries. */
  readonly checkpoint: string
  readonly size: number
}

/**
 * Verifies the time stamp of a proof: its authority stamped exactly this signed checkpoint.
 *
 * @param certificates Certificates of trusted authorities in PEM. Without them, the time stamp is not trusted; see {@link VerifiedTimestamp}.
 * @throws {LicetError} `invalid_proof`
 */
export async function verifyStamp(
  { extra, checkpoint, size }: StampOfProof,
  subtle: TimestampSubtle,
  certificates = '',
): Promise<VerifiedTimestamp> {
  const { token, size: stamped, consistency } = parseTimestampExtra(extra)
  if (stamped !== size || consistency.length > 0) throw invalidProof('The time stamp covers another checkpoint of the log')
  return verifyTimestamp(token, utf8(checkpoint), subtle, { trusted: parseCertificates(certificates) })
}
