import { isLicetError } from '../../core/errors.ts'
import { utf8 } from '../../core/signature.ts'
import type { Checkpoint } from '../../log/checkpoint.ts'
import type { NoteKey } from '../../log/note-key.ts'
import { parseCertificates } from '../../log/timestamp/certificate.ts'
import { type VerifiedTimestamp, verifyTimestamp } from '../../log/timestamp/verify-timestamp.ts'
import { verifyCheckpoint } from '../../log/verify-checkpoint.ts'
import type { ServiceContext } from '../service-context.ts'
import { listTimestamps } from '../storage/log-timestamps.ts'
import type { Sql } from '../storage/storage.ts'
import { toLogCrypto } from './log-environment.ts'

/** The valid time stamps of an epoch. */
export interface VerifiedTimestamps {
  readonly count: number
  /** The newest valid one, with the number of entries of its checkpoint. */
  readonly newest: VerifiedTimestamp & { readonly size: number }
}

/** Verifies the stored time stamps of an epoch. Also returns the heads that they stamp, which the tree has to agree with. */
export async function verifyStoredTimestamps(
  environment: Pick<ServiceContext, 'crypto'>,
  {
    sql,
    epoch,
    keys,
    certificates,
  }: { readonly sql: Sql; readonly epoch: number; readonly keys: readonly NoteKey[]; readonly certificates: string },
  report: (message: string) => void,
): Promise<{ readonly heads: readonly Checkpoint[]; readonly timestamps?: VerifiedTimestamps }> {
  const trusted = parseCertificates(certificates)
  const heads: Checkpoint[] = []
  let newest: VerifiedTimestamps['newest'] | undefined
  for (const { note, size, token } of await listTimestamps(sql, epoch)) {
    try {
      const head = await verifyCheckpoint(note, keys, toLogCrypto(environment))
      const verified = await verifyTimestamp(new Uint8Array(token), utf8(note), globalThis.crypto.subtle, { trusted })
      if (head.size === size) {
        heads.push(head)
        newest = { size, ...verified }
      } else report(`The time stamp of ${size} entries covers a checkpoint of ${head.size}.`)
    } catch (error) {
      if (!isLicetError(error, 'invalid_proof')) throw error
      report(`The time stamp of ${size} entries is not valid. ${error.message}`)
    }
  }
  return { heads, ...(newest && { timestamps: { count: heads.length, newest } }) }
}
