import { LicetError } from '../../core/errors.ts'
import { OPERATOR } from '../audit/audit-event.ts'
import { createAuditLog } from '../audit/audit-log.ts'
import { closeAuditChains } from '../audit/close-chains.ts'
import { createClockWatch } from '../clock-watch.ts'
import type { KeyProtection } from '../crypto/key-protection.ts'
import { encryptUnprotectedSecrets } from '../crypto/protect-stored-secrets.ts'
import type { ServiceCrypto } from '../crypto/service-crypto.ts'
import type { ErasureEnvironment } from '../devices/erase-devices.ts'
import { listTrustedKeys } from '../log/restore-statement.ts'
import { pause } from '../pause.ts'
import type { ServiceContext } from '../service-context.ts'
import { allowLongWork } from '../storage/allow-long-work.ts'
import { readPlacements } from '../storage/distribute-tables.ts'
import { MIGRATIONS, type Migration } from '../storage/migrations.ts'
import { hasRows, readNewestRows } from '../storage/newest-rows.ts'
import { hasEncryptedSecrets, refuseAnyUnencrypted } from '../storage/protected-secrets.ts'
import { markRestored } from '../storage/restores.ts'
import { completeMigration, MIGRATION_LOCK, recreateSchema } from '../storage/run-migrations.ts'
import type { Sql, Storage } from '../storage/storage.ts'
import { createKeyRing } from '../tokens/key-ring.ts'
import { type BackupHeader, type JournalHeader, ROWS_AT_ONCE, readRowLine } from './backup-format.ts'
import { addErasures, addPresentErasures, createJournal, type RepeatedErasures, repeatErasures } from './erasure-journal.ts'
import { loadTables } from './load-tables.ts'
import { beginLogEpoch, keepLog } from './log-epoch.ts'
import {
  distributedDatabase,
  erasuresRequired,
  hasData,
  journalTooOld,
  newerBackup,
  otherDatabase,
  somethingLost,
} from './restore-errors.ts'
import { type TrustedKey, verifySeal } from './seal.ts'

/** A file that was opened: its first line, and the others. */
export interface OpenFile<Header> {
  readonly header: Header
  readonly lines: AsyncIterable<string>
  /** Returns the seal, after the lines were read to their end. */
  readonly readSeal: () => string
}

/** What {@link restoreBackup} needs, and what it restores. The files are opened again when the transaction is repeated. */
export interface RestoreOptions {
  readonly storage: Storage
  readonly crypto: ServiceCrypto
  readonly protection: KeyProtection
  readonly now: () => number
  readonly openBackup: () => Promise<OpenFile<BackupHeader>>
  /** The erasures since the backup. Absent when the database that is replaced has them, or when there were none. */
  readonly openErasures?: (() => Promise<OpenFile<JournalHeader>>) | undefined
  /** Keys of the service, one of which must have sealed both files. Without them, a key in the backup must have sealed the journal. */
  readonly keys?: readonly TrustedKey[] | undefined
  /** Whether nobody was erased since the backup. */
  readonly isNothingErased: boolean
  /** Whether the service stored nothing since the backup, so that no decision is lost and nobody was erased. */
  readonly isNothingLost?: boolean | undefined
  /** The last checkpoint of the public log that is known, from a copy or a witness. Default: the last one in both databases. */
  readonly logCheckpoint?: string | undefined
  /** Whether a database with data is replaced. */
  readonly isForced: boolean
  /** The migrations of the storage. Default: {@link MIGRATIONS} */
  readonly migrations?: readonly Migration[]
}

/** The result of {@link restoreBackup}. */
export interface RestoreResult {
  readonly header: BackupHeader
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>
  readonly erased: RepeatedErasures
  /** Until when the journal has the erasures, RFC 3339 in UTC. Absent without a journal. */
  readonly erasuresUntil?: string
  /** The epoch of the public log that begins with the restore. */
  readonly logEpoch?: number
}

/**
 * Restores a backup, and repeats the erasures since, in one transaction: a restore that is interrupted changes nothing, and no restored
 * database lacks an erasure.
 *
 * @throws {LicetError} `storage_unavailable` when the database has data or is used by a service; `invalid_request` when the backup or the
 *   journal does not fit.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { storage } = options
  const result = await storage.transaction((sql) => restore(sql, options))
  if (result.erased.devices + result.erased.licenses > 0) await storage.purge?.()
  return result
}

async function restore(sql: Sql, options: RestoreOptions): Promise<RestoreResult> {
  await allowLongWork(sql)
  await sql.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
  await checkUnused(sql)
  if ((await readPlacements(sql)).length > 0) throw distributedDatabase()
  const { keys, crypto, openBackup, openErasures } = options
  // No line of a file is used before its seal is verified.
  if (keys !== undefined) await verifySeal(await readToSeal(await openBackup()), keys, crypto)
  const { header, lines, readSeal } = await openBackup()
  const { schema } = header
  const { migrations = MIGRATIONS } = options
  const isOlder = schema < migrations.length
  if (schema > migrations.length) throw newerBackup(header, migrations.length)
  const present = await readPresent(sql)
  if (present.hasData && !options.isForced) throw hasData()
  const erasuresUntil = await collectErasures(sql, header, present, options)
  const wasEncrypted = await hasEncryptedSecrets(sql)
  const isSameDatabase = present.installation === header.installation
  const hasKeptLog = !options.isNothingLost && isSameDatabase
  if (hasKeptLog) await keepLog(sql)
  // The option is only believed as far as the database that is replaced does not contradict it.
  const newest = options.isNothingLost && isSameDatabase ? await readNewestRows(sql) : undefined
  if (isOlder) await recreateSchema(sql, migrations.slice(0, schema))
  const rows = await loadTables(sql, lines)
  if (isOlder) await completeMigration(sql, migrations)
  if (newest !== undefined && !(await hasRows(sql, newest))) throw somethingLost(header)
  if (keys !== undefined) await verifySeal(readSeal(), keys, crypto)
  if (openErasures !== undefined) await addJournal(sql, openErasures, { keys, crypto })
  const environment = toEnvironment(sql, options)
  // The next backup of this database must not have what an old one has unencrypted.
  await encryptUnprotectedSecrets(environment)
  if (wasEncrypted) await refuseAnyUnencrypted(sql)
  const logEpoch = options.isNothingLost ? undefined : await beginLogEpoch(sql, { ...options, keys: environment.keys, hasKeptLog })
  const erased = await repeatErasures(environment)
  if (!options.isNothingLost) await markRestored(sql)
  await recordRestore(sql, environment, { backup: header.created, ...(logEpoch !== undefined && { logEpoch }) })
  return {
    ...{ header, rows, erased },
    ...(erasuresUntil !== undefined && { erasuresUntil }),
    ...(logEpoch !== undefined && { logEpoch }),
  }
}

/** What {@link repeatJournal} needs. */
export type RepeatOptions = Pick<RestoreOptions, 'storage' | 'crypto' | 'protection' | 'now' | 'keys' | 'logCheckpoint'> & {
  readonly openErasures: () => Promise<OpenFile<JournalHeader>>
}

/**
 * Repeats the erasures of a journal, for a database that another program has restored.
 *
 * @throws {LicetError} `invalid_request` when the journal belongs to another database.
 */
export async function repeatJournal(options: RepeatOptions): Promise<RepeatedErasures> {
  const { storage } = options
  const erased = await storage.transaction(async (sql) => {
    await allowLongWork(sql)
    await createJournal(sql)
    const { installation } = (await options.openErasures()).header
    if (installation !== (await readPresent(sql)).installation) throw otherDatabase()
    await addJournal(sql, options.openErasures, options)
    await markRestored(sql)
    const environment = toEnvironment(sql, options)
    const logEpoch = await beginLogEpoch(sql, { ...options, keys: environment.keys, hasKeptLog: false })
    const repeated = await repeatErasures(environment)
    await recordRestore(sql, environment, logEpoch === undefined ? {} : { logEpoch })
    return repeated
  })
  if (erased.devices + erased.licenses > 0) await storage.purge?.()
  return erased
}

/** Writes the event of a restore. An event about the public log gets the signed head of its chain immediately. */
async function recordRestore(
  sql: Sql,
  environment: ReturnType<typeof toEnvironment>,
  details: { readonly backup?: string; readonly logEpoch?: number },
): Promise<void> {
  await environment.audit.append(sql, { action: 'database.restored', actor: OPERATOR, details })
  if (details.logEpoch !== undefined) await closeAuditChains(environment, { isLast: true })
}

/** Returns what an erasure needs, inside of a transaction. */
function toEnvironment(
  sql: Sql,
  { crypto, protection, now }: Pick<RestoreOptions, 'crypto' | 'protection' | 'now'>,
): ErasureEnvironment & Pick<ServiceContext, 'protection'> {
  const storage: Storage = { ...sql, transaction: (run) => run(sql), ready: async () => {}, close: async () => {} }
  const platform = { storage, crypto, protection, now, monotonic: () => performance.now() }
  const environment = { ...platform, clock: createClockWatch(platform), audit: createAuditLog(platform) }
  // Receipts keep their issuer, so the address of the service is not needed.
  return { ...environment, keys: createKeyRing(environment), authUrl: '' }
}

/** The database before the restore. */
interface Present {
  readonly installation: string | undefined
  readonly hasData: boolean
}

async function readPresent(sql: Sql): Promise<Present> {
  const [row] = await sql.query<{ id: string }>('SELECT id FROM licet.installation')
  // Everything else belongs to an organization, except the signing key, which the first start creates.
  const [found] = await sql.query<{ any: boolean }>('SELECT EXISTS (SELECT FROM licet.organizations) AS any')
  return { installation: row?.id, hasData: found?.any === true }
}

/** The connections of a service that was stopped just now end within milliseconds. */
const UNUSED_WITHIN_MS = 2000
const POLL_MS = 100

/** Refuses a database that a service uses, because the service would continue with the keys and tokens in its memory. */
async function checkUnused(sql: Sql): Promise<void> {
  let count = await countServices(sql)
  for (let waitedMs = 0; count > 0 && waitedMs < UNUSED_WITHIN_MS; waitedMs += POLL_MS) {
    await pause(POLL_MS)
    count = await countServices(sql)
  }
  if (count === 0) return
  throw new LicetError(
    'storage_unavailable',
    `${count} connections of a running licet use this database. Nothing was restored. Stop every \`licet serve\`, and restore again.`,
  )
}

async function countServices(sql: Sql): Promise<number> {
  // A transaction reads the statistics once and keeps them.
  await sql.query('SELECT pg_catalog.pg_stat_clear_snapshot()')
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_catalog.pg_stat_activity
     WHERE datname = current_database() AND application_name = 'licet' AND pid <> pg_backend_pid()`,
  )
  return row?.count ?? 0
}

/**
 * Collects the erasures since the backup from the database that is replaced, and checks that the journal fits. Returns until when the journal
 * has erasures.
 */
async function collectErasures(
  sql: Sql,
  backup: BackupHeader,
  present: Present,
  options: RestoreOptions,
): Promise<string | undefined> {
  await createJournal(sql)
  const replacesItself = present.hasData && present.installation === backup.installation
  if (replacesItself) await addPresentErasures(sql)
  const journal = await options.openErasures?.()
  if (journal === undefined) {
    if (replacesItself || options.isNothingErased || options.isNothingLost) return undefined
    throw erasuresRequired(backup)
  }
  assertJournalFits(journal.header, backup)
  return journal.header.created
}

/** @throws {LicetError} `invalid_request` when a journal belongs to another database, or ends before a backup. */
export function assertJournalFits({ installation, created }: JournalHeader, backup: BackupHeader): void {
  if (installation !== backup.installation) throw otherDatabase()
  if (created < backup.created) throw journalTooOld(created, backup.created)
}

/** Adds the erasures of a journal that a key of `keys`, or one in the database, has sealed. */
async function addJournal(
  sql: Sql,
  open: RepeatOptions['openErasures'],
  { keys, crypto }: Pick<RepeatOptions, 'keys' | 'crypto'>,
): Promise<void> {
  const trusted = keys ?? (await listTrustedKeys(sql))
  await verifySeal(await readToSeal(await open()), trusted, crypto)
  const { lines, readSeal } = await open()
  let rows: string[] = []
  for await (const line of lines) {
    rows.push(readRowLine(line) ?? '')
    if (rows.length < ROWS_AT_ONCE) continue
    await addErasures(sql, rows)
    rows = []
  }
  if (rows.length > 0) await addErasures(sql, rows)
  await verifySeal(readSeal(), trusted, crypto)
}

async function readToSeal({ lines, readSeal }: Pick<OpenFile<unknown>, 'lines' | 'readSeal'>): Promise<string> {
  for await (const _ of lines);
  return readSeal()
}
