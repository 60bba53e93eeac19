import type { License } from '../core/license.ts'
import type { LicenseApi } from './engine/license-api.ts'
import type { DeviceStore } from './storage/device-store.ts'
import { toVersion } from './storage/stored-device.ts'

/**
 * Replaces the stored license by the newest one that the service has for this device, and returns it. Without one, the device has no license
 * any more: the service has erased it.
 *
 * @throws {LicetError} like {@link LicenseApi.fetchNewest}
 */
export async function refreshLicense(
  store: DeviceStore,
  api: Pick<LicenseApi, 'fetchNewest'>,
  signal: AbortSignal,
): Promise<License | undefined> {
  const before = toVersion(await store.refresh())
  const newest = await api.fetchNewest(signal)
  const { license } = await store.update((stored) => {
    // Decisions, deliveries and clears since the request are newer than the response, and so is a later timestamp.
    const isStale = String(newest?.license.timestamp) < (stored.license?.timestamp ?? '')
    if (isStale || toVersion(stored) !== before) return stored
    const { receipt: _, license, offered, wordings, ...device } = stored
    // The offered use cases and the wording are known only for the license that was agreed to on this device.
    return { ...device, ...newest, ...(license?.id === newest?.license.id && { offered, wordings }) }
  })
  return license
}
