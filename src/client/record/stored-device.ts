import type { Agreement } from '../../core/agreement.ts'
import type { ErrorCode } from '../../core/error-codes.ts'
import { type License, type LicenseRequest, licenseStatusAt } from '../../core/license.ts'
import { parseTimestamp } from '../../core/timestamp.ts'
import type { Wording } from '../question/wording.ts'
import type { LicenseLog, LogFork, StoredDecision } from '../types.ts'

/** The key pair of this device for one person of one provider. */
export interface DeviceKey {
  /** RSASSA-PKCS1-v1_5 with SHA-256, 2048 bits, not extractable. */
  readonly privateKey: CryptoKey
  /** SPKI DER. */
  readonly publicKey: Uint8Array<ArrayBuffer>
  /** SHA3-256 of the public key, base64url. */
  readonly address: string
  /**
   * 128 random bits, base64url. Every request contains them as `x-salt`, so that nobody can confirm a guessed `ptr` from a hash (wire
   * decisions, section 3).
   */
  readonly salt: string
}

/** A failure in a form that can be stored: no message, no cause. */
export interface StoredFailure {
  readonly code: ErrorCode
  readonly status?: number | undefined
}

/** A signed decision that the service has not confirmed yet. */
export interface OutboxEntry {
  /** SHA3-256 of the canonical request, base64url. The service recognizes a repeated request by it. */
  readonly id: string
  readonly kind: 'create' | 'revoke'
  /** The request body. Every attempt sends the same bytes. */
  readonly body: string
  /** The value of `head` before this entry was added. */
  readonly previous: string | undefined
  /** Time of the decision, in milliseconds since the epoch. */
  readonly since: number
  /** The optional use cases that the person could choose from, for `create`. The request contains only the chosen ones. */
  readonly offered?: readonly string[] | undefined
  /** The wording that was signed, for `create`. */
  readonly wordings?: readonly Wording[] | undefined
  readonly attempts: number
  readonly lastFailure?: StoredFailure | undefined
  /** Time of the last failed attempt, in milliseconds since the epoch. If the clock shows an earlier time, it was set back. */
  readonly triedAt?: number | undefined
  /** Time of the next attempt, in milliseconds since the epoch. */
  readonly retryAt?: number | undefined
  /** The service asked for no attempt before this time, in milliseconds since the epoch. */
  readonly notBefore?: number | undefined
}

/** The outcome of an outbox entry, kept for a while for the tabs that did not deliver it, and until it is reported. */
export interface Settlement {
  /** The id of the entry. */
  readonly id: string
  /** Without the terms, because the caller that waits for the license has them in the entry. */
  readonly license?: Omit<License, 'terms'> | undefined
  readonly failure?: StoredFailure | undefined
  /** What no tab has reported to the host app yet. */
  readonly unreported?: StoredDecision | undefined
}

/** The right of one tab to deliver, where the platform has no Web Locks. */
export interface Lease {
  readonly owner: string
  /** Milliseconds since the epoch. */
  readonly until: number
}

/** The agreement that `license` answers, so that the next visit asks nothing without comparing them again. */
export interface AnsweredAgreement {
  /** See `toFingerprint()`. */
  readonly fingerprint: string
  /** The value of {@link toVersion} for which it was decided. */
  readonly version: string
  /** The agreement with its defaults, without its template. */
  readonly agreement: Agreement
}

/** What the public log of the service has proven to this device. Everything in it was verified before it was stored. */
export interface StoredLog {
  /** The newest signed checkpoint that continues all earlier ones. */
  readonly checkpoint?: string | undefined
  /** The proof that the log contains `receipt`. */
  readonly proof?: (LicenseLog & { readonly receipt: string }) | undefined
  /** The evidence that the log has two histories. */
  readonly fork?: LogFork | undefined
}

/** Everything that a device stores for one person of one provider at one service: one record, always replaced as a whole. */
export interface StoredDevice {
  /** The key of the record: provider, person and service. */
  readonly scope: string
  /** The key pair of this device. */
  readonly key?: DeviceKey | undefined
  /** Whether a key was created here, even if it can no longer be read. A lost key that had signed nothing does not count. */
  readonly hadKey: boolean
  /** Whether the service confirmed the registration of the address. */
  readonly registered: boolean
  /** Whether the company's backend vouched for the person when the address was registered. */
  readonly vouched?: boolean | undefined
  /** The id of the last request that this device signed. The next request contains it as `x-follows`. */
  readonly head?: string | undefined
  /** The signed decisions that the service has not confirmed, oldest first. */
  readonly outbox: readonly OutboxEntry[]
  /** The newest outcomes of the outbox. */
  readonly settled: readonly Settlement[]
  /** The newest license that the service confirmed. */
  readonly license?: License | undefined
  /** Whether the receipt of `license` was checked against the key set of the service. */
  readonly receipt?: 'verified' | 'unverified' | undefined
  /** The optional use cases that the person could choose from in `license`. Missing for a license that was fetched from the service. */
  readonly offered?: readonly string[] | undefined
  /** The wording that was signed in `license`, followed by its translations that were seen. Missing when `offered` is missing. */
  readonly wordings?: readonly Wording[] | undefined
  /** What the public log proves. Changes nothing about `license`. */
  readonly log?: StoredLog | undefined
  /** When the client last asked the service about `license`, in milliseconds since the epoch. */
  readonly checkedAt?: number | undefined
  /** Set when the client last decided that the license answers the configured agreement. */
  readonly answered?: AnsweredAgreement | undefined
  /** The person withdrew `license` and the service refused the withdrawal. The license no longer counts on this device. */
  readonly withdrawn?: true
  /**
   * The person withdrew before the code that signs had loaded. No agreement counts on this device until the withdrawal is signed. `isWaiting`: that
   * code did not load.
   */
  readonly unsigned?: { readonly since: number; readonly isWaiting?: true } | undefined
  /** The person withdrew, and the key was lost before the service had the withdrawal: there, the license is still in force. */
  readonly withdrawalLost?: true | undefined
  /** The last refusal, with the text that was refused. */
  readonly declined?: { readonly at: number; readonly terms: string; readonly wordings?: readonly Wording[] } | undefined
  /** The right of one tab to deliver, where the platform has no Web Locks. */
  readonly lease?: Lease | undefined
  /**
   * Set when the clock of this device was ahead of the service's clock when `license` arrived. `skewMs` is negative, and `at` is
   * the time by the device's clock.
   */
  readonly clock?: { readonly at: number; readonly skewMs: number } | undefined
}

/** Returns the record of a device that has stored nothing yet. */
export function emptyDevice(scope: string): StoredDevice {
  return { scope, hadKey: false, registered: false, outbox: [], settled: [] }
}

/** Returns whether the stored key can still sign. Some browsers return a stored key as an empty object, or not at all. */
export function hasUsableKey({ key }: StoredDevice): boolean {
  return key?.privateKey?.type === 'private'
}

/** Returns whether a record needs no key: nothing was signed. */
function hasNoKey({ key, license, outbox }: StoredDevice): boolean {
  return key === undefined && license === undefined && outbox.length === 0
}

/**
 * Returns the record of a device that lost its key. The device starts again as a new one, with `hadKey` set if the key has signed anything.
 *
 * The license belongs to the lost key. Decisions in the outbox cannot be delivered without it, so they end with a failure. Decisions
 * that the service has stored are still reported.
 */
function withoutLostKey(device: StoredDevice): StoredDevice {
  const { scope, declined, outbox, settled, head, license } = device
  const reports = settled.flatMap(({ id, unreported }) => (unreported === undefined ? [] : [{ id, unreported }]))
  const lost = outbox.map(({ id }) => ({ id, failure: { code: 'storage_unavailable' } as const }))
  const hadKey = head !== undefined || license !== undefined
  return {
    ...emptyDevice(scope),
    hadKey,
    settled: [...reports, ...lost],
    declined,
    ...(isWithdrawalUnsent(device) && { withdrawalLost: true }),
  }
}

/** Returns whether the last decision is a withdrawal that the service does not have, even if it was lost with its key. */
export function isWithdrawalUnsent({ outbox, unsigned, withdrawalLost }: StoredDevice): boolean {
  return withdrawalLost === true || unsigned !== undefined || outbox.at(-1)?.kind === 'revoke'
}

/** Returns a text that changes with every decision, delivery and clear. */
export function toVersion({ head, license, outbox, key }: StoredDevice): string {
  return String([head, license?.id, outbox.length, key?.address])
}

/** Returns the time by the service's clock, so that a device clock that is ahead does not end a license early. */
export function serviceTime({ clock }: StoredDevice, nowMs: number): number {
  // If the clock is behind `at`, it was set back, and the measured skew no longer applies.
  return clock === undefined || nowMs < clock.at ? nowMs : nowMs + clock.skewMs
}

/**
 * Returns the license if it is in force and no withdrawal of it is on its way. A new agreement that follows the withdrawal in the outbox is
 * no license until the service stores it.
 */
export function licenseInForce(device: StoredDevice, now: () => number): License | undefined {
  return device.outbox.some(({ kind }) => kind === 'revoke') ? undefined : activeLicense(device, now)
}

/** Returns the stored license if it is in force on this device. Calls `now` only when there is a license. */
export function activeLicense(device: StoredDevice, now: () => number): License | undefined {
  const { license, withdrawn, unsigned } = device
  if (license === undefined || withdrawn || unsigned) return undefined
  return licenseStatusAt(license, serviceTime(device, now())) === 'active' ? license : undefined
}

/**
 * Returns the newest decision of this device that must be in force at the service: the license in force, or the withdrawal of the person. A service
 * that was restored from an older backup can lack it.
 */
export function decisionInForce(device: StoredDevice, now: () => number): License | undefined {
  const { license, outbox } = device
  if (outbox.length > 0) return undefined
  return license?.uses.length === 0 && license.status !== 'erased' ? license : activeLicense(device, now)
}

/** Returns whether the last response of the service about the newest decision is older than `refreshAfterMs`. */
export function isCheckDue(device: StoredDevice, refreshAfterMs: number, now: () => number): boolean {
  const license = decisionInForce(device, now)
  if (license === undefined) return false
  const lastMs = device.checkedAt ?? parseTimestamp(license.timestamp) ?? 0
  // The absolute difference: the clock may have been ahead.
  return Math.abs(now() - lastMs) >= refreshAfterMs
}

/** Returns the request that an outbox entry contains. */
export function requestOf({ body }: Pick<OutboxEntry, 'body'>): LicenseRequest {
  // This client wrote the body.
  return JSON.parse(body)
}

/** Returns a record that this version can use. A damaged record, one of another version, or one whose key was lost has no key. */
export function readDevice(stored: StoredDevice): StoredDevice {
  const { scope, hadKey, license, outbox, settled, declined, clock } = stored
  try {
    const agreed = [...outbox.map(requestOf), ...(license === undefined ? [] : [license])]
    const lists = agreed.flatMap(({ tags, uses }) => [tags, ...uses.flatMap((use) => [use.usecases, use.destinations])])
    // Throws when a member is not a string.
    license?.address.trim()
    license?.termsHash.trim()
    if (declined !== null && clock !== null && [settled, ...lists].every(Array.isArray))
      return hasUsableKey(stored) || hasNoKey(stored) ? stored : withoutLostKey(stored)
  } catch {}
  return { ...emptyDevice(scope), hadKey }
}
