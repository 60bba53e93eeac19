import { LicetError } from '../../core/errors.ts'
import { readDecimal } from '../../log/bytes.ts'
import type { RouteCall } from '../routing/route.ts'
import { findTimestamp } from '../storage/log-timestamps.ts'
import { listEpochs } from '../storage/log-tree.ts'
import { IMMUTABLE_CACHE_CONTROL } from './respond-log.ts'

const CHECKPOINT = '.checkpoint'

/** Log Time Stamp: returns the time stamp of a checkpoint of the public log (RFC 3161), or this checkpoint as it was stamped. */
export async function getLogTimestamp({ context: { storage }, params: { name = '' } }: RouteCall): Promise<Response> {
  const isCheckpoint = name.endsWith(CHECKPOINT)
  const size = readDecimal(isCheckpoint ? name.slice(0, -CHECKPOINT.length) : name)
  const [newest] = size === undefined ? [] : await listEpochs(storage)
  const found = size === undefined || newest === undefined ? undefined : await findTimestamp(storage, newest.epoch, size)
  if (found === undefined)
    throw new LicetError('not_found', 'The public log has no such time stamp. Nothing was read. Take the size from its file keys.')
  const type = isCheckpoint ? 'text/plain; charset=utf-8' : 'application/octet-stream'
  const headers = { 'content-type': type, 'cache-control': IMMUTABLE_CACHE_CONTROL }
  return new Response(isCheckpoint ? found.note : new Uint8Array(found.token), { headers })
}
