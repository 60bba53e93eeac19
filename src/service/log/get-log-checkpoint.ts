import type { RouteCall } from '../routing/route.ts'
import { findCheckpoint, listEpochs } from '../storage/log-tree.ts'
import { notInLogYet, respondChanging } from './respond-log.ts'

/** Log Checkpoint: returns the newest signed head of the public log (C2SP tlog-tiles). */
export async function getLogCheckpoint({ context }: RouteCall): Promise<Response> {
  const { storage, logIntervalSeconds } = context
  const [newest] = await listEpochs(storage)
  // A new epoch has no head until its first batch, and the head of the previous one is no longer the newest.
  const checkpoint = newest && (await findCheckpoint(storage, newest.epoch))
  if (checkpoint === undefined) throw notInLogYet(logIntervalSeconds)
  return respondChanging(checkpoint.note, 'text/plain; charset=utf-8')
}
