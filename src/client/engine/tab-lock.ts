import type { ResolvedEnvironment } from '../environment.ts'
import { orAborted } from '../signals.ts'
import type { DeviceChange, StoredDevice } from '../storage/stored-device.ts'

/** How long a lease is held in milliseconds before others may take it over: longer than a delivery takes. */
export const LEASE_MS = 90_000

/** How often a waiting tab looks whether the lease is free, in milliseconds. */
export const LEASE_POLL_MS = 200

/** What a lock is taken on. */
export interface LockTarget {
  readonly environment: ResolvedEnvironment
  readonly scope: string
  /** Changes the row, where a lease is kept. */
  readonly update: (change: DeviceChange) => Promise<StoredDevice>
  /** Tells this client from the others on the same storage. */
  readonly owner: string
}

/**
 * Runs a task while no other tab runs one for the same person and provider: by Web Locks, or by a lease in the storage where there are none
 * to be had. Two at once do no harm: the service answers the same bytes with the same record.
 */
export async function withLock<T>(target: LockTarget, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
  const { locks, schedule } = target.environment
  if (locks === undefined) return withLease(target, signal, task)
  let isHeld = false
  const waiting = new AbortController()
  const end = () => waiting.abort()
  signal.addEventListener('abort', end, { signal: waiting.signal })
  // A page that the system put to sleep keeps its lock for as long as it sleeps.
  const cancel = schedule(end, LEASE_MS)
  try {
    return await locks.request(`licet:${target.scope}`, { signal: waiting.signal }, () => {
      isHeld = true
      return task()
    })
  } catch (error) {
    // A page that may not store anything may have locks and be refused every one.
    if (isHeld || signal.aborted) throw error
    return withLease(target, signal, task)
  } finally {
    cancel()
    end()
  }
}

async function withLease<T>(target: LockTarget, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
  const { environment, update, owner } = target
  while (!(await takeLease(target))) await pause(environment, LEASE_POLL_MS, signal)
  try {
    return await task()
  } finally {
    await update((device) => {
      if (device.lease?.owner !== owner) return device
      const { lease: _, ...rest } = device
      return rest
    })
  }
}

async function takeLease({ environment, update, owner }: LockTarget): Promise<boolean> {
  const now = environment.now()
  const device = await update((stored) => {
    const { lease } = stored
    // A lease further away than one can be taken is from a clock that was set back.
    const isFree = lease === undefined || lease.until <= now || lease.until > now + LEASE_MS || lease.owner === owner
    return isFree ? { ...stored, lease: { owner, until: now + LEASE_MS } } : stored
  })
  return device.lease?.owner === owner
}

async function pause(environment: ResolvedEnvironment, delayMs: number, signal: AbortSignal): Promise<void> {
  let cancel = () => {}
  const passed = new Promise<void>((resolve) => (cancel = environment.schedule(resolve, delayMs)))
  await orAborted(passed, signal).finally(cancel)
}
