import type { Agreement } from '../../core/agreement.ts'
import { isPreparedText, type ReadyAgreement } from '../../terms/prepared/prepared-agreement.ts'
import type { ParsedConfig } from '../config.ts'
import type { DeviceStore } from '../record/device-store.ts'
import { type StoredDevice, toVersion } from '../record/stored-device.ts'

/** Returns a function that stores that the license answers the configured agreement, so that the next visit does not compare them again. */
export function createAnswerNote(store: DeviceStore, config: ParsedConfig): () => Promise<void> {
  let computed: Promise<string | undefined> | undefined
  return async () => {
    const { device } = store
    const version = toVersion(device)
    computed ??= config.fingerprint()
    const fingerprint = await computed
    const isNoted = ({ answered }: StoredDevice) => answered?.fingerprint === fingerprint && answered?.version === version
    if (fingerprint === undefined || config.invalid || isNoted(device)) return
    const { template: _, ...agreement } = withoutText(config.agreement)
    // Another tab may have stored it since this one read the record.
    await store.note(version, (stored) => (isNoted(stored) ? stored : { ...stored, answered: { fingerprint, version, agreement } }))
  }
}

/** Returns the facts of an agreement. The license has the text. */
function withoutText(agreement: ReadyAgreement): Agreement & { readonly template: unknown } {
  if (!isPreparedText(agreement)) return agreement
  const { text: _, hash, tree, clues, descriptions, contract, ...facts } = agreement
  return facts
}
