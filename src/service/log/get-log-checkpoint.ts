import type { RouteCall } from '../routing/route.ts'
import { findNewestCheckpoint } from '../storage/log-tree.ts'
import { CHANGING_CACHE_CONTROL, notInLogYet } from './respond-log.ts'

/** Log Checkpoint: returns the newest signed head of the public log (C2SP tlog-tiles). */
export async function getLogCheckpoint({ context }: RouteCall): Promise<Response> {
  const { storage, logIntervalSeconds } = context
  const checkpoint = await findNewestCheckpoint(storage)
  if (checkpoint === undefined) throw notInLogYet(logIntervalSeconds)
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': CHANGING_CACHE_CONTROL }
  return new Response(checkpoint.note, { headers })
}
