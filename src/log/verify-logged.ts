import type { Bytes } from './bytes.ts'
import { invalidProof } from './invalid-proof.ts'
import type { LogCrypto } from './log-crypto.ts'
import { hashText, type LogEntryKind, writeLogEntry } from './log-entry.ts'
import { hashLeaf } from './merkle.ts'
import { isIncluded } from './merkle-proof.ts'
import { parseVkey } from './note-key.ts'
import { parseTlogProof } from './tlog-proof.ts'
import { type VerifiedCheckpoint, verifyCheckpoint } from './verify-checkpoint.ts'

/** A proof of the public log with the keys that verify it, as it is kept beside a receipt. */
export interface ReceiptLog {
  /** The proof in one text (C2SP tlog-proof, version 1). */
  readonly proof: string
  /** The public keys of log and witnesses, one line each (vkey of C2SP signed-note). */
  readonly keys: readonly string[]
}

/** What a proof of the public log proves about a receipt. */
export interface LoggedReceipt {
  /** `license`: the entry records a license. `end`: it records a withdrawal or a revocation. */
  readonly kind: Extract<LogEntryKind, 'license' | 'end'>
  /** Position of the entry in the log, counted from 0. */
  readonly index: number
  /** The head of the log that contains the entry, with who signed it. */
  readonly checkpoint: VerifiedCheckpoint
  /** The entry existed before this time, in whole seconds since the epoch. Absent if only the log itself signed. */
  readonly before?: { readonly at: number; readonly by: string } | undefined
}

const KINDS = ['license', 'end'] as const

/**
 * Verifies that the public log contains the entry of a receipt. Makes no request.
 *
 * @param receipt Compact JWS. Its own signature is not checked here.
 * @param iat The `iat` of the receipt, in whole seconds since the epoch.
 * @throws {LicetError} `invalid_proof` when a part is malformed, when no given key signed the checkpoint, and when the log does not contain
 *   the entry at the place that the proof names.
 */
export async function verifyLogged(receipt: string, iat: number, log: ReceiptLog, crypto: LogCrypto): Promise<LoggedReceipt> {
  const { sha256 } = crypto
  const { index, hashes, checkpoint: note } = parseTlogProof(log.proof)
  const keys = await Promise.all(log.keys.map((vkey) => parseVkey(vkey, sha256)))
  const checkpoint = await verifyCheckpoint(note, keys, crypto)
  const h = await hashText(receipt, sha256)
  // A receipt does not say whether its act stored a license or ended one.
  for (const kind of KINDS) {
    const leafHash: Bytes = await hashLeaf(writeLogEntry({ k: kind, h, t: iat }), sha256)
    const { size, root } = checkpoint
    if (await isIncluded({ leafHash, index, size, root, proof: hashes }, sha256))
      return { kind, index, checkpoint, before: earliestOf(checkpoint) }
  }
  throw invalidProof('The proof of the log belongs to another receipt, or was altered')
}

/** Returns the first witness that saw the checkpoint. */
function earliestOf({ witnessedBy }: VerifiedCheckpoint): LoggedReceipt['before'] {
  const times = witnessedBy.flatMap(({ key, at }) => (at === undefined ? [] : [{ at, by: key.name }]))
  return times.sort((a, b) => a.at - b.at)[0]
}
