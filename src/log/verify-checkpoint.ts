import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { invalidProof } from './invalid-proof.ts'
import type { LogCrypto } from './log-crypto.ts'
import type { NoteKey } from './note-key.ts'
import { parseSignedNote, type VerifiedSignature, verifySignedNote } from './signed-note.ts'

/** A checkpoint whose signatures were verified. */
export interface VerifiedCheckpoint extends Checkpoint {
  /** Signatures of the log. There is at least one. */
  readonly signedBy: readonly VerifiedSignature[]
  /** Cosignatures of known witnesses, each with its time. */
  readonly witnessedBy: readonly VerifiedSignature[]
}

/**
 * Verifies a checkpoint with its signatures.
 *
 * @param note The checkpoint as the log serves it.
 * @param keys The keys of logs and witnesses that the caller trusts. A key of a log counts only for the origin that it is named after.
 * @throws {LicetError} `invalid_proof` when the checkpoint is malformed, when no known log signed it, and when a signature of a known key
 *   is wrong.
 */
export async function verifyCheckpoint(note: string, keys: readonly NoteKey[], crypto: LogCrypto): Promise<VerifiedCheckpoint> {
  const signed = parseSignedNote(note)
  const checkpoint = parseCheckpoint(signed.text)
  const own = keys.filter(({ type, name }) => type !== 'log' || name === checkpoint.origin)
  const signatures = await verifySignedNote(signed, own, crypto)
  const signedBy = signatures.filter(({ key }) => key.type === 'log')
  if (signedBy.length === 0) throw invalidProof(`No known key of the log ${checkpoint.origin} signed the checkpoint`)
  return { ...checkpoint, signedBy, witnessedBy: signatures.filter(({ key }) => key.type === 'witness') }
}
