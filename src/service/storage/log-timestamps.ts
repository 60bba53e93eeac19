import { toTimestamp } from '../../core/timestamp.ts'
import type { StoredCheckpoint } from './log-tree.ts'
import type { Sql } from './storage.ts'

/** A time stamp of a checkpoint. `note` is the checkpoint as it was stamped, `created` when the service got the time stamp. */
export interface StoredTimestamp extends StoredCheckpoint {
  /** TimeStampToken of RFC 3161, DER. */
  readonly token: Uint8Array
}

/** Stores a time stamp. The first one of a checkpoint stays. */
export async function saveTimestamp(sql: Sql, { epoch, size, note, token, created }: StoredTimestamp): Promise<void> {
  await sql.query(
    `INSERT INTO licet.log_timestamps (epoch, size, note, token, created) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [epoch, size, note, token, toTimestamp(created)],
  )
}

/** Returns the size and time of the newest time stamp of an epoch. */
export async function findNewestTimestamp(sql: Sql, epoch: number): Promise<Pick<StoredTimestamp, 'size' | 'created'> | undefined> {
  const [found] = await sql.query<Pick<StoredTimestamp, 'size' | 'created'>>(
    'SELECT size, created FROM licet.log_timestamps WHERE epoch = $1 ORDER BY size DESC LIMIT 1',
    [epoch],
  )
  return found
}

/** Returns the time stamps of an epoch whose checkpoints have at least `size` entries, the smallest first. */
export async function listTimestamps(sql: Sql, epoch: number, size = 0, limit: number | null = null): Promise<StoredTimestamp[]> {
  return sql.query<StoredTimestamp>(
    `SELECT epoch, size, note, token, created FROM licet.log_timestamps WHERE epoch = $1 AND size >= $2 ORDER BY size LIMIT $3`,
    [epoch, size, limit],
  )
}

/** Returns the time stamp of the checkpoint with exactly `size` entries. */
export async function findTimestamp(sql: Sql, epoch: number, size: number): Promise<StoredTimestamp | undefined> {
  const [found] = await listTimestamps(sql, epoch, size, 1)
  return found?.size === size ? found : undefined
}
