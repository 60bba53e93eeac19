import { LicetError } from '../../core/errors.ts'
import { type License, licenseStatusAt, type UnsignedLicenseRequest } from '../../core/license.ts'
import { agreedInEntry, findHeldLicense, fulfills, type Offer, requestInEntry, toRequest, toWithdrawal } from '../agreed.ts'
import type { DeviceStore } from '../device-store.ts'
import { closedError } from '../failure.ts'
import type { StoredDevice } from '../storage/types.ts'
import type { Engine } from './index.ts'
import { enqueue } from './outbox.ts'

/** What a decision comes to: a record that is there already, an entry that is on its way already, or a request to sign. */
export type Planned =
  | { readonly license: License }
  | { readonly id: string }
  | {
      readonly request: UnsignedLicenseRequest
      readonly previous: string | undefined
      readonly offered?: readonly string[]
    }

/** Looks at the row and says what a decision comes to. Pure, so that it can be asked again when another tab was first. */
export type Plan = (device: StoredDevice, nowMs: number) => Planned

/** Agreeing: once for what is agreed or on its way already, otherwise a new request that follows the last one. */
export function planCreate(device: StoredDevice, offer: Offer, granted: readonly string[] | undefined, nowMs: number): Planned {
  const last = device.outbox.at(-1)
  if (last?.kind === 'create' && fulfills(agreedInEntry(last), offer, granted)) return { id: last.id }
  const license = findHeldLicense(device, offer, granted, nowMs)
  if (license !== undefined) return { license }
  const optional = offer.agreement.purposes.filter(({ necessary }) => !necessary)
  return {
    request: toRequest(offer, granted ?? [], device.head),
    previous: device.head,
    offered: optional.map(({ usecase }) => usecase),
  }
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
      'There is no license on this device that could be withdrawn. Nothing was sent. Look at the snapshot first.',
    )
  }
  return { request: toWithdrawal(license), previous: device.head }
}

/**
 * Signs what the plan asks for and puts it in the outbox: the id of the entry. Or finds that it is there already, or that the record is.
 * Two tabs that decide the same sign the same bytes, and one of them is put in.
 */
export async function decide(engine: Engine, store: DeviceStore, plan: Plan, options: DecideOptions): Promise<License | string> {
  const { kind, now, signal } = options
  // What this tab last saw is enough to sign a first decision on: the transaction tells when it was old, and nothing else is taken from it.
  let isFresh = kind === 'revoke' || store.device.outbox.length > 0
  let device = isFresh ? await store.refresh() : store.device
  for (;;) {
    const planned = plan(device, now())
    if ('request' in planned) {
      const { request, previous, offered } = planned
      const key = await engine.ensureKey()
      const entry = { ...(await engine.sign(kind, request, previous, key)), ...(offered !== undefined && { offered }) }
      if (signal.aborted) throw closedError()
      const { license } = device
      device = await store.update((stored) =>
        stored.key?.address === key.address && stored.license?.id === license?.id ? enqueue(stored, entry) : stored,
      )
      // Another tab may have been first; then look again at what it did.
      if (device.head === entry.id) return entry.id
    } else if (isFresh) return 'license' in planned ? planned.license : planned.id
    else device = await store.refresh()
    isFresh = true
  }
}

/** What {@link decide} takes. */
export interface DecideOptions {
  readonly kind: 'create' | 'revoke'
  readonly now: () => number
  /** Fires when the client closes: nothing is put in the outbox then. */
  readonly signal: AbortSignal
}
