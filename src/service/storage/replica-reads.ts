import { isLicetError } from '../../core/errors.ts'
import { type Sql, type Storage, StorageError } from './storage.ts'

/** How far a replica may be behind. Then reads use the primary. */
const MAX_REPLICA_LAG_MS = 5000
/** How often the replica is compared with the primary, while there are reads. */
const CHECK_INTERVAL_MS = 500

/** When a commit is in the log at the latest: with `synchronous_commit = off`, after three times `wal_writer_delay`, which is 0.6 s. */
const COMMIT_WRITTEN_MS = 1000

/** What reads from a replica need. */
interface ReplicaReads {
  readonly primary: Sql
  readonly replica: Pick<Storage, 'query'>
  /** Returns milliseconds of a clock that never goes back. */
  readonly monotonic: () => number
  /** Called when reads use the primary, with the cause, and when they use the replica again. */
  readonly onChange: (change: ReplicaChange) => void
}

/** Whether reads use the replica. */
type ReplicaChange = { readonly type: 'replica_unavailable'; readonly reason: string } | { readonly type: 'replica_available' }

/** A position in the log of the primary, and the time until which it has every commit. */
interface Sample {
  readonly at: number
  readonly position: string
}

/**
 * Returns reads that may be up to {@link MAX_REPLICA_LAG_MS} old. They use the replica, or the primary while the replica fails or is
 * further behind.
 *
 * Compares positions in the write-ahead log: what the primary had written at a time, the replica has once it has replayed as far. No
 * clocks are compared, and a replica that lost its connection counts as behind.
 */
export function createReplicaReads({ primary, replica, monotonic, onChange }: ReplicaReads): Sql {
  let samples: readonly Sample[] = []
  // The replica has everything that was committed until this time.
  let currentAt = Number.NEGATIVE_INFINITY
  let checkedAt = Number.NEGATIVE_INFINITY
  let behindSince: number | undefined
  let isReported = false
  let isChecking = false

  const report = (reason: string | undefined): void => {
    if ((reason !== undefined) === isReported) return
    isReported = reason !== undefined
    onChange(reason === undefined ? { type: 'replica_available' } : { type: 'replica_unavailable', reason })
  }
  const fail = (error: unknown): void => {
    currentAt = Number.NEGATIVE_INFINITY
    report(toReason(error))
  }
  const isCurrent = (now: number): boolean => now - currentAt <= MAX_REPLICA_LAG_MS
  const check = async (now: number): Promise<void> => {
    const [written] = await primary.query<{ position: string }>('SELECT pg_current_wal_lsn()::text AS position')
    const sample = { at: now - COMMIT_WRITTEN_MS, position: written?.position ?? '' }
    samples = [...samples.filter(({ at }) => now - at <= MAX_REPLICA_LAG_MS), sample]
    try {
      const replayed = await replica.query<{ position: string }>(
        `SELECT position FROM unnest($1::text[]) AS position
         WHERE pg_is_in_recovery() AND position::pg_lsn <= pg_last_wal_replay_lsn()`,
        [samples.map(({ position }) => position)],
      )
      const known = new Set(replayed.map(({ position }) => position))
      currentAt = samples.findLast(({ position }) => known.has(position))?.at ?? Number.NEGATIVE_INFINITY
    } catch (error) {
      fail(error)
      return
    }
    behindSince = isCurrent(now) ? undefined : (behindSince ?? now)
    // A position that was just written has not arrived yet, so a single check shows nothing.
    if (behindSince === undefined) report(undefined)
    else if (now - behindSince >= MAX_REPLICA_LAG_MS)
      report(`It is not a standby, or more than ${MAX_REPLICA_LAG_MS / 1000} s behind.`)
  }
  const checkInBackground = (now: number): void => {
    if (isChecking || now - checkedAt < CHECK_INTERVAL_MS) return
    checkedAt = now
    isChecking = true
    check(now)
      .catch((error: unknown) => {
        // A request reports that the primary is unavailable. Another failure is a database without positions in its log.
        if (!isLicetError(error, 'unavailable')) fail(error)
      })
      .finally(() => {
        isChecking = false
      })
  }
  return {
    query: async (text, values) => {
      const now = monotonic()
      checkInBackground(now)
      if (!isCurrent(now)) return primary.query(text, values)
      try {
        return await replica.query(text, values)
      } catch (error) {
        fail(error)
        return primary.query(text, values)
      }
    },
  }
}

function toReason(error: unknown): string {
  const cause = isLicetError(error, 'unavailable') && error.cause instanceof StorageError ? error.cause : error
  return cause instanceof StorageError || isLicetError(cause) ? cause.message : 'The replica failed.'
}
