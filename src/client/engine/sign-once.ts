import { LicetError } from '../../core/errors.ts'
import { type License, licenseStatusAt, type UnsignedLicenseRequest } from '../../core/license.ts'
import { closedError } from '../first-errors.ts'
import { clearedError, declinedError } from '../local-errors.ts'
import {
  buildRequest,
  buildWithdrawal,
  type ConfiguredAgreement,
  findMatchingLicense,
  isSameText,
  latestAgreement,
  matchesAgreement,
} from '../question/agreement-request.ts'
import { wordingOf } from '../question/wording.ts'
import { type OutboxEntry, requestOf, type StoredDevice, serviceTime } from '../record/stored-device.ts'
import { assertNotAborted } from '../until-aborted.ts'
import { enqueue } from './outbox.ts'
import type { Signer } from './signer.ts'
import type { EngineHost } from './signing-engine.ts'

/** A decision of the person: an agreement with its optional use cases, or a withdrawal. */
export interface Decision {
  readonly kind: OutboxEntry['kind']
  readonly granted?: readonly string[] | undefined
  /** Language of the translation that was on screen. */
  readonly translated?: string | undefined
}

/** A decision, and what was known when the person made it. */
export interface MadeDecision extends Decision {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The refusal that this page knew. */
  readonly declined: StoredDevice['declined']
  /** The id of the last request of this device that this page knew. */
  readonly head: StoredDevice['head']
  /** Aborts when nobody waits for the license any longer: what is not signed by then is not signed. */
  readonly signal?: AbortSignal | undefined
}

/** The result of signing: the entry in the outbox, or the license that already equals the decision. */
export type SignedDecision =
  | { readonly status: 'queued'; readonly entry: OutboxEntry }
  | { readonly status: 'stored'; readonly license: License }

/** What a decision requires: a request to sign, or nothing when the entry or the license already exists. */
type Plan =
  | SignedDecision
  | ({ readonly status: 'unsigned'; readonly request: UnsignedLicenseRequest } & Pick<OutboxEntry, 'offered' | 'wordings'>)

/**
 * Signs a decision and adds it to the outbox, once for all tabs.
 *
 * When two tabs make the same decision at the same time, both sign the same bytes and only one entry is added. When they decide
 * differently, the second tab plans its decision again, after the first one.
 *
 * @param ownHead The id of the request that this page signed just before.
 * @param signal Aborts when the client closes. Nothing is added to the outbox after that.
 * @throws {LicetError} `nothing_agreed`, `closed`; `aborted` when the device was cleared, or the person declined or withdrew, meanwhile
 */
export async function signOnce(
  { config, store }: EngineHost,
  signer: Signer,
  decision: MadeDecision,
  ownHead: StoredDevice['head'],
  signal: AbortSignal,
): Promise<SignedDecision> {
  const { kind } = decision
  const { clearCount } = store
  // With an empty outbox, signing uses the record that this tab read last: the transaction below detects a stale record.
  if (kind === 'revoke' || store.device.outbox.length > 0) await store.refresh({ toWithdraw: kind === 'revoke' })
  for (;;) {
    const { device } = store
    const now = config.environment.now()
    const plan = kind === 'create' ? planAgreement(device, config, decision, now) : planWithdrawal(device, now)
    if (plan.status !== 'unsigned') return plan
    const isKnown = device.head === undefined || device.head === decision.head || device.head === ownHead
    // Another tab has agreed and withdrawn meanwhile. The last decision counts.
    if (kind === 'create' && !isKnown && latestAgreement(device, config.environment.now) === undefined) throw declinedError()
    const { status: _, request, ...draft } = plan
    const key = await signer.ensureKey()
    // A slow device can take minutes to store the key.
    assertNotAborted(decision.signal)
    const entry = await signer.sign({ ...request, 'x-salt': key.salt }, key, { ...draft, kind, previous: device.head })
    if (signal.aborted) throw closedError()
    const isDeclined = (stored: StoredDevice) => isDeclinedSince(stored, config, decision)
    const updated = await store.update((stored) =>
      store.clearCount === clearCount && stored.key?.address === key.address && !isDeclined(stored)
        ? enqueue(stored, entry)
        : stored,
    )
    if (updated.head === entry.id) return { status: 'queued', entry }
    if (store.clearCount !== clearCount) throw clearedError()
    if (isDeclined(updated)) throw declinedError()
    // Another tab added an entry first. Plan again on the record that it left.
  }
}

/**
 * Returns whether the person declined the same terms after they decided to agree, for example in another tab. The last decision counts.
 * Of two tabs in the same millisecond, the refusal counts: it can be changed at any time.
 */
function isDeclinedSince({ declined }: StoredDevice, configured: ConfiguredAgreement, decision: MadeDecision): boolean {
  if (decision.kind === 'revoke' || declined === undefined || declined.at === decision.declined?.at) return false
  return declined.at >= decision.at && isSameText(declined.terms, configured, declined.wordings)
}

function planAgreement(
  device: StoredDevice,
  configured: ConfiguredAgreement,
  { granted, translated, at }: MadeDecision,
  nowMs: number,
): Plan {
  const last = device.outbox.at(-1)
  if (last?.kind === 'create' && matchesAgreement(requestOf(last), configured, last.wordings, granted))
    return { status: 'queued', entry: last }
  const license = findMatchingLicense(device, configured, granted, nowMs)
  if (license !== undefined) return { status: 'stored', license }
  const optional = configured.agreement.purposes.filter(({ necessary }) => !necessary)
  return {
    status: 'unsigned',
    request: buildRequest(configured, { granted, decidedAt: serviceTime(device, at), follows: device.head, translated }),
    offered: optional.map(({ usecase }) => usecase),
    wordings: [wordingOf(configured.agreement)],
  }
}

function planWithdrawal(device: StoredDevice, nowMs: number): Plan {
  const last = device.outbox.at(-1)
  if (last?.kind === 'revoke') return { status: 'queued', entry: last }
  if (last !== undefined) return { status: 'unsigned', request: buildWithdrawal(requestOf(last)) }
  const { license } = device
  if (license === undefined || licenseStatusAt(license, serviceTime(device, nowMs)) !== 'active') {
    throw new LicetError(
      'nothing_agreed',
      'This device has no active license to withdraw. Nothing was sent. Check `getSnapshot().licensed` first.',
    )
  }
  return { status: 'unsigned', request: buildWithdrawal(license) }
}
