import { toTimestamp } from '../../core/timestamp.ts'
import type { LogEntryKind } from '../../log/log-entry.ts'
import type { Sql } from './storage.ts'

/** An epoch of the public log. Times are milliseconds since the epoch. */
export interface StoredEpoch {
  readonly epoch: number
  /** `null` until its first checkpoint is signed. */
  readonly origin: string | null
  readonly started: number
  /** The last known checkpoint of the epoch before it. */
  readonly formerCheckpoint: string | null
  /** The signed statement of the restore that began it; see `readRestore`. `null` for the first epoch. */
  readonly statement: string | null
}

/** A signed head of the tree. */
export interface StoredCheckpoint {
  readonly epoch: number
  readonly size: number
  readonly note: string
  readonly created: number
}

/** An entry of the tree. */
export interface StoredEntry {
  readonly index: number
  readonly kind: LogEntryKind
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** In whole seconds since the epoch. */
  readonly at: number
}

/** Key of the advisory lock of the log: "log" in hexadecimal. Nothing else in the database may use it. */
const LOG_LOCK = 0x6c_6f67

/** Returns whether this transaction may change the tree until it ends. Never waits: another process is changing it. */
export async function tryLockLog(sql: Sql): Promise<boolean> {
  const [lock] = await sql.query<{ held: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS held', [LOG_LOCK])
  return lock?.held === true
}

/** Waits until no other transaction changes the tree, and locks it until this one ends. */
export async function lockLog(sql: Sql): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock($1)', [LOG_LOCK])
}

const EPOCH = 'epoch, origin, started, former_checkpoint AS "formerCheckpoint", statement'

/** Returns the epochs of the log, newest first. */
export async function listEpochs(sql: Sql): Promise<StoredEpoch[]> {
  return sql.query<StoredEpoch>(`SELECT ${EPOCH} FROM licet.log_epochs ORDER BY epoch DESC`)
}

/** Stores the first epoch, or the origin of the newest one. */
export async function saveEpoch(sql: Sql, { epoch, origin, started }: StoredEpoch): Promise<void> {
  await sql.query(
    `INSERT INTO licet.log_epochs (epoch, origin, started) VALUES ($1, $2, $3)
     ON CONFLICT (epoch) DO UPDATE SET origin = EXCLUDED.origin`,
    [epoch, origin, toTimestamp(started)],
  )
}

/** Stores an epoch that a restore begins, or begins again when no service has signed it yet. */
export async function insertEpoch(sql: Sql, { epoch, started, formerCheckpoint, statement }: StoredEpoch): Promise<void> {
  await sql.query(
    `INSERT INTO licet.log_epochs (epoch, started, former_checkpoint, statement) VALUES ($1, $2, $3, $4)
     ON CONFLICT (epoch) DO UPDATE SET former_checkpoint = EXCLUDED.former_checkpoint, statement = EXCLUDED.statement`,
    [epoch, toTimestamp(started), formerCheckpoint, statement],
  )
}

/** Returns the number of entries of each epoch, counted to the last one. */
export async function countEntries(sql: Sql): Promise<readonly { readonly epoch: number; readonly size: number }[]> {
  return sql.query(
    `SELECT epoch, coalesce((SELECT max(n.index) + 1 FROM licet.log_entries n WHERE n.epoch = e.epoch), 0) AS size
     FROM licet.log_epochs e ORDER BY epoch`,
  )
}

/** Returns the newest checkpoint of an epoch, or of the newest epoch that has one. */
export async function findCheckpoint(sql: Sql, epoch?: number): Promise<StoredCheckpoint | undefined> {
  const [found] = await sql.query<StoredCheckpoint>(
    `SELECT epoch, size, note, created FROM licet.log_checkpoints WHERE $1::integer IS NULL OR epoch = $1
     ORDER BY epoch DESC, size DESC LIMIT 1`,
    [epoch ?? null],
  )
  return found
}

/** Returns the newest checkpoint of the newest epoch. `undefined` until that epoch has one: the head of the previous epoch has ended. */
export async function findNewestCheckpoint(sql: Sql): Promise<StoredCheckpoint | undefined> {
  const [found] = await sql.query<StoredCheckpoint>(
    `SELECT epoch, size, note, created FROM licet.log_checkpoints WHERE epoch = (SELECT max(epoch) FROM licet.log_epochs)
     ORDER BY size DESC LIMIT 1`,
  )
  return found
}

/** Returns the checkpoints of an epoch, oldest first. */
export async function listCheckpoints(sql: Sql, epoch: number): Promise<StoredCheckpoint[]> {
  return sql.query<StoredCheckpoint>(
    'SELECT epoch, size, note, created FROM licet.log_checkpoints WHERE epoch = $1 ORDER BY size',
    [epoch],
  )
}

/** Stores a checkpoint. A newer signature of the same tree replaces it. */
export async function saveCheckpoint(sql: Sql, { epoch, size, note, created }: StoredCheckpoint): Promise<void> {
  await sql.query(
    `INSERT INTO licet.log_checkpoints (epoch, size, note, created) VALUES ($1, $2, $3, $4)
     ON CONFLICT (epoch, size) DO UPDATE SET note = EXCLUDED.note, created = EXCLUDED.created`,
    [epoch, size, note, toTimestamp(created)],
  )
}

/** Returns whether an entry waits for the tree. */
export async function hasPendingEntries(sql: Sql): Promise<boolean> {
  return (await sql.query('SELECT 1 FROM licet.log_pending LIMIT 1')).length > 0
}

/** The state of the log, for metrics. */
export interface LogState {
  readonly size: number
  /** The newest checkpoint with its signatures. Empty when there is none. */
  readonly note: string
  /** How long the oldest entry waits for the tree. */
  readonly waitingSeconds: number
  /** The age of the newest time stamp while a newer checkpoint has none. 0 without any time stamp. */
  readonly unstampedSeconds: number
}

/** Returns the state of the log. */
export async function readLogState(sql: Sql): Promise<LogState> {
  const [row] = await sql.query<{ size: number | null; note: string | null; waiting: number | null; unstamped: number | null }>(
    `SELECT c.size, c.note, (
         SELECT extract(epoch FROM clock_timestamp()) - min(at) FROM licet.log_pending)::double precision AS waiting, (
         SELECT CASE WHEN (t.epoch, t.size) < (c.epoch, c.size) THEN extract(epoch FROM clock_timestamp() - t.created) END
         FROM licet.log_timestamps t ORDER BY t.epoch DESC, t.size DESC LIMIT 1)::double precision AS unstamped
     FROM (SELECT) AS always LEFT JOIN (
       SELECT epoch, size, note FROM licet.log_checkpoints ORDER BY epoch DESC, size DESC LIMIT 1
     ) AS c ON true`,
  )
  return {
    size: row?.size ?? 0,
    note: row?.note ?? '',
    waitingSeconds: Math.max(0, Number(row?.waiting ?? 0)),
    unstampedSeconds: Math.max(0, Number(row?.unstamped ?? 0)),
  }
}

/**
 * Moves pending entries into the tree from `size` on, and returns them in their order. It sees what is committed, so the entries of a later
 * batch belong to transactions that ended later.
 */
export async function takePendingEntries(sql: Sql, epoch: number, size: number, limit: number): Promise<StoredEntry[]> {
  return sql.query<StoredEntry>(
    `WITH taken AS (
       DELETE FROM licet.log_pending WHERE ctid = ANY (ARRAY(SELECT ctid FROM licet.log_pending LIMIT $3))
       RETURNING position, kind, hash, at, license_id
     ), placed AS (
       INSERT INTO licet.log_entries (epoch, index, kind, hash, at, license_id)
       SELECT $1, $2::bigint + row_number() OVER (ORDER BY position) - 1, kind, hash, at, license_id FROM taken
       RETURNING index, kind, hash, at
     )
     SELECT index, kind, hash, at FROM placed ORDER BY index`,
    [epoch, size, limit],
  )
}

/** Stores the entry that begins an epoch. */
export async function insertEpochEntry(sql: Sql, epoch: number, { index, kind, hash, at }: StoredEntry): Promise<void> {
  await sql.query('INSERT INTO licet.log_entries (epoch, index, kind, hash, at) VALUES ($1, $2, $3, $4, $5)', [
    epoch,
    index,
    kind,
    hash,
    at,
  ])
}

/** Returns the entries of an epoch with an index from `from` to before `to`, in their order. */
export async function listEntries(sql: Sql, epoch: number, from: number, to: number): Promise<StoredEntry[]> {
  return sql.query<StoredEntry>(
    'SELECT index, kind, hash, at FROM licet.log_entries WHERE epoch = $1 AND index >= $2 AND index < $3 ORDER BY index',
    [epoch, from, to],
  )
}

/** Where the entry of a receipt is. */
export async function findEntry(
  sql: Sql,
  { licenseId, hash }: { readonly licenseId: string; readonly hash: Uint8Array },
): Promise<{ readonly epoch: number; readonly index: number } | undefined> {
  const [found] = await sql.query<{ epoch: number; index: number }>(
    `SELECT epoch, index FROM licet.log_entries WHERE license_id = $1 AND hash = $2 AND kind <> 'erasure' ORDER BY epoch DESC LIMIT 1`,
    [licenseId, hash],
  )
  return found
}

/** Returns where the first entry of the erasure of a license is. */
export async function findErasure(
  sql: Sql,
  licenseId: string,
): Promise<{ readonly origin: string; readonly index: number } | undefined> {
  const [found] = await sql.query<{ origin: string; index: number }>(
    `SELECT o.origin, e.index FROM licet.log_entries e JOIN licet.log_epochs o ON o.epoch = e.epoch
     WHERE e.license_id = $1 AND e.kind = 'erasure' ORDER BY e.epoch, e.index LIMIT 1`,
    [licenseId],
  )
  return found
}

/** Returns the hashes of a tile, as wide as it is now. */
export async function findTile(sql: Sql, epoch: number, level: number, index: number): Promise<Uint8Array | undefined> {
  const [found] = await sql.query<{ hashes: Uint8Array }>(
    'SELECT hashes FROM licet.log_tiles WHERE epoch = $1 AND level = $2 AND index = $3',
    [epoch, level, index],
  )
  return found?.hashes
}

/** Stores a tile, or its wider form. */
export async function saveTile(
  sql: Sql,
  tile: { readonly epoch: number; readonly level: number; readonly index: number; readonly hashes: Uint8Array },
): Promise<void> {
  await sql.query(
    `INSERT INTO licet.log_tiles (epoch, level, index, hashes) VALUES ($1, $2, $3, $4)
     ON CONFLICT (epoch, level, index) DO UPDATE SET hashes = EXCLUDED.hashes`,
    [tile.epoch, tile.level, tile.index, tile.hashes],
  )
}

/** Deletes checkpoints that are older than a time, except the newest one of each epoch. */
export async function deleteCheckpointsBefore(sql: Sql, before: number): Promise<void> {
  await sql.query(
    `DELETE FROM licet.log_checkpoints c WHERE c.created < $1
       AND c.size < (SELECT max(n.size) FROM licet.log_checkpoints n WHERE n.epoch = c.epoch)`,
    [toTimestamp(before)],
  )
}
