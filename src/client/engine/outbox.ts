import type { License } from '../../core/license.ts'
import { CLOCK_SKEW_SECONDS } from '../../core/limits.ts'
import { toStoredFailure } from '../classify-failure.ts'
import type { OutboxEntry, Settlement, StoredDevice } from '../storage/stored-device.ts'
import { retryDelayMs } from './retry-delay.ts'

/** Outcomes that are kept for the tabs that wait for them. */
const MAX_SETTLED = 8

/**
 * Puts a signed decision behind those that wait, unless the chain has moved on since it was signed: then the row is returned as it was,
 * and whoever signed looks again.
 */
export function enqueue(device: StoredDevice, entry: OutboxEntry): StoredDevice {
  if (device.head !== entry.previous) return device
  const { declined: _, ...rest } = device
  const kept = entry.kind === 'create' ? rest : device
  const settled = device.settled.filter(({ id }) => id !== entry.id)
  return { ...kept, head: entry.id, outbox: [...device.outbox, entry], settled }
}

/** What a delivery brought back. */
export interface Delivered {
  readonly license: License
  readonly receipt: 'verified' | 'unverified'
  /** How far the service's clock is ahead of ours, where it can be told. */
  readonly skewMs?: number | undefined
}

/** Takes a decision out that the service stored, and keeps its record as the newest. */
export function settle(device: StoredDevice, entry: OutboxEntry, delivered: Delivered, nowMs: number): StoredDevice {
  if (!holds(device, entry)) return device
  const { license, receipt, skewMs = 0 } = delivered
  const { withdrawn: _, ...left } = leave(device, entry, { id: entry.id, license })
  const clock = skewMs < -CLOCK_SKEW_SECONDS * 1000 ? { at: nowMs, skewMs } : undefined
  return { ...left, license, receipt, registered: true, offered: entry.offered, clock }
}

/**
 * Takes a decision out that the service refused for good. When nothing follows it, the chain goes back to before it: the same decision
 * made again is then the same request, which a service that had stored it after all answers with its record.
 */
export function refuse(device: StoredDevice, entry: OutboxEntry, error: unknown): StoredDevice {
  if (!holds(device, entry)) return device
  const told = leave(device, entry, { id: entry.id, failure: toStoredFailure(error) })
  // What a person took back does not come to life again because a service did not hear of it.
  const left: StoredDevice = entry.kind === 'revoke' ? { ...told, withdrawn: true } : told
  if (left.head !== entry.id) return left
  const { head: _, ...rest } = left
  return entry.previous === undefined ? rest : { ...rest, head: entry.previous }
}

/** Notes a passing failure and when the next try is due. */
export function postpone(device: StoredDevice, entry: OutboxEntry, error: unknown, nowMs: number, random: number): StoredDevice {
  if (!holds(device, entry)) return device
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

function holds(device: StoredDevice, entry: OutboxEntry): boolean {
  return device.outbox.some(({ id }) => id === entry.id)
}

function leave(device: StoredDevice, entry: OutboxEntry, settlement: Settlement): StoredDevice {
  const outbox = device.outbox.filter(({ id }) => id !== entry.id)
  return { ...device, outbox, settled: [...device.settled.filter(({ id }) => id !== entry.id), settlement].slice(-MAX_SETTLED) }
}

function retryAfterOf(error: unknown): number {
  return error instanceof Error && 'retryAfterMs' in error && typeof error.retryAfterMs === 'number' ? error.retryAfterMs : 0
}
