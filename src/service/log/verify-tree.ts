import { isSameBytes } from '../../log/bytes.ts'
import { type Checkpoint, parseSignedCheckpoint } from '../../log/checkpoint.ts'
import { createGrowingTree } from '../../log/growing-tree.ts'
import { hashText } from '../../log/log-entry.ts'
import type { NoteKey } from '../../log/note-key.ts'
import { type Tile, writeTilePath } from '../../log/tile.ts'
import { verifyCheckpoint } from '../../log/verify-checkpoint.ts'
import { toBase64Url } from '../crypto/standard-base64.ts'
import type { ServiceContext } from '../service-context.ts'
import { listCheckpoints, listEntries, type StoredEntry, type StoredEpoch } from '../storage/log-tree.ts'
import type { Sql } from '../storage/storage.ts'
import { hashEntry } from './append-batch.ts'
import { toLogCrypto } from './log-environment.ts'
import { readStoredTile } from './stored-tree.ts'
import { type VerifiedTimestamps, verifyStoredTimestamps } from './verify-stored-timestamps.ts'

/** Entries that are read together. */
const READ_AT_ONCE = 4096

/** What is wrong with the tree of an epoch. */
export interface TreeFault {
  readonly epoch: number
  readonly message: string
}

/** The result of {@link verifyTree}. */
export interface VerifiedTree {
  /** Number of entries in the database. */
  readonly entries: number
  /** The newest checkpoint. Absent when nothing was signed. */
  readonly checkpoint?: Checkpoint
  /** The number of entries that the epoch had before a restore, if the database does not have all of them. */
  readonly lostUpTo?: number
  /** The time stamps of the epoch. Absent without a valid one. */
  readonly timestamps?: VerifiedTimestamps
  readonly faults: readonly TreeFault[]
}

/** What {@link verifyTree} compares. */
interface TreeToVerify {
  readonly sql: Sql
  readonly epoch: StoredEpoch
  readonly keys: readonly NoteKey[]
  /** Signed heads from elsewhere, such as a copy or a witness. Heads of other epochs are compared there. */
  readonly known: readonly string[]
  /** The last known checkpoint before the restore that ended the epoch. */
  readonly last: string | null
  /** Trusted certificates of time-stamping authorities in PEM. Can be empty. */
  readonly certificates: string
}

/** Computes the tree of an epoch again from its entries, and compares it with the stored tiles and with every signed head. */
export async function verifyTree(environment: Pick<ServiceContext, 'crypto'>, compared: TreeToVerify): Promise<VerifiedTree> {
  const { sql, epoch } = compared
  const { sha256 } = toLogCrypto(environment)
  const faults: TreeFault[] = []
  const report = (message: string): void => {
    faults.push({ epoch: epoch.epoch, message })
  }
  const { heads: signedHeads, newest, ended } = await readHeads(environment, compared, report)
  const stamped = await verifyStoredTimestamps(environment, { ...compared, epoch: epoch.epoch }, report)
  const heads = [...signedHeads, ...stamped.heads].sort((a, b) => a.size - b.size)

  const tree = createGrowingTree({ size: 0, readTile: notComputed, sha256 })
  const checkHeads = async (): Promise<void> => {
    const { size } = tree
    const here = heads.filter((head) => head.size === size)
    if (here.length === 0) return
    const root = await tree.root()
    if (here.some((head) => !isSameBytes(root, head.root))) report(`The first ${size} entries differ from a signed checkpoint.`)
  }
  await checkHeads()
  for (;;) {
    const { size } = tree
    const next = heads.find((head) => head.size > size)
    const entries = await listEntries(sql, epoch.epoch, size, Math.min(next?.size ?? size + READ_AT_ONCE, size + READ_AT_ONCE))
    const gap = entries.findIndex(({ index }, at) => index !== size + at)
    const whole = gap < 0 ? entries : entries.slice(0, gap)
    if (size === 0 && !(await isBegin(environment, whole[0], epoch.formerCheckpoint)))
      report('The first entry does not have the hash of the last checkpoint of the previous epoch.')
    if (whole.length === 0) break
    const leaves = await Promise.all(whole.map((entry) => hashEntry(environment, entry)))
    const { tiles } = await tree.append(leaves)
    for (const { tile, bytes } of tiles) {
      const stored = await readStoredTile(sql, epoch.epoch, tile)
      if (stored === undefined || !isSameBytes(stored, bytes)) report(`The stored ${writeTilePath(tile)} differs from the entries.`)
    }
    await checkHeads()
  }
  const { size } = tree
  const signed = heads.at(-1)?.size ?? 0
  if (signed > size && signed !== ended) report(`The entry ${size} is missing, and a signed checkpoint has ${signed} entries.`)
  if (size > (newest?.size ?? 0)) report(`No signed checkpoint has the entries from ${newest?.size ?? 0} on.`)
  const lostUpTo = ended !== undefined && ended > size ? ended : undefined
  return {
    ...{ entries: size, faults },
    ...(newest !== undefined && { checkpoint: newest }),
    ...(lostUpTo !== undefined && { lostUpTo }),
    ...(stamped.timestamps && { timestamps: stamped.timestamps }),
  }
}

function notComputed(tile: Tile): never {
  throw new TypeError(`The tile ${writeTilePath(tile)} was not computed.`)
}

/** Reads the heads of an epoch. */
async function readHeads(
  environment: Pick<ServiceContext, 'crypto'>,
  { sql, epoch, keys, known, last }: TreeToVerify,
  report: (message: string) => void,
): Promise<{
  readonly heads: readonly Checkpoint[]
  readonly newest: Checkpoint | undefined
  readonly ended: number | undefined
}> {
  const stored: Checkpoint[] = []
  for (const { note, size } of await listCheckpoints(sql, epoch.epoch)) {
    const head = await verifyCheckpoint(note, keys, toLogCrypto(environment)).catch(() => undefined)
    if (head?.size === size) stored.push(head)
    else report(`The checkpoint of ${size} entries has no valid signature.`)
  }
  const others: Checkpoint[] = []
  let ended: number | undefined
  for (const note of last === null ? known : [...known, last]) {
    if (parseSignedCheckpoint(note).origin !== epoch.origin) continue
    const head = await verifyCheckpoint(note, keys, toLogCrypto(environment)).catch(() => undefined)
    if (head === undefined) report('A given checkpoint has no valid signature of a key in the database.')
    else others.push(head)
    if (note === last) ended = head?.size
  }
  return { heads: [...stored, ...others], newest: stored.at(-1), ended }
}

/** Returns whether an epoch begins as it must: with the hash of the last checkpoint of the epoch before it, if there is one. */
async function isBegin(
  environment: Pick<ServiceContext, 'crypto'>,
  first: StoredEntry | undefined,
  formerCheckpoint: string | null,
): Promise<boolean> {
  if (formerCheckpoint === null || first === undefined) return first?.kind !== 'epoch'
  return first.kind === 'epoch' && toBase64Url(first.hash) === (await hashText(formerCheckpoint, toLogCrypto(environment).sha256))
}
