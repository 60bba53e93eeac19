import type { ParsedConfig } from './config.ts'
import type { DeviceStore } from './storage/device-store.ts'
import { toVersion } from './storage/stored-device.ts'
import type { ClientSnapshot } from './types.ts'

/** Returns whether nothing has to be asked, sent or shown: the license in force answers the configured agreement. */
export function isAnswered({ phase, licensed, needs, pending, declined, error }: ClientSnapshot): boolean {
  return (
    phase === 'ready' && licensed && needs === 'nothing' && pending === undefined && declined === undefined && error === undefined
  )
}

/** Returns a function that stores that the license answers the configured agreement, so that the next visit does not compare them again. */
export function createAnswerNote(store: DeviceStore, config: ParsedConfig): () => Promise<void> {
  let computed: Promise<string | undefined> | undefined
  return async () => {
    const { device } = store
    const { answered } = device
    const version = toVersion(device)
    computed ??= config.fingerprint()
    const fingerprint = await computed
    if (fingerprint === undefined || (answered?.fingerprint === fingerprint && answered.version === version)) return
    const { template: _, ...agreement } = config.agreement
    await store.note(version, (stored) => ({ ...stored, answered: { fingerprint, version, agreement } }))
  }
}
