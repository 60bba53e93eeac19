import { type Bytes, isSameBytes } from '../../log/bytes.ts'
import { appendLeaves } from '../../log/append-leaves.ts'
import { type Checkpoint, parseCheckpoint } from '../../log/checkpoint.ts'
import { hashText } from '../../log/log-entry.ts'
import type { NoteKey } from '../../log/note-key.ts'
import { parseSignedNote } from '../../log/signed-note.ts'
import { TILE_WIDTH, type Tile, writeTilePath } from '../../log/tile.ts'
import { computeRoot } from '../../log/tile-tree.ts'
import { verifyCheckpoint } from '../../log/verify-checkpoint.ts'
import type { ServiceContext } from '../service-context.ts'
import { toBase64Url } from '../crypto/standard-base64.ts'
import { listCheckpoints, listEntries, type StoredEntry, type StoredEpoch } from '../storage/log-tree.ts'
import type { Sql } from '../storage/storage.ts'
import { hashEntry } from './append-batch.ts'
import { toLogCrypto } from './log-environment.ts'
import { readStoredTile } from './stored-tree.ts'

/** Entries that are read together. */
const READ_AT_ONCE = 4096

/** What is wrong with a tree. */
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
  readonly faults: readonly TreeFault[]
}

/** What {@link verifyTree} compares the entries with. */
interface TreeToVerify {
  readonly sql: Sql
  readonly epoch: StoredEpoch
  readonly keys: readonly NoteKey[]
  /** Signed heads from elsewhere: a copy, a witness, or the next epoch. Only those of this epoch count. */
  readonly known: readonly string[]
  /** SHA-256 of the checkpoint of the former epoch, if there is one. */
  readonly formerCheckpoint: string | null
}

/** Computes the tree of an epoch from its entries again, and compares it with the stored tiles and every checkpoint. */
export async function verifyTree(
  environment: Pick<ServiceContext, 'crypto'>,
  { sql, epoch, keys, known, formerCheckpoint }: TreeToVerify,
): Promise<VerifiedTree> {
  const crypto = toLogCrypto(environment)
  const faults: TreeFault[] = []
  const report = (message: string): void => {
    faults.push({ epoch: epoch.epoch, message })
  }
  const heads: Checkpoint[] = []
  for (const { note, size } of await listCheckpoints(sql, epoch.epoch)) {
    const head = await verifyCheckpoint(note, keys, crypto).catch(() => undefined)
    if (head === undefined || head.size !== size) report(`The checkpoint of ${size} entries has no valid signature.`)
    else heads.push(head)
  }
  const newest = heads.at(-1)
  for (const note of known) {
    const head = parseCheckpoint(parseSignedNote(note).text)
    if (head.origin === epoch.origin) heads.push(head)
  }
  const all = [...heads].sort((a, b) => a.size - b.size)

  // Only the tiles that are not full, because no later step reads a full one.
  const tiles = new Map<string, Bytes>()
  const readTile = (tile: Tile): Bytes => {
    const bytes = tiles.get(`${tile.level}/${tile.index}`)
    if (bytes === undefined) throw new TypeError(`The tile ${writeTilePath(tile)} was not computed.`)
    return bytes
  }
  let size = 0
  const checkHeads = async (): Promise<void> => {
    const here = all.filter((head) => head.size === size)
    if (here.length === 0) return
    const root = await computeRoot({ size, readTile, sha256: crypto.sha256 })
    if (here.some((head) => !isSameBytes(root, head.root)))
      report(`The entries do not have the root of the checkpoint of ${size} entries.`)
  }
  await checkHeads()
  for (;;) {
    const next = all.find((head) => head.size > size)
    const until = Math.min(next?.size ?? size + READ_AT_ONCE, size + READ_AT_ONCE)
    const entries = await listEntries(sql, epoch.epoch, size, until)
    const gap = entries.findIndex(({ index }, at) => index !== size + at)
    const whole = gap < 0 ? entries : entries.slice(0, gap)
    if (whole.length === 0) break
    if (size === 0 && formerCheckpoint !== null && !(await isBegin(whole[0], formerCheckpoint)))
      report('The first entry does not have the hash of the last checkpoint of the former epoch.')
    const leaves = await Promise.all(whole.map((entry) => hashEntry(environment, entry)))
    const grown = await appendLeaves(leaves, { size, readTile, sha256: crypto.sha256 })
    for (const { tile, bytes } of grown.tiles) {
      const stored = await readStoredTile(sql, epoch.epoch, tile)
      if (tile.width < TILE_WIDTH) tiles.set(`${tile.level}/${tile.index}`, bytes)
      else tiles.delete(`${tile.level}/${tile.index}`)
      if (stored === undefined || !isSameBytes(stored, bytes)) report(`The stored ${writeTilePath(tile)} differs from its entries.`)
    }
    size = grown.size
    await checkHeads()
  }
  const [last] = all.slice(-1)
  if (last !== undefined && last.size > size) report(`The database has entries up to ${size}, and a signed checkpoint has ${last.size}.`)
  if (size > (newest?.size ?? 0)) report(`No checkpoint has the entries from ${newest?.size ?? 0} on.`)
  return { entries: size, ...(newest !== undefined && { checkpoint: newest }), faults }

  async function isBegin(first: StoredEntry | undefined, former: string): Promise<boolean> {
    return first?.kind === 'epoch' && toBase64Url(first.hash) === (await hashText(former, crypto.sha256))
  }
}
