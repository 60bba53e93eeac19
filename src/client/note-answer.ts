import type { ParsedConfig } from './config.ts'
import type { DeviceStore } from './record/device-store.ts'
import { type StoredDevice, toVersion } from './record/stored-device.ts'
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
    const version = toVersion(device)
    computed ??= config.fingerprint()
    const fingerprint = await computed
    const isNoted = ({ answered }: StoredDevice) => answered?.fingerprint === fingerprint && answered?.version === version
    if (fingerprint === undefined || isNoted(device)) return
    const { template: _, ...agreement } = config.agreement
    // Another tab may have stored it since this one read the record.
    await store.noteIf(version, (stored) =>
      isNoted(stored) ? stored : { ...stored, answered: { fingerprint, version, agreement } },
    )
  }
}
