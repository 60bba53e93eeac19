import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LicetError } from '../../../core/errors.ts'
import { DAY_MS } from '../../../core/time-units.ts'
import { parseSignedCheckpoint } from '../../../log/checkpoint.ts'
import { areConsistent } from '../../../log/compare-checkpoints.ts'
import { parseLogKeys } from '../../../log/log-keys.ts'
import { TILE_WIDTH, type Tile, tileAt, writeTilePath } from '../../../log/tile.ts'
import { readLogKeys } from '../../../service/log/get-log-keys.ts'
import { readTile } from '../../../service/log/get-log-tile.ts'
import { storedTree } from '../../../service/log/stored-tree.ts'
import type { ServiceContext } from '../../../service/service-context.ts'
import { listTimestamps } from '../../../service/storage/log-timestamps.ts'
import { findCheckpoint, listEpochs, type StoredCheckpoint } from '../../../service/storage/log-tree.ts'

/** How long a partial tile stays after the full one exists, for readers of an earlier checkpoint. */
const PARTIAL_KEPT_MS = DAY_MS

type CopyEnvironment = Pick<ServiceContext, 'storage' | 'crypto' | 'now'>

/** The state of a copy. */
export interface CopiedLog {
  readonly origin: string
  readonly size: number
  /** Number of tiles, bundles and time stamps that this call wrote. */
  readonly written: number
}

/**
 * Brings a copy of the public log in a folder up to date. Each epoch has its own folder, and the newest one is in the folder itself too.
 * Checkpoints are written last, so a reader of the copy always finds the tiles of a checkpoint.
 *
 * Returns `undefined` while the newest epoch has no checkpoint.
 *
 * @throws {LicetError} `invalid_proof` when the log in the database does not continue the copy. Nothing was written.
 */
export async function copyLog(environment: CopyEnvironment, folder: string): Promise<CopiedLog | undefined> {
  const { storage } = environment
  const [newest, ...former] = await listEpochs(storage)
  const checkpoint = newest && (await findCheckpoint(storage, newest.epoch))
  if (checkpoint === undefined) return undefined
  let written = 0
  for (const { epoch } of former.reverse()) written += await copyFormer(environment, folder, epoch)
  const { origin, size } = parseSignedCheckpoint(checkpoint.note)
  const known = await readCopy(folder)
  // The tiles of another epoch have the same names there.
  if (known !== undefined && known.origin !== origin)
    for (const name of ['tile', 'timestamp']) await rm(join(folder, name), { recursive: true, force: true })
  const folders = [join(folder, String(checkpoint.epoch)), folder]
  written += await copyTiles(environment, folders, checkpoint)
  const { epoch } = checkpoint
  written += await copyTimestamps(environment, folders, { epoch, copied: await readCopiedStamp(folder, origin) })
  await writeChanged(join(folder, 'keys'), JSON.stringify(await readLogKeys(environment)))
  for (const one of folders) await writeChanged(join(one, 'checkpoint'), checkpoint.note)
  return { origin, size, written }
}

/** Copies an epoch that has ended. After a restore, the database can have less of it than the copy, which stays. */
async function copyFormer(environment: CopyEnvironment, folder: string, epoch: number): Promise<number> {
  const checkpoint = await findCheckpoint(environment.storage, epoch)
  const own = join(folder, String(epoch))
  const known = await readCopy(own)
  if (checkpoint === undefined || (known !== undefined && known.size >= checkpoint.size)) return 0
  const tiles = await copyTiles(environment, [own], checkpoint)
  const written = tiles + (await copyTimestamps(environment, [own], { epoch, copied: 0 }))
  await write(join(own, 'checkpoint'), checkpoint.note)
  return written
}

/** Writes the tiles that folders lack, and returns their number. */
async function copyTiles(
  environment: CopyEnvironment,
  folders: readonly string[],
  { epoch, note }: StoredCheckpoint,
): Promise<number> {
  const { storage } = environment
  const head = parseSignedCheckpoint(note)
  const { readTile: readHashes, sha256 } = storedTree(environment, { sql: storage, epoch, size: head.size })
  const sizes = folders.map(async (folder) => {
    const known = await readCopy(folder)
    if (known?.origin !== head.origin) return 0
    const continues = known.size <= head.size && (await areConsistent(known, head, readHashes, sha256))
    if (!continues) throw otherHistory(folder, known.size)
    return known.size
  })
  let written = 0
  for (const tile of tilesBetween(Math.min(...(await Promise.all(sizes))), head.size)) {
    const bytes = await readTile(storage, epoch, tile)
    if (bytes === undefined) throw new TypeError(`The log has no ${writeTilePath(tile)}.`)
    for (const folder of folders) await write(join(folder, writeTilePath(tile)), bytes)
    written++
  }
  return written
}

/** Writes the time stamps of an epoch for checkpoints with more than `copied` entries, and returns their number. */
async function copyTimestamps(
  { storage }: CopyEnvironment,
  folders: readonly string[],
  { epoch, copied }: { readonly epoch: number; readonly copied: number },
): Promise<number> {
  const missing = await listTimestamps(storage, epoch, copied + 1)
  for (const { size, note, token } of missing)
    for (const folder of folders) {
      await write(join(folder, `timestamp/${size}.checkpoint`), note)
      await write(join(folder, `timestamp/${size}`), token)
    }
  return missing.length
}

/** Returns the size of the last time stamp of a copy, from its file `keys`, which is written after the time stamp. */
async function readCopiedStamp(folder: string, origin: string): Promise<number> {
  const text = await readFile(join(folder, 'keys'), 'utf8').catch(() => undefined)
  const keys = text === undefined ? undefined : parseLogKeys(JSON.parse(text))
  return keys?.origin === origin ? (keys.timestamp ?? 0) : 0
}

/** Yields the tiles and bundles that a tree of `size` has and one of `oldSize` did not have. */
function* tilesBetween(oldSize: number, size: number): Generator<Tile> {
  const levels: Tile['level'][] = ['entries']
  for (let level = 0; size >= TILE_WIDTH ** level; level++) levels.push(level)
  for (const level of levels) {
    const per = level === 'entries' ? 1 : TILE_WIDTH ** level
    const [before, now] = [Math.floor(oldSize / per), Math.floor(size / per)]
    if (before === now) continue
    for (let index = Math.floor(before / TILE_WIDTH); ; index++) {
      const tile = tileAt(level, index, size)
      if (tile === undefined) break
      yield tile
    }
  }
}

async function readCopy(folder: string) {
  const note = await readFile(join(folder, 'checkpoint'), 'utf8').catch(() => undefined)
  return note === undefined ? undefined : parseSignedCheckpoint(note)
}

/** Writes a file that can have this content already. */
async function writeChanged(path: string, content: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => undefined)) !== content) await write(path, content)
}

/** Writes a file, which appears with its whole content. */
async function write(path: string, content: Uint8Array | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.part`, content)
  await rename(`${path}.part`, path)
}

/** Deletes partial tiles of the copy whose full tile exists for a day. */
export async function deletePartialTiles(folder: string, now: number): Promise<void> {
  const epochs = (await readdir(folder).catch(() => [])).filter((name) => /^\d+$/.test(name))
  const found = ['', ...epochs].map((epoch) =>
    readdir(join(folder, epoch, 'tile'), { recursive: true, withFileTypes: true }).catch(() => []),
  )
  for (const entry of (await Promise.all(found)).flat()) {
    if (!entry.isDirectory() || !entry.name.endsWith('.p')) continue
    const partial = join(entry.parentPath, entry.name)
    const full = await stat(partial.slice(0, -'.p'.length)).catch(() => undefined)
    if (full !== undefined && now - full.mtimeMs > PARTIAL_KEPT_MS) await rm(partial, { recursive: true })
  }
}

function otherHistory(folder: string, size: number): LicetError<'invalid_proof'> {
  return new LicetError(
    'invalid_proof',
    `The log in the database does not continue the copy in ${folder}, which has ${size} entries. Nothing was written. ` +
      'Keep the copy as evidence, and run `licet log verify --checkpoint` with its file `checkpoint`.',
  )
}
