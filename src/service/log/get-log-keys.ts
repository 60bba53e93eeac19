import type { LogEpoch, LogKeys } from '../../log/log-keys.ts'
import { writeVkey } from '../../log/note-key.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import type { ServiceContext } from '../service-context.ts'
import { listLogKeys, type StoredLogKey } from '../storage/log-keys.ts'
import { listEpochs, type StoredEpoch } from '../storage/log-tree.ts'
import { toOrigin } from './log-environment.ts'
import { toNoteKeys } from './log-signers.ts'

/** Log Keys: returns the origin of the public log, who signs it, and its former epochs. */
export async function getLogKeys({ context }: RouteCall): Promise<Response> {
  return respondJson(await readLogKeys(context), 200, { 'cache-control': 'public, max-age=5' })
}

/** Reads the keys of every epoch. */
export async function readLogKeys({
  storage,
  crypto,
  now,
  trailUrl,
}: Pick<ServiceContext, 'storage' | 'crypto' | 'now' | 'trailUrl'>): Promise<LogKeys> {
  const epochs = await listEpochs(storage)
  const keys = await listLogKeys(storage)
  const describe = async (epoch: Pick<StoredEpoch, 'epoch' | 'origin' | 'started'>, ended = now()): Promise<LogEpoch> => {
    const origin = epoch.origin ?? toOrigin(trailUrl, epoch.epoch)
    const own = keys.filter((key) => isUsedIn(key, epoch.started, ended))
    const named = await toNoteKeys({ crypto }, own, origin)
    return {
      origin,
      keys: named.map((key, at) => ({
        vkey: writeVkey(key),
        from: Math.floor(Math.max(own[at]?.created ?? 0, epoch.started) / 1000),
      })),
    }
  }
  const [newest = { epoch: 1, origin: null, started: now() }, ...older] = epochs
  const former = older.map(async (epoch, at) => ({
    ...(await describe(epoch, epochs[at]?.started)),
    checkpoint: epochs[at]?.formerCheckpoint ?? '',
  }))
  return { ...(await describe(newest)), witnesses: [], former: (await Promise.all(former)).reverse() }
}

/** Returns whether a key signed in an epoch. A key that was created just now can have the same time as the end. */
function isUsedIn({ created, retired }: StoredLogKey, started: number, ended: number): boolean {
  return created <= ended && (retired === null || retired > started)
}
