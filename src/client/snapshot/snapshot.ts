import type { LicetError } from '../../core/errors.ts'
import { isSame } from '../../core/is-same.ts'
import { licenseStatusAt } from '../../core/license.ts'
import { type Agreed, fulfills, type Offer, requestOf } from '../agreement-request.ts'
import { fromStoredFailure } from '../classify-failure.ts'
import { type StoredDevice, serviceTime } from '../storage/stored-device.ts'
import type { AgreementChange, ClientNeeds, ClientPhase, ClientSnapshot, PendingDecision, StorageKind } from '../types.ts'

/** What this page knows beside the row of the device. */
export interface PageState {
  readonly phase: ClientPhase
  readonly storage: StorageKind
  readonly online: boolean
  readonly keyLost: boolean
  readonly error: LicetError | undefined
  /** A decision that is being signed just now. */
  readonly signing: { readonly kind: 'create' | 'revoke'; readonly since: number } | undefined
  /** Whether this page is sending the first entry of the outbox. */
  readonly sending: boolean
}

/** What the snapshot is computed with. */
export interface SnapshotInput {
  readonly device: StoredDevice
  readonly page: PageState
  readonly offer: Offer
  /** Asked only where something stored has an end: making a client reads no clock, so that a server may render it ahead of the visit. */
  readonly now: () => number
  readonly reaskAfterMs: number
}

/** Computes what a client shows from the row, the page and the offer. */
export function toSnapshot({ device, page, offer, now, reaskAfterMs }: SnapshotInput): ClientSnapshot {
  const { license, receipt, declined, outbox } = device
  const isActive = license !== undefined && !device.withdrawn && licenseStatusAt(license, serviceTime(device, now())) === 'active'
  // Also when a new agreement waits behind it: until that is stored there is only what was taken back.
  const isWithdrawn = outbox.some(({ kind }) => kind === 'revoke')
  const { phase, storage, online, keyLost, error } = page
  return {
    phase,
    storage,
    online,
    license,
    licensed: isActive && !isWithdrawn,
    receiptStatus: license === undefined ? undefined : (receipt ?? 'unverified'),
    pending: toPending(device, page),
    declined:
      // Whichever way the clock was wrong when it was declined.
      declined !== undefined && declined.terms === offer.terms && Math.abs(now() - declined.at) < reaskAfterMs
        ? { at: declined.at, termsHash: declined.termsHash }
        : undefined,
    ...toNeeds(device, isActive ? license : undefined, offer),
    keyLost,
    error,
  }
}

/** Keeps the parts of the last snapshot that did not change, and the snapshot itself when none did. */
export function reuseSnapshot(last: ClientSnapshot, next: ClientSnapshot): ClientSnapshot {
  if (isSame(last, next)) return last
  const parts = Object.entries(next).map(([name, part]) => {
    const before: unknown = Reflect.get(last, name)
    return [name, isSame(before, part) ? before : part]
  })
  return Object.freeze(Object.fromEntries(parts))
}

function toPending({ outbox }: StoredDevice, page: PageState): PendingDecision | undefined {
  if (page.signing !== undefined) return { ...page.signing, stage: 'signing', attempts: 0 }
  const first = outbox[0]
  const last = outbox.at(-1)
  if (first === undefined || last === undefined) return undefined
  return {
    // What the person decided last, and how far the line before it has come.
    kind: last.kind,
    since: last.since,
    stage: page.sending ? 'sending' : 'signed',
    attempts: first.attempts,
    lastError: first.lastFailure && fromStoredFailure(first.lastFailure),
    retryAt: first.retryAt,
  }
}

function toNeeds(
  device: StoredDevice,
  active: Agreed | undefined,
  offer: Offer,
): { needs: ClientNeeds; change: AgreementChange | undefined } {
  const waiting = device.outbox.at(-1)
  // A waiting decision counts as made: nobody is asked twice because the network is slow.
  const agreed = waiting === undefined ? active : waiting.kind === 'create' ? requestOf(waiting) : undefined
  if (agreed === undefined) return { needs: 'first', change: undefined }
  if (fulfills(agreed, offer)) return { needs: 'nothing', change: undefined }
  const { terms, tags, uses, expiry } = agreed
  const { offered } = waiting ?? device
  return { needs: 'update', change: { from: { terms, tags, uses, expiry, offered }, to: offer.agreement } }
}
