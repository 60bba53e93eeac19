import { LicetError } from '../../core/errors.ts'
import { readDecimal } from '../../log/bytes.ts'
import type { RouteCall } from '../routing/route.ts'
import { findTimestamp } from '../storage/log-timestamps.ts'
import { listEpochs } from '../storage/log-tree.ts'
import { CHANGING_CACHE_CONTROL, IMMUTABLE_CACHE_CONTROL } from './respond-log.ts'

const CHECKPOINT = '.checkpoint'

/** Log Time Stamp: returns the time stamp of a checkpoint of the public log (RFC 3161), or this checkpoint as it was stamped. */
export async function getLogTimestamp({ context: { storage }, params: { epoch, name = '' } }: RouteCall): Promise<Response> {
  const isCheckpoint = name.endsWith(CHECKPOINT)
  const size = readDecimal(isCheckpoint ? name.slice(0, -CHECKPOINT.length) : name)
  const ofEpoch = epoch === undefined ? (await listEpochs(storage))[0]?.epoch : Number(epoch)
  const found = size === undefined || ofEpoch === undefined ? undefined : await findTimestamp(storage, ofEpoch, size)
  if (found === undefined)
    throw new LicetError('not_found', 'The public log has no such time stamp. Nothing was read. Take the size from its file keys.')
  const type = isCheckpoint ? 'text/plain; charset=utf-8' : 'application/octet-stream'
  // The address without an epoch leads to the newest one, so a restore changes it.
  const caching = epoch === undefined ? CHANGING_CACHE_CONTROL : IMMUTABLE_CACHE_CONTROL
  const headers = { 'content-type': type, 'cache-control': caching }
  return new Response(isCheckpoint ? found.note : new Uint8Array(found.token), { headers })
}
