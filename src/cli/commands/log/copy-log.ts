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
import { findNewestCheckpoint } from '../../../service/storage/log-tree.ts'

/** How long a partial tile stays after the full one exists, for readers of an earlier checkpoint. */
const PARTIAL_KEPT_MS = DAY_MS

/** The state of a copy. */
export interface CopiedLog {
  readonly origin: string
  readonly size: number
  /** Number of tiles, bundles and time stamps that this call wrote. */
  readonly written: number
}

/**
 * Brings a copy of the public log in a folder up to date. Its checkpoint is written last, so a reader of the copy always finds the tiles of
 * its checkpoint. A copy of an earlier epoch is moved to `former/<epoch>`.
 *
 * Returns `undefined` while the log has no checkpoint.
 *
 * @throws {LicetError} `invalid_proof` when the log in the database does not continue the copy. Nothing was written.
 */
export async function copyLog(
  environment: Pick<ServiceContext, 'storage' | 'crypto' | 'now'>,
  folder: string,
): Promise<CopiedLog | undefined> {
  const { storage } = environment
  const checkpoint = await findNewestCheckpoint(storage)
  if (checkpoint === undefined) return undefined
  const { epoch } = checkpoint
  const head = parseSignedCheckpoint(checkpoint.note)
  const known = await readCopy(folder)
  if (known !== undefined && known.origin !== head.origin) await setAside(folder, known.origin)
  const old = known?.origin === head.origin ? known : undefined
  if (old !== undefined && old.size > head.size) throw otherHistory(folder, old.size)
  const { readTile: readHashes, sha256 } = storedTree(environment, { sql: storage, epoch, size: head.size })
  if (old !== undefined && !(await areConsistent(old, head, readHashes, sha256))) throw otherHistory(folder, old.size)

  let written = 0
  for (const tile of tilesBetween(old?.size ?? 0, head.size)) {
    const bytes = await readTile(storage, epoch, tile)
    if (bytes === undefined) throw new TypeError(`The log has no ${writeTilePath(tile)}.`)
    await write(join(folder, writeTilePath(tile)), bytes)
    written++
  }
  written += await copyTimestamps(environment, folder, epoch)
  await write(join(folder, 'keys'), JSON.stringify(await readLogKeys(environment)))
  if (old?.size !== head.size) await write(join(folder, 'checkpoint'), checkpoint.note)
  return { origin: head.origin, size: head.size, written }
}

/** Copies the time stamps that are newer than the file `keys` of the copy, which is written after them. Returns how many. */
async function copyTimestamps({ storage }: Pick<ServiceContext, 'storage'>, folder: string, epoch: number): Promise<number> {
  const copied = await readFile(join(folder, 'keys'), 'utf8').then(
    (keys) => parseLogKeys(JSON.parse(keys)).timestamp ?? 0,
    () => 0,
  )
  const missing = await listTimestamps(storage, epoch, copied + 1)
  for (const { size, note, token } of missing) {
    await write(join(folder, `timestamp/${size}.checkpoint`), note)
    await write(join(folder, `timestamp/${size}`), token)
  }
  return missing.length
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

/** Moves the copy of an epoch that has ended, because the tiles of the next one have the same names. */
async function setAside(folder: string, origin: string): Promise<void> {
  const target = join(folder, 'former', origin.slice(origin.lastIndexOf('/') + 1))
  await mkdir(target, { recursive: true })
  for (const name of ['tile', 'timestamp', 'keys', 'checkpoint'])
    await rename(join(folder, name), join(target, name)).catch(ignoreMissing)
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

/** Writes a file, which appears with its whole content. */
async function write(path: string, content: Uint8Array | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.part`, content)
  await rename(`${path}.part`, path)
}

/** Deletes partial tiles of the copy whose full tile exists for a day. */
export async function deletePartialTiles(folder: string, now: number): Promise<void> {
  const found = await readdir(join(folder, 'tile'), { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of found) {
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
