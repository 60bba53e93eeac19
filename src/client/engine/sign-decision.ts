import { LicetError } from '../../core/errors.ts'
import { type License, licenseStatusAt, type UnsignedLicenseRequest } from '../../core/license.ts'
import { findHeldLicense, fulfills, type Offer, requestOf, toRequest, toWithdrawal } from '../agreement-request.ts'
import { closedError, forgottenError } from '../local-errors.ts'
import { type OutboxEntry, type StoredDevice, serviceTime } from '../storage/stored-device.ts'
import type { Host } from './host.ts'
import type { Engine } from './license-api.ts'
import { enqueue } from './outbox.ts'

/** What a decision comes to: a record that is there already, an entry that is on its way already, or a request to sign. */
type Planned =
  | { readonly done: License | string }
  | { readonly request: UnsignedLicenseRequest; readonly offered?: readonly string[] | undefined }

/** Agreeing: once for what is agreed or on its way already, otherwise a new request that follows the last one. */
function planCreate(device: StoredDevice, offer: Offer, granted: readonly string[] | undefined, nowMs: number): Planned {
  const last = device.outbox.at(-1)
  if (last?.kind === 'create' && fulfills(requestOf(last), offer, granted)) return { done: last.id }
  const license = findHeldLicense(device, offer, granted, nowMs)
  if (license !== undefined) return { done: license }
  const optional = offer.agreement.purposes.filter(({ necessary }) => !necessary)
  return {
    request: toRequest(offer, granted ?? [], device.head),
    offered: optional.map(({ usecase }) => usecase),
  }
}

/**
 * Withdrawing: the same request with no uses, after whatever is on its way.
 *
 * @throws {LicetError} `nothing_agreed`
 */
function planRevoke(device: StoredDevice, nowMs: number): Planned {
  const last = device.outbox.at(-1)
  if (last?.kind === 'revoke') return { done: last.id }
  if (last !== undefined) return { request: toWithdrawal(requestOf(last)) }
  const { license } = device
  if (license === undefined || licenseStatusAt(license, serviceTime(device, nowMs)) !== 'active') {
    throw new LicetError(
      'nothing_agreed',
      'There is no license on this device that could be withdrawn. Nothing was sent. Look at the snapshot first.',
    )
  }
  return { request: toWithdrawal(license) }
}

/**
 * Signs what a decision comes to and puts it in the outbox: the id of the entry. Or finds that it is there already, or that the record is.
 * Two tabs that decide the same sign the same bytes, and one of them is put in. `signal` fires when the client closes: nothing is put in then.
 */
export async function decide(
  { config, offer, store }: Host,
  engine: Engine,
  kind: OutboxEntry['kind'],
  granted: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<License | string> {
  const { now } = config.environment
  // What this tab last saw is enough to sign on when nothing is on its way: the transaction tells when that was old.
  const { era } = store
  if (kind === 'revoke' || store.device.outbox.length > 0) await store.refresh()
  for (;;) {
    const { device } = store
    const planned = kind === 'create' ? planCreate(device, offer, granted, now()) : planRevoke(device, now())
    if ('done' in planned) return planned.done
    const { request, ...draft } = planned
    const key = await engine.ensureKey()
    const entry = await engine.sign(request, key, { ...draft, kind, previous: device.head })
    if (signal.aborted) throw closedError()
    const { head } = await store.update((stored) =>
      store.era === era && stored.key?.address === key.address ? enqueue(stored, entry) : stored,
    )
    if (head === entry.id) return head
    // Cleared while it was signed, which is no reason to begin anew.
    if (store.era !== era) throw forgottenError()
    // Another tab may have been first; then look again at what it did.
  }
}
