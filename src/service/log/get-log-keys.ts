import type { LogEpoch, LogKeys } from '../../log/log-keys.ts'
import { writeVkey } from '../../log/note-key.ts'
import { parseSignedNote } from '../../log/signed-note.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import type { ServiceContext } from '../service-context.ts'
import { listLogKeys, type StoredLogKey } from '../storage/log-keys.ts'
import { findNewestTimestamp } from '../storage/log-timestamps.ts'
import { listEpochs, type StoredEpoch } from '../storage/log-tree.ts'
import { listWitnesses } from '../storage/log-witnesses.ts'
import { toOrigin } from './log-environment.ts'
import { toNoteKeys } from './log-signers.ts'
import { CHANGING_CACHE_CONTROL } from './respond-log.ts'

/** Log Keys: returns the origin of the public log, who signs it, and its earlier epochs. */
export async function getLogKeys({ context }: RouteCall): Promise<Response> {
  const keys = (await readLogKeys(context)) ?? { origin: toOrigin(context.trailUrl, 1), keys: [], witnesses: [], former: [] }
  return respondJson(keys, 200, { 'cache-control': CHANGING_CACHE_CONTROL })
}

/** Reads the keys of every epoch. Without `trailUrl`, returns `undefined` until a service has named the newest epoch. */
export async function readLogKeys({
  storage,
  crypto,
  trailUrl,
}: Pick<ServiceContext, 'storage' | 'crypto'> & { readonly trailUrl?: string }): Promise<LogKeys | undefined> {
  const epochs = await listEpochs(storage)
  const keys = await listLogKeys(storage)
  // The newest epoch has no end, even for a clock that was set back since its key was created. An earlier epoch also has the keys that signed
  // its last checkpoint, whatever the clock of the restore was.
  const describe = async (epoch: StoredEpoch, ended = Number.POSITIVE_INFINITY, last = ''): Promise<LogEpoch> => {
    const origin = originOf(epoch) ?? ''
    const signed = last === '' ? [] : parseSignedNote(last).signatures.map(({ id }) => id)
    const named = await toNoteKeys({ crypto }, keys, origin)
    const own = named.flatMap((key, at) => {
      const stored = keys[at]
      if (stored === undefined || !(isUsedIn(stored, epoch.started, ended) || signed.includes(key.id))) return []
      return [{ vkey: writeVkey(key), from: Math.floor(Math.max(stored.created, epoch.started) / 1000) }]
    })
    return { origin, keys: own }
  }
  const originOf = ({ epoch, origin }: StoredEpoch) => origin ?? (trailUrl === undefined ? undefined : toOrigin(trailUrl, epoch))
  const witnesses = (await listWitnesses(storage)).map(({ vkey, since }) => ({ vkey, from: Math.floor(since / 1000) }))
  const [newest, ...older] = epochs
  if (newest === undefined || originOf(newest) === undefined) return undefined
  const former = older.map(async (epoch, at) => {
    const checkpoint = epochs[at]?.formerCheckpoint ?? ''
    return { ...(await describe(epoch, epochs[at]?.started, checkpoint)), checkpoint }
  })
  const stamped = await findNewestTimestamp(storage, newest.epoch)
  return {
    ...(await describe(newest)),
    witnesses,
    ...(stamped && { timestamp: stamped.size }),
    former: (await Promise.all(former)).reverse(),
  }
}

/** Returns whether a key signed in an epoch. A key that was created just now can have the same time as the end. */
function isUsedIn({ created, retired }: StoredLogKey, started: number, ended: number): boolean {
  return created <= ended && (retired === null || retired > started)
}
