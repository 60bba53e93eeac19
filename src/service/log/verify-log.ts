import { type Checkpoint, parseSignedCheckpoint } from '../../log/checkpoint.ts'
import type { TrustedKey } from '../backup/seal.ts'
import type { ServiceContext } from '../service-context.ts'
import { allowLongWork } from '../storage/allow-long-work.ts'
import { findLogGaps, type LogGap } from '../storage/log-gaps.ts'
import { listLogKeys } from '../storage/log-keys.ts'
import { listEpochs } from '../storage/log-tree.ts'
import type { Sql } from '../storage/storage.ts'
import { toNoteKeys } from './log-signers.ts'
import { listTrustedKeys, type RestoreClaims, readRestore } from './restore-statement.ts'
import { verifyRows } from './verify-rows.ts'
import type { VerifiedTimestamps } from './verify-stored-timestamps.ts'
import { type TreeFault, verifyTree } from './verify-tree.ts'

/** One epoch of a verified log. */
export interface VerifiedEpoch {
  readonly epoch: number
  readonly origin: string | null
  readonly entries: number
  /** The newest checkpoint. Absent when nothing was signed. */
  readonly checkpoint?: Checkpoint
  /** The number of entries that the epoch had before a restore, if the database does not have all of them. */
  readonly lostUpTo?: number
  /** The time stamps of the epoch. Absent without a valid one. */
  readonly timestamps?: VerifiedTimestamps
}

/** What is wrong with an epoch that only a row of the database claims. */
const UNEXPLAINED =
  'No trusted key signed a restore that explains why this epoch began, so it can be forged, and it explains no missing license.'

/** The result of {@link verifyLog}. */
export interface VerifiedLog {
  /** Oldest first. */
  readonly epochs: readonly VerifiedEpoch[]
  readonly licenses: number
  /** Entries that no checkpoint has yet. */
  readonly pending: number
  readonly treeFaults: readonly TreeFault[]
  readonly gaps: readonly LogGap[]
  /** Entries whose licenses a restore lost, because the backup was older. Devices send these licenses again. */
  readonly lost: readonly LogGap[]
}

/**
 * Verifies the public log against the licenses of the database: each has its entry, each entry has its license or its erasure, the columns
 * of each license are what was signed, and the trees and their signed heads are consistent.
 *
 * `known` are signed heads from elsewhere, such as a copy of the log or a witness. `trusted` are the keys of the service that may have signed
 * a restore; by default those in the database. `certificates` are the certificates of trusted time-stamping authorities, in PEM; by default none. What
 * runs with the database's own role can change everything else.
 */
export async function verifyLog(
  { storage, crypto }: Pick<ServiceContext, 'storage' | 'crypto'>,
  {
    known = [],
    trusted,
    certificates = '',
  }: {
    readonly known?: readonly string[]
    readonly trusted?: readonly TrustedKey[] | undefined
    readonly certificates?: string
  } = {},
): Promise<VerifiedLog> {
  return storage.transaction(async (sql) => {
    // One moment of the database, because the service goes on meanwhile.
    await sql.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    await allowLongWork(sql)
    const newestFirst = await listEpochs(sql)
    const keys = await listLogKeys(sql)
    const signers = trusted ?? (await listTrustedKeys(sql))
    const restores: RestoreClaims[] = []
    const epochs: VerifiedEpoch[] = []
    const treeFaults: TreeFault[] = []
    for (const [at, epoch] of newestFirst.entries()) {
      const { epoch: number, origin } = epoch
      const next = restores.find((restore) => restore.epoch === number + 1)
      const last = next === undefined ? null : (newestFirst[at - 1]?.formerCheckpoint ?? null)
      const noteKeys = origin === null ? [] : await toNoteKeys({ crypto }, keys, origin)
      const verified = await verifyTree({ crypto }, { sql, epoch, keys: noteKeys, known, last, certificates })
      const { faults, ...tree } = verified
      const had = next?.restored[number] ?? 0
      const cut = `The entries from ${tree.entries} to ${had - 1} are missing, and the restored backup had them.`
      treeFaults.unshift(...faults, ...(tree.entries < had ? [{ epoch: number, message: cut }] : []))
      const restore = number === 1 ? undefined : await readRestore(epoch, signers, { crypto })
      if (restore !== undefined) restores.push(restore)
      else if (number > 1) treeFaults.unshift({ epoch: number, message: UNEXPLAINED })
      epochs.unshift({ epoch: number, origin, ...tree })
    }
    const unknown = known
      .map((note) => parseSignedCheckpoint(note).origin)
      .filter((name) => epochs.every(({ origin }) => origin !== name))
    const newest = newestFirst[0]?.epoch ?? 1
    treeFaults.push(...unknown.map((origin) => ({ epoch: newest, message: toUnknownEpoch(origin) })))
    const found = [...(await findLogGaps(sql)), ...(await verifyRows({ sql, crypto, signers }))]
    const isLost = (gap: LogGap) => wasLost(gap, restores)
    return {
      ...{ epochs, ...(await countRows(sql)), treeFaults },
      ...{ gaps: found.filter((gap) => !isLost(gap)), lost: found.filter(isLost) },
    }
  })
}

/** Without this fault, a removed epoch or another name of the log would remove what a kept checkpoint proves. */
function toUnknownEpoch(origin: string): string {
  return `A given checkpoint is of ${origin}, which is no epoch of this database. It is of another log, or the epoch was removed or renamed.`
}

/** Returns whether a restore lost the license of an entry: the restored backup did not have it, as the restore has signed. */
function wasLost({ kind, epoch, index }: LogGap, restores: readonly RestoreClaims[]): boolean {
  if (kind !== 'missing_row' || epoch === null || index === null) return false
  return restores.some((restore) => epoch < restore.epoch && index >= (restore.restored[epoch] ?? Number.POSITIVE_INFINITY))
}

async function countRows(sql: Sql): Promise<Pick<VerifiedLog, 'licenses' | 'pending'>> {
  const [row] = await sql.query<{ licenses: number; pending: number }>(
    'SELECT (SELECT count(*) FROM licet.licenses) AS licenses, (SELECT count(*) FROM licet.log_pending) AS pending',
  )
  return { licenses: row?.licenses ?? 0, pending: row?.pending ?? 0 }
}
