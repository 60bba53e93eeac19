import { LicetError } from '../../core/errors.ts'
import { appendLeaves } from '../../log/append-leaves.ts'
import type { Bytes } from '../../log/bytes.ts'
import { type Checkpoint, emptyHead, type TreeHead, writeCheckpoint } from '../../log/checkpoint.ts'
import { areConsistent } from '../../log/compare-checkpoints.ts'
import { hashText, writeLogEntry } from '../../log/log-entry.ts'
import { hashLeaf } from '../../log/merkle.ts'
import { createNoteKey } from '../../log/note-key.ts'
import { signNote, writeSignedNote } from '../../log/signed-note.ts'
import type { TileTree } from '../../log/tile-tree.ts'
import { verifyCheckpoint } from '../../log/verify-checkpoint.ts'
import { fromBase64Url, toBase64Url } from '../crypto/standard-base64.ts'
import { listLogKeys } from '../storage/log-keys.ts'
import {
  findCheckpoint,
  insertEpochEntry,
  listEpochs,
  type StoredCheckpoint,
  type StoredEntry,
  type StoredEpoch,
  saveCheckpoint,
  saveEpoch,
  saveTile,
  takePendingEntries,
  tryLockLog,
} from '../storage/log-tree.ts'
import type { Sql } from '../storage/storage.ts'
import { type LogEnvironment, toLogCrypto, toOrigin } from './log-environment.ts'
import { openLogSigners, toNoteKeys } from './log-signers.ts'
import { listTrustedKeys, readRestore } from './restore-statement.ts'
import { storedTree } from './stored-tree.ts'

/** Entries of one batch. More would take longer than the database allows one statement on a busy machine. */
const APPENDED_AT_ONCE = 1024

/** A head of the log that was published. */
export type LogHead = TreeHead & { readonly epoch: number }

/** The result of {@link appendBatch}. */
export interface AppendedBatch {
  /** The newest head after the batch. Absent when another process changes the tree. */
  readonly head?: LogHead
  /** The checkpoint that the batch has signed. Absent when there was nothing to append. */
  readonly signed?: StoredCheckpoint
  readonly hasMore: boolean
}

/**
 * Puts pending entries into the tree, and signs its new head, in one transaction: it is stored as a whole or not at all.
 *
 * `published` is the newest head that this process knows. The new one must be consistent with it and with the stored one, so a service
 * never signs two histories, even when the database lost transactions.
 *
 * @throws {LicetError} `invalid_proof` when the stored tree is not consistent. Nothing was signed.
 */
export async function appendBatch(environment: LogEnvironment, published: LogHead | undefined): Promise<AppendedBatch> {
  return environment.storage.transaction(async (sql) => {
    // The limit of a request, 1.2 s, is too short for the hashes of a batch on a busy machine. A process that hangs here holds the lock.
    await sql.query("SET LOCAL idle_in_transaction_session_timeout = '10s'")
    if (!(await tryLockLog(sql))) return { hasMore: false }
    const { epoch, origin, before } = await openEpoch(environment, sql)
    const known = published?.epoch === epoch.epoch ? published : undefined
    const first = await beginEpoch(environment, sql, epoch, before)
    const taken = await takePendingEntries(sql, epoch.epoch, before.size + first.length, APPENDED_AT_ONCE)
    const entries = [...first, ...taken]
    const hasMore = taken.length === APPENDED_AT_ONCE
    const tree = storedTree(environment, { sql, epoch: epoch.epoch, size: before.size })
    if (entries.length === 0 && before.isSigned) {
      await assertConsistent(known, before, tree)
      return { head: { epoch: epoch.epoch, size: before.size, root: before.root }, hasMore }
    }
    const grown = await appendLeaves(await Promise.all(entries.map((entry) => hashEntry(environment, entry))), tree)
    for (const old of [known, before]) await assertConsistent(old, grown, grown)
    for (const { tile, bytes } of grown.tiles)
      await saveTile(sql, { epoch: epoch.epoch, level: Number(tile.level), index: tile.index, hashes: bytes })
    const note = await signHead(environment, sql, { origin, size: grown.size, root: grown.root })
    const signed = { epoch: epoch.epoch, size: grown.size, note, created: environment.now() }
    await saveCheckpoint(sql, signed)
    return { head: { epoch: epoch.epoch, size: grown.size, root: grown.root }, signed, hasMore }
  })
}

/** The newest epoch, and its newest head. */
interface OpenEpoch {
  readonly epoch: StoredEpoch
  readonly origin: string
  readonly before: TreeHead & { readonly isSigned: boolean }
}

async function openEpoch(environment: LogEnvironment, sql: Sql): Promise<OpenEpoch> {
  const { trailUrl, now } = environment
  const crypto = toLogCrypto(environment)
  const [newest] = await listEpochs(sql)
  const epoch = newest ?? { epoch: 1, origin: null, started: now(), formerCheckpoint: null, statement: null }
  const origin = epoch.origin ?? toOrigin(trailUrl, epoch.epoch)
  if (epoch.origin === null) await saveEpoch(sql, { ...epoch, origin })
  const last = await findCheckpoint(sql, epoch.epoch)
  if (last === undefined && epoch.epoch > 1) await assertRestored(environment, sql, epoch)
  if (last === undefined) return { epoch, origin, before: { ...(await emptyHead(crypto.sha256)), isSigned: false } }
  const keys = await toNoteKeys(environment, await listLogKeys(sql), origin)
  const { size, root } = await verifyCheckpoint(last.note, keys, crypto)
  return { epoch, origin, before: { size, root, isSigned: true } }
}

/** Refuses to sign an epoch that no restore began: anyone with the role of the service could let deleted licenses look lost. */
async function assertRestored(environment: LogEnvironment, sql: Sql, epoch: StoredEpoch): Promise<void> {
  if ((await readRestore(epoch, await listTrustedKeys(sql), environment)) !== undefined) return
  throw notSigned(`No signed statement of a restore explains epoch ${epoch.epoch} of the log in the database.`)
}

/** Stores the first entry of an epoch that follows another one, and returns it. */
async function beginEpoch(
  environment: LogEnvironment,
  sql: Sql,
  { epoch, started, formerCheckpoint }: StoredEpoch,
  { isSigned }: OpenEpoch['before'],
): Promise<readonly StoredEntry[]> {
  if (isSigned || formerCheckpoint === null) return []
  const hash = fromBase64Url(await hashText(formerCheckpoint, toLogCrypto(environment).sha256))
  const entry = { index: 0, kind: 'epoch', hash, at: Math.floor(started / 1000) } as const
  await insertEpochEntry(sql, epoch, entry)
  return [entry]
}

/** Computes the hash of the leaf of an entry. */
export function hashEntry(environment: Pick<LogEnvironment, 'crypto'>, entry: StoredEntry): Promise<Bytes> {
  return hashLeaf(toEntryBytes(entry), toLogCrypto(environment).sha256)
}

/** Returns the bytes of an entry, as the log publishes them. */
export function toEntryBytes({ kind, hash, at }: StoredEntry): Bytes {
  return writeLogEntry({ k: kind, h: toBase64Url(hash), t: at })
}

async function assertConsistent(old: TreeHead | undefined, head: TreeHead, { readTile, sha256 }: TileTree): Promise<void> {
  if (old === undefined) return
  if (old.size > head.size || !(await areConsistent(old, head, readTile, sha256)))
    throw notSigned(`The log in the database does not continue the signed checkpoint of ${old.size} entries.`)
}

function notSigned(why: string): LicetError<'invalid_proof'> {
  return new LicetError('invalid_proof', `${why} Nothing was signed. See docs/guides/public-log.md.`)
}

async function signHead(environment: LogEnvironment, sql: Sql, head: Checkpoint): Promise<string> {
  const text = writeCheckpoint(head)
  const { sha256 } = toLogCrypto(environment)
  const signers = await openLogSigners(environment, sql)
  const signatures = signers.map(async ({ publicKey, sign }) =>
    signNote(text, await createNoteKey(head.origin, 'log', publicKey, sha256), sign),
  )
  return writeSignedNote({ text, signatures: await Promise.all(signatures) })
}
