import { LicetError } from '../../core/errors.ts'
import type { Bytes } from '../../log/bytes.ts'
import { writeEntryBundle } from '../../log/entry-bundle.ts'
import { parseTilePath, TILE_WIDTH, type Tile } from '../../log/tile.ts'
import type { RouteCall } from '../routing/route.ts'
import { listEntries, listEpochs } from '../storage/log-tree.ts'
import type { Sql } from '../storage/storage.ts'
import { toEntryBytes } from './append-batch.ts'
import { CHANGING_CACHE_CONTROL, IMMUTABLE_CACHE_CONTROL } from './respond-log.ts'
import { readStoredTile } from './stored-tree.ts'

/**
 * Log Tile: returns 256 hashes or entries of the public log, or the first ones of a tile that is not full (C2SP tlog-tiles).
 *
 * The tiles of an epoch never change. The address without an epoch returns tiles of the newest epoch, so a restore changes them.
 */
export async function getLogTile({ context: { storage }, params: { epoch, path = '' } }: RouteCall): Promise<Response> {
  const tile = parseTilePath(`tile/${path}`)
  const epochs = await listEpochs(storage)
  const found = epoch === undefined ? epochs[0] : epochs.find((one) => String(one.epoch) === epoch)
  const bytes = tile && found && (await readTile(storage, found.epoch, tile))
  if (bytes === undefined) throw noTile(found !== undefined && found !== epochs[0])
  const caching = epoch === undefined ? CHANGING_CACHE_CONTROL : IMMUTABLE_CACHE_CONTROL
  return new Response(bytes, { headers: { 'content-type': 'application/octet-stream', 'cache-control': caching } })
}

function noTile(hasEnded: boolean): LicetError<'not_found'> {
  const why = hasEnded
    ? 'A restore ended this epoch of the public log, and the backup has no such tile. Nothing was read. Look for it in a copy of the log.'
    : 'The public log has no such tile. Nothing was read. Take the size from its checkpoint.'
  return new LicetError('not_found', why)
}

/** Returns the bytes of a tile, or of a bundle of entries. `undefined` when the log does not have it. */
export async function readTile(sql: Sql, epoch: number, tile: Tile): Promise<Bytes | undefined> {
  if (tile.level !== 'entries') return readStoredTile(sql, epoch, tile)
  const from = tile.index * TILE_WIDTH
  const entries = await listEntries(sql, epoch, from, from + tile.width)
  return entries.length === tile.width ? writeEntryBundle(entries.map(toEntryBytes)) : undefined
}
