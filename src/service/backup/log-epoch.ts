import { LicetError } from '../../core/errors.ts'
import { SECOND_MS } from '../../core/time-units.ts'
import { parseSignedCheckpoint } from '../../log/checkpoint.ts'
import { verifyCheckpoint } from '../../log/verify-checkpoint.ts'
import { toLogCrypto } from '../log/log-environment.ts'
import { toNoteKeys } from '../log/log-signers.ts'
import { hashFormer, RESTORE_TYPE, type RestoreClaims } from '../log/restore-statement.ts'
import type { ServiceContext } from '../service-context.ts'
import { listLogKeys } from '../storage/log-keys.ts'
import { countEntries, findCheckpoint, insertEpoch, listEpochs, lockLog, type StoredCheckpoint } from '../storage/log-tree.ts'
import type { Sql } from '../storage/storage.ts'

/** The tables of the tree, parents first. Without `log_pending`: its entries belong to licenses that the restore replaces. */
const LOG_TABLES = ['log_epochs', 'log_entries', 'log_tiles', 'log_checkpoints', 'log_timestamps', 'log_keys'] as const

/** Copies the public log of the database that is replaced, until the end of the transaction. */
export async function keepLog(sql: Sql): Promise<void> {
  for (const table of LOG_TABLES) await sql.query(`CREATE TEMPORARY TABLE kept_${table} ON COMMIT DROP AS TABLE licet.${table}`)
}

/** Adds the log of the replaced database to the restored log, if it continues the restored log: what was published stays provable. */
async function mergeKeptLog(sql: Sql): Promise<void> {
  if (!(await continuesRestored(sql))) return
  await sql.query(
    `INSERT INTO licet.log_epochs SELECT * FROM pg_temp.kept_log_epochs
     ON CONFLICT (epoch) DO UPDATE SET origin = EXCLUDED.origin`,
  )
  await sql.query('INSERT INTO licet.log_entries SELECT * FROM pg_temp.kept_log_entries ON CONFLICT DO NOTHING')
  await sql.query(
    `INSERT INTO licet.log_tiles SELECT * FROM pg_temp.kept_log_tiles
     ON CONFLICT (epoch, level, index) DO UPDATE SET hashes = EXCLUDED.hashes`,
  )
  await sql.query('INSERT INTO licet.log_checkpoints SELECT * FROM pg_temp.kept_log_checkpoints ON CONFLICT DO NOTHING')
  await sql.query('INSERT INTO licet.log_timestamps SELECT * FROM pg_temp.kept_log_timestamps ON CONFLICT DO NOTHING')
  await sql.query('DELETE FROM licet.log_keys WHERE EXISTS (SELECT FROM pg_temp.kept_log_keys)')
  await sql.query('INSERT INTO licet.log_keys SELECT * FROM pg_temp.kept_log_keys')
}

async function continuesRestored(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ continues: boolean }>(
    `SELECT NOT EXISTS (
       SELECT FROM licet.log_entries e LEFT JOIN pg_temp.kept_log_entries k ON k.epoch = e.epoch AND k.index = e.index
       WHERE (k.kind, k.hash, k.at) IS DISTINCT FROM (e.kind, e.hash, e.at)) AS continues`,
  )
  return row?.continues === true
}

/**
 * Begins a new epoch of the public log, because the old one has entries whose licenses the restore lost. Its first entry will contain the
 * last known checkpoint of the old one, and a signed statement says that a restore began it. Returns its number, or `undefined` when nothing was signed before.
 *
 * @throws {LicetError} `invalid_request` when the given checkpoint does not belong to this log, or is older than the stored one.
 */
export async function beginLogEpoch(
  sql: Sql,
  {
    crypto,
    now,
    keys,
    logCheckpoint,
    hasKeptLog,
  }: Pick<ServiceContext, 'crypto' | 'now' | 'keys'> & {
    readonly logCheckpoint?: string | undefined
    /** Whether {@link keepLog} has copied the log of a database that is replaced by its own backup. */
    readonly hasKeptLog: boolean
  },
): Promise<number | undefined> {
  await lockLog(sql)
  const restored = await countEntries(sql)
  if (hasKeptLog) await mergeKeptLog(sql)
  const stored = await findCheckpoint(sql)
  if (logCheckpoint !== undefined) await assertContinues({ crypto }, sql, { note: logCheckpoint, stored })
  const last = logCheckpoint ?? stored?.note
  const epochs = await listEpochs(sql)
  const [newest] = epochs
  if (last === undefined || newest === undefined) return undefined
  // An epoch that no service has signed yet has lost nothing.
  const epoch = stored?.epoch === newest.epoch ? newest.epoch + 1 : newest.epoch
  const started = now()
  const claims: RestoreClaims = {
    iat: Math.floor(started / SECOND_MS),
    epoch,
    former: await hashFormer(last, { crypto }),
    restored: Object.fromEntries(
      epochs
        .filter((one) => one.epoch < epoch)
        .map((one) => [one.epoch, restored.find((counted) => counted.epoch === one.epoch)?.size ?? 0]),
    ),
  }
  const statement = await keys.sign(RESTORE_TYPE, claims)
  await insertEpoch(sql, { epoch, origin: null, started, formerCheckpoint: last, statement })
  return epoch
}

async function assertContinues(
  environment: Pick<ServiceContext, 'crypto'>,
  sql: Sql,
  { note, stored }: { readonly note: string; readonly stored: StoredCheckpoint | undefined },
): Promise<void> {
  const epochs = await listEpochs(sql)
  try {
    const { origin, size } = parseSignedCheckpoint(note)
    const epoch = epochs.find((one) => one.origin === origin)
    await verifyCheckpoint(note, await toNoteKeys(environment, await listLogKeys(sql), origin), toLogCrypto(environment))
    if (stored !== undefined && epoch?.epoch === stored.epoch && size >= stored.size) return
  } catch (cause) {
    throw otherLog(cause)
  }
  throw otherLog()
}

function otherLog(cause?: unknown): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    'The given checkpoint does not continue the public log of this database. Nothing was restored. ' +
      'Use the newest checkpoint that a copy of the log or a witness has.',
    { cause, field: 'logCheckpoint' },
  )
}
