import { isLicetError } from '../../core/errors.ts'
import type { License } from '../../core/license.ts'
import { CLOCK_SKEW_SECONDS } from '../../core/limits.ts'
import { toStoredFailure } from '../classify-failure.ts'
import type { OutboxEntry, Settlement, StoredDevice } from '../record/stored-device.ts'
import { toErased } from '../record/to-erased.ts'
import type { StoredDecision } from '../types.ts'
import { retryDelayMs } from './retry-delay.ts'

/** Number of outcomes that are kept for the tabs that wait for them. */
const MAX_SETTLED = 8

/** Number of outcomes of which the report is kept. Older ones are never reported: the app has no handler, or was never open since. */
const MAX_UNREPORTED = 50

/**
 * Appends a signed decision to the outbox.
 *
 * Returns the record unchanged when another decision was added since this one was signed. The caller then plans the decision again.
 */
export function enqueue(device: StoredDevice, entry: OutboxEntry): StoredDevice {
  if (device.head !== entry.previous) return device
  const { unsigned: _, withdrawalLost: ___, ...signed } = device
  const { declined: __, ...undeclined } = signed
  const settled = device.settled.filter(({ id }) => id !== entry.id)
  return { ...(entry.kind === 'create' ? undeclined : signed), head: entry.id, outbox: [...device.outbox, entry], settled }
}

/** The result of a successful delivery. */
export interface Delivered {
  readonly license: License
  readonly receipt: 'verified' | 'unverified'
  /** How far the service's clock is ahead of this device's in milliseconds, if known. */
  readonly skewMs?: number | undefined
}

/** Removes a decision that the service stored, and keeps its license as the newest. */
export function settle(device: StoredDevice, entry: OutboxEntry, delivered: Delivered, nowMs: number): StoredDevice {
  if (!hasEntry(device, entry)) return device
  const { license, receipt, skewMs = 0 } = delivered
  const { terms: _, ...outcome } = license
  const settlement = { id: entry.id, license: outcome, unreported: toStoredDecision(entry, license) }
  const { withdrawn: __, ...rest } = removeEntry(device, entry, settlement)
  const clock = skewMs < -CLOCK_SKEW_SECONDS * 1000 ? { at: nowMs, skewMs } : undefined
  return { ...rest, license, receipt, registered: true, offered: entry.offered, wordings: entry.wordings, clock }
}

/**
 * Removes a decision that the service refused permanently.
 *
 * If no other decision follows it, `head` returns to its previous value. Repeating the decision then creates the same request. If the
 * service had stored that request, the service returns the stored license.
 */
export function refuse(device: StoredDevice, entry: OutboxEntry, error: unknown): StoredDevice {
  if (!hasEntry(device, entry)) return device
  const failure = toStoredFailure(error)
  const isErased = isLicetError(error, 'erased')
  // The license is already withdrawn or erased, so the withdrawal of the person is done.
  const isDone = entry.kind === 'revoke' && (isErased || failure.code === 'nothing_to_revoke')
  const ended = isDone ? device.license : undefined
  const removed = removeEntry(device, entry, { id: entry.id, failure, unreported: ended && toStoredDecision(entry, ended) })
  // A withdrawn license stays withdrawn on this device, even if the service refuses the withdrawal.
  const withdrawn = isErased ? toErased(removed) : { ...removed, withdrawn: true as const }
  const next: StoredDevice = entry.kind === 'revoke' ? withdrawn : removed
  if (next.head !== entry.id) return next
  const { head: _, ...rest } = next
  return entry.previous === undefined ? rest : { ...rest, head: entry.previous }
}

/** Records a temporary failure and the time of the next attempt. */
export function postpone(device: StoredDevice, entry: OutboxEntry, error: unknown, nowMs: number, random: number): StoredDevice {
  if (!hasEntry(device, entry)) return device
  const attempts = entry.attempts + 1
  const retryAfterMs = retryAfterOf(error)
  const next: OutboxEntry = {
    ...entry,
    attempts,
    lastFailure: toStoredFailure(error),
    triedAt: nowMs,
    retryAt: nowMs + retryDelayMs(attempts, random, retryAfterMs),
    notBefore: retryAfterMs === 0 ? entry.notBefore : nowMs + retryDelayMs(1, 0, retryAfterMs),
  }
  return { ...device, outbox: device.outbox.map((other) => (other.id === entry.id ? next : other)) }
}

function hasEntry(device: StoredDevice, entry: OutboxEntry): boolean {
  return device.outbox.some(({ id }) => id === entry.id)
}

function removeEntry(device: StoredDevice, entry: OutboxEntry, settlement: Settlement): StoredDevice {
  const outbox = device.outbox.filter(({ id }) => id !== entry.id)
  const settled = [...device.settled.filter(({ id }) => id !== entry.id), settlement]
  const reports = settled
    .slice(-MAX_UNREPORTED, -MAX_SETTLED)
    .flatMap(({ id, unreported }) => (unreported === undefined ? [] : [{ id, unreported }]))
  return { ...device, outbox, settled: [...reports, ...settled.slice(-MAX_SETTLED)] }
}

function toStoredDecision({ kind }: OutboxEntry, { id, supersedes, termsHash, uses }: License): StoredDecision {
  if (kind === 'revoke') return { type: 'withdrawn', licenseId: supersedes ?? id }
  const type = supersedes === undefined ? 'accepted' : 'updated'
  return { type, licenseId: id, termsHash, usecases: uses.flatMap((use) => use.usecases) }
}

function retryAfterOf(error: unknown): number {
  return error instanceof Error && 'retryAfterMs' in error && typeof error.retryAfterMs === 'number' ? error.retryAfterMs : 0
}
