import { HOUR_MS } from '../../core/time-units.ts'
import type { EngineHost } from '../engine/signing-engine.ts'
import { codeUnavailableError } from '../first-errors.ts'
import { isCheckDue, type StoredDevice, toVersion } from '../record/stored-device.ts'
import type { PrepareEngine } from './prepare-engine.ts'
import { refreshLicense } from './refresh-license.ts'

/** How long after a failed check of the license the client tries again, in milliseconds: 1 hour. */
const CHECK_RETRY_MS = HOUR_MS

/** Loads the code that checks the public log of the service. */
export const loadLogCheck = () =>
  import('../log/check-log.ts').catch((cause: unknown) => {
    throw codeUnavailableError('check of the public log', cause)
  })

/** Returns a function that asks the service about the license of this device, unless it was asked within `refreshAfterMs`. */
export function createLicenseCheck(host: EngineHost, prepareEngine: PrepareEngine, signal: AbortSignal): () => Promise<void> {
  const { store, config } = host
  const { refreshAfterMs, environment } = config
  let checkedAt: number | undefined
  const toChecked = (device: StoredDevice): StoredDevice => ({ ...device, checkedAt: checkedAt ?? device.checkedAt })
  return async () => {
    const at = environment.now()
    const isDue = (device: StoredDevice) => isCheckDue(device, refreshAfterMs, () => at)
    if (!isDue(toChecked(store.device))) return
    const before = store.device.checkedAt
    // Until the service has answered, the next check is due in an hour: the request can fail, and the page can close before the answer.
    checkedAt = at - Math.max(refreshAfterMs - CHECK_RETRY_MS, 0)
    // Another tab may ask at the same time. Both can store the same value, so only the change itself shows which one did.
    let isClaimed = false
    const noted = await store.note(toVersion(store.device), (stored) => {
      isClaimed = isDue(stored)
      return isClaimed ? toChecked(stored) : stored
    })
    if (noted !== undefined && !isClaimed) return
    const { api } = await prepareEngine()
    try {
      await refreshLicense(store, api, environment.now, signal)
      checkedAt = at
    } catch (error) {
      if (environment.connectivity.isOnline()) throw error
      // The network is missing, as the platform reports. The next check is due when it is back.
      checkedAt = before
    }
    await store.note(toVersion(store.device), (stored) => ({ ...stored, checkedAt }))
    // The log changes nothing about the license, and a service may have none: its failures are no failures of this check.
    if (checkedAt === at)
      await loadLogCheck()
        .then(({ checkLog }) => checkLog(host, api, signal))
        .catch(() => {})
  }
}
