import { toTimestamp } from '../../core/timestamp.ts'
import type { StoredCheckpoint } from './log-tree.ts'
import type { Sql } from './storage.ts'

/** A witness that has cosigned a checkpoint. */
export interface StoredWitness {
  readonly vkey: string
  /** The epoch and size of the last checkpoint that it cosigned. */
  readonly epoch: number
  readonly size: number
  /** When it cosigned for the first time, in milliseconds since the epoch. */
  readonly since: number
}

/** Returns every witness, the oldest first. */
export async function listWitnesses(sql: Sql): Promise<StoredWitness[]> {
  return sql.query<StoredWitness>('SELECT vkey, epoch, size, since FROM licet.log_witnesses ORDER BY since, vkey')
}

/** Returns the size of the last checkpoint of an epoch that a witness cosigned. */
export async function findWitness(sql: Sql, vkey: string, epoch: number): Promise<number | undefined> {
  const [found] = await sql.query<{ size: number }>('SELECT size FROM licet.log_witnesses WHERE vkey = $1 AND epoch = $2', [
    vkey,
    epoch,
  ])
  return found?.size
}

/** Stores what a witness has cosigned. */
export async function saveWitness(sql: Sql, { vkey, epoch, size, since }: StoredWitness): Promise<void> {
  await sql.query(
    `INSERT INTO licet.log_witnesses (vkey, epoch, size, since) VALUES ($1, $2, $3, $4)
     ON CONFLICT (vkey) DO UPDATE SET epoch = EXCLUDED.epoch, size = EXCLUDED.size`,
    [vkey, epoch, size, toTimestamp(since)],
  )
}

/** Adds the line of a cosignature to a stored checkpoint, once. */
export async function addCosignature(
  sql: Sql,
  { epoch, size }: Pick<StoredCheckpoint, 'epoch' | 'size'>,
  line: string,
): Promise<void> {
  await sql.query(
    'UPDATE licet.log_checkpoints SET note = note || $3 WHERE epoch = $1 AND size = $2 AND position($3 IN note) = 0',
    [epoch, size, line],
  )
}
