import { isLicetError } from '../../../core/errors.ts'
import { utf8 } from '../../../core/signature.ts'
import type { Checkpoint } from '../../../log/checkpoint.ts'
import { areConsistent } from '../../../log/compare-checkpoints.ts'
import { invalidProof } from '../../../log/invalid-proof.ts'
import type { LogCrypto } from '../../../log/log-crypto.ts'
import type { NoteKey } from '../../../log/note-key.ts'
import { createTileReader } from '../../../log/tile-source.ts'
import { parseCertificates } from '../../../log/timestamp/certificate.ts'
import { type VerifiedTimestamp, verifyTimestamp } from '../../../log/timestamp/verify-timestamp.ts'
import { verifyCheckpoint } from '../../../log/verify-checkpoint.ts'
import { missingTile } from './read-growth.ts'
import type { RemoteLog } from './remote-log.ts'

/** What the newest time stamp of a log proves. */
export interface StampOfLog {
  /** Number of entries of the checkpoint that it covers. */
  readonly size: number
  /** Absent when the time stamp is not valid. */
  readonly verified?: VerifiedTimestamp
  /** Why the time stamp is not valid. */
  readonly fault?: string
  /** The stamped checkpoint, if the newest one does not continue it: the log signed two histories. */
  readonly contradicts?: string
}

/**
 * Verifies the newest time stamp of a log, and that the newest checkpoint continues the one that it covers. `undefined` without one.
 *
 * A wrong time stamp is a fault of the authority or of the service. It is no contradiction of the log.
 */
export async function checkStamp(
  size: number | undefined,
  { checkpoint, keys, certificates }: { checkpoint: Checkpoint; keys: readonly NoteKey[]; certificates: string },
  log: RemoteLog,
  crypto: LogCrypto,
): Promise<StampOfLog | undefined> {
  if (size === undefined) return undefined
  const { origin } = checkpoint
  try {
    const [token, note] = await log.timestamp(origin, size)
    const head = await verifyCheckpoint(note, keys, crypto)
    if (head.size !== size || head.origin !== origin) throw invalidProof('The time stamp covers another checkpoint of the log')
    const readTile = createTileReader((tile) => log.tile(origin, tile), missingTile)
    if (!(await areConsistent(head, checkpoint, readTile, crypto.sha256))) return { size, contradicts: note }
    const trusted = parseCertificates(certificates)
    return { size, verified: await verifyTimestamp(token, utf8(note), globalThis.crypto.subtle, { trusted }) }
  } catch (error) {
    if (!isLicetError(error, 'invalid_proof')) throw error
    return { size, fault: error.message }
  }
}
