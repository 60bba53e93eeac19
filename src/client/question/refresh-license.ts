import { isLicetError } from '../../core/errors.ts'
import type { License } from '../../core/license.ts'
import type { LicenseApi } from '../engine/license-api.ts'
import type { Delivered } from '../engine/outbox.ts'
import type { DeviceStore } from '../record/device-store.ts'
import { decisionInForce, type StoredDevice, toVersion } from '../record/stored-device.ts'
import { toErased } from '../record/to-erased.ts'

/** The requests of {@link refreshLicense}. */
type Requests = Pick<LicenseApi, 'fetchNewest' | 'sendAgain'>

/**
 * Replaces the stored license by the newest one that the service has for this device, and returns it.
 *
 * A service that was restored from an older backup does not have the newest decision. Then it gets the signed bytes again. The record and its
 * receipt stay on this device, whatever the service has.
 *
 * @throws {LicetError} like {@link LicenseApi.fetchNewest} and {@link LicenseApi.sendAgain}
 */
export async function refreshLicense(
  store: DeviceStore,
  api: Requests,
  now: () => number,
  signal: AbortSignal,
): Promise<License | undefined> {
  const device = await store.refresh()
  if (device.key === undefined) return device.license
  const before = toVersion(device)
  const newest = await api.fetchNewest(signal)
  const change = await reconcile(device, newest, { api, now, signal })
  // Decisions, deliveries and clears since the request are newer than the response.
  const { license } = await store.update((stored) => (toVersion(stored) === before ? change(stored) : stored))
  return license
}

type Change = (device: StoredDevice) => StoredDevice

/** Returns how the record changes with the newest license of the service. */
async function reconcile(
  device: StoredDevice,
  newest: Delivered | undefined,
  { api, now, signal }: { readonly api: Requests; readonly now: () => number; readonly signal: AbortSignal },
): Promise<Change> {
  const { license } = device
  const isKnown = newest !== undefined && license?.signature === newest.license.signature
  if (license === undefined || isKnown || (newest !== undefined && newest.license.timestamp >= license.timestamp)) {
    // After a restore, the end of the license can be unknown: by another device of the person, or by the company.
    const isReverted = isKnown && license !== undefined && license.status !== 'active' && newest.license.status === 'active'
    return (stored) => (isReverted ? stored : toReceived(stored, newest, isKnown))
  }
  const lost = decisionInForce(device, now)
  if (lost === undefined) return (stored) => toWithdrawn(stored)
  try {
    const delivered = await api.sendAgain(lost, signal)
    return (stored) => toReceived(stored, delivered, true)
  } catch (error) {
    if (isLicetError(error, 'erased')) return toErased
    // The withdrawal is unknown to the service, and so is the license: nothing is in force.
    if (isLicetError(error, 'nothing_to_revoke')) return (stored) => stored
    throw error
  }
}

/** Returns the record with the license that the service returned. `isSame`: it is the decision that was known before. */
function toReceived(stored: StoredDevice, received: Delivered | undefined, isSame: boolean): StoredDevice {
  if (received === undefined) return stored
  const { receipt: _, offered, wordings, ...device } = stored
  // The offered use cases and the wording are known only for the license that was agreed to on this device.
  return { ...device, license: received.license, receipt: received.receipt, ...(isSame && { offered, wordings }) }
}

/** The person withdrew, and the service does not know the license: it has ended. */
function toWithdrawn(stored: StoredDevice): StoredDevice {
  const { withdrawn, ...device } = stored
  return withdrawn && device.license !== undefined ? { ...device, license: { ...device.license, status: 'revoked' } } : stored
}
