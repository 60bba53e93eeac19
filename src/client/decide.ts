import { LicetError } from '../core/errors.ts'
import { type License, licenseStatusAt, type UnsignedLicenseRequest } from '../core/license.ts'
import { agreedInEntry, fulfills, type Offer, requestInEntry, toRequest, toWithdrawal } from './agreed.ts'
import type { StoredDevice } from './storage/types.ts'

/** What a decision comes to: a record that is there already, an entry that is on its way already, or a request to sign. */
export type Planned =
  | { readonly license: License }
  | { readonly id: string }
  | { readonly request: UnsignedLicenseRequest; readonly previous: string | undefined }

/** Looks at the row and says what a decision comes to. Pure, so that it can be asked again when another tab was first. */
export type Plan = (device: StoredDevice, nowMs: number) => Planned

/** Agreeing: once for what is agreed or on its way already, otherwise a new request that follows the last one. */
export function planCreate(device: StoredDevice, offer: Offer, granted: readonly string[] | undefined, nowMs: number): Planned {
  const last = device.outbox.at(-1)
  if (last?.kind === 'create' && fulfills(agreedInEntry(last), offer, granted)) return { id: last.id }
  const { license } = device
  const holds =
    last === undefined && license !== undefined && device.withdrawn !== true && licenseStatusAt(license, nowMs) === 'active'
  if (holds && fulfills(license, offer, granted)) return { license }
  return { request: toRequest(offer, granted ?? [], device.head), previous: device.head }
}

/**
 * Withdrawing: the same request with no uses, after whatever is on its way.
 *
 * @throws {LicetError} `nothing_agreed`
 */
export function planRevoke(device: StoredDevice, nowMs: number): Planned {
  const last = device.outbox.at(-1)
  if (last?.kind === 'revoke') return { id: last.id }
  if (last !== undefined) return { request: toWithdrawal(requestInEntry(last)), previous: device.head }
  const { license } = device
  if (license === undefined || licenseStatusAt(license, nowMs) !== 'active') {
    throw new LicetError(
      'nothing_agreed',
      'There is no active license on this device, so there is nothing to withdraw. Nothing was sent. Look at the snapshot first.',
    )
  }
  return { request: toWithdrawal(license), previous: device.head }
}
