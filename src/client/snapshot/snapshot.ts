import type { LicetError } from '../../core/errors.ts'
import { isSame } from '../../core/is-same.ts'
import { DURATION_MEMBER, type License } from '../../core/license.ts'
import { fromStoredFailure } from '../classify-failure.ts'
import {
  type ConfiguredAgreement,
  isSameText,
  type LatestAgreement,
  latestAgreement,
  matchesAgreement,
} from '../question/agreement-request.ts'
import { companyOf, rewardOf } from '../question/wording.ts'
import { licenseInForce, type StoredDevice } from '../record/stored-device.ts'
import type { AgreementChange, ClientNeeds, ClientPhase, ClientSnapshot, PendingDecision, StorageKind } from '../types.ts'

/** The state of this page that is not stored. */
export interface PageState {
  readonly phase: ClientPhase
  readonly storage: StorageKind
  readonly online: boolean
  readonly keyLost: boolean
  readonly error: LicetError | undefined
  /** A decision that is being signed now. */
  readonly signing: { readonly kind: 'create' | 'revoke'; readonly since: number } | undefined
  /** Whether this page is sending the first entry of the outbox. `long`: for so long that the person should see it. */
  readonly sending: boolean | 'long'
}

/** Everything that a snapshot is computed from. */
export interface SnapshotInput {
  readonly device: StoredDevice
  readonly page: PageState
  readonly configured: ConfiguredAgreement
  /** Called only when something stored can expire. Creating a client reads no clock, so a server can render the page before the visit. */
  readonly now: () => number
  readonly reaskAfterMs: number
}

/** Computes the public snapshot of a client. */
export function toSnapshot({ device, page, configured, now, reaskAfterMs }: SnapshotInput): ClientSnapshot {
  const { license, receipt, declined, withdrawalLost = false, log: { proof, fork } = {} } = device
  const { phase, storage, online, keyLost, error } = page
  const latest = latestAgreement(device, now)
  return {
    phase,
    storage,
    online,
    license,
    licensed: licenseInForce(device, now) !== undefined,
    receiptStatus: license === undefined ? undefined : (receipt ?? 'unverified'),
    log: toLog(proof, license),
    logFork: fork,
    pending: toPending(device, page, latest),
    declined:
      // The absolute difference: the clock may have been ahead when the person declined.
      declined !== undefined &&
      Math.abs(now() - declined.at) < reaskAfterMs &&
      isSameText(declined.terms, configured, declined.wordings)
        ? { at: declined.at }
        : undefined,
    ...toNeeds(latest, configured),
    keyLost,
    withdrawalLost,
    error,
  }
}

/** Reuses the unchanged parts of the last snapshot, and the snapshot itself when nothing changed, so that subscribers can compare by identity. */
export function reuseSnapshot(last: ClientSnapshot, next: ClientSnapshot): ClientSnapshot {
  if (isSame(last, next)) return last
  const parts = Object.entries(next).map(([name, part]) => {
    const before: unknown = Reflect.get(last, name)
    return [name, isSame(before, part) ? before : part]
  })
  return Object.freeze(Object.fromEntries(parts))
}

function toLog(proof: NonNullable<StoredDevice['log']>['proof'], license: License | undefined): ClientSnapshot['log'] {
  if (proof === undefined) return undefined
  const { receipt, ...log } = proof
  return [license?.receipt, license?.revocation?.receipt].includes(receipt) ? log : undefined
}

function toPending(
  { outbox, unsigned }: StoredDevice,
  page: PageState,
  latest: LatestAgreement | undefined,
): PendingDecision | undefined {
  if (page.signing !== undefined) return { ...page.signing, stage: 'signing', attempts: 0, isWaiting: false }
  if (unsigned !== undefined) return { isWaiting: false, ...unsigned, kind: 'revoke', stage: 'signing', attempts: 0 }
  const first = outbox[0]
  const last = outbox.at(-1)
  if (first === undefined || last === undefined) return undefined
  return {
    // The last decision counts. The first entry shows how far delivery has come.
    kind: last.kind,
    since: last.since,
    stage: page.sending ? 'sending' : 'signed',
    attempts: first.attempts,
    ownAttempts: first === last ? undefined : last.attempts,
    isWaiting: (!page.online || first.attempts > 0) && page.sending !== 'long',
    agreed: latest && toAgreed(latest),
    lastError: first.lastFailure && fromStoredFailure(first.lastFailure),
    retryAt: first.retryAt,
  }
}

function toNeeds(
  latest: LatestAgreement | undefined,
  configured: ConfiguredAgreement,
): { needs: ClientNeeds; change: AgreementChange | undefined } {
  if (latest === undefined) return { needs: 'first', change: undefined }
  // An invalid agreement is no change that anyone can agree to.
  if (configured.invalid || matchesAgreement(latest.agreed, configured, latest.wordings))
    return { needs: 'nothing', change: undefined }
  return { needs: 'update', change: { from: toAgreed(latest), to: configured.agreement } }
}

function toAgreed({ agreed, offered, wordings }: LatestAgreement): AgreementChange['from'] {
  const { terms, tags, uses, expiry, [DURATION_MEMBER]: duration } = agreed
  return {
    ...{ terms, tags, uses, expiry, offered, company: companyOf(wordings), reward: rewardOf(wordings) },
    ...(duration !== undefined && { [DURATION_MEMBER]: duration }),
  }
}
