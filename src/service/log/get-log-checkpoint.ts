import { LicetError } from '../../core/errors.ts'
import type { RouteCall } from '../routing/route.ts'
import { findCheckpoint, findNewestCheckpoint, listEpochs, type StoredCheckpoint } from '../storage/log-tree.ts'
import type { Sql } from '../storage/storage.ts'
import { CHANGING_CACHE_CONTROL, notInLogYet } from './respond-log.ts'

/** Log Checkpoint: returns the newest signed head of the public log, or of one of its epochs (C2SP tlog-tiles). */
export async function getLogCheckpoint({ context, params: { epoch } }: RouteCall): Promise<Response> {
  const { storage, logIntervalSeconds } = context
  const checkpoint = await (epoch === undefined ? findNewestCheckpoint(storage) : findCheckpointOf(storage, epoch))
  if (checkpoint === undefined) throw notInLogYet(logIntervalSeconds)
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': CHANGING_CACHE_CONTROL }
  return new Response(checkpoint.note, { headers })
}

async function findCheckpointOf(sql: Sql, name: string): Promise<StoredCheckpoint | undefined> {
  const found = (await listEpochs(sql)).find(({ epoch }) => String(epoch) === name)
  if (found === undefined)
    throw new LicetError('not_found', 'The public log has no such epoch. Nothing was read. See its file keys.')
  return findCheckpoint(sql, found.epoch)
}
