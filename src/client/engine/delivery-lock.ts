import type { ResolvedEnvironment } from '../environment.ts'
import type { DeviceChange } from '../record/client-storage.ts'
import type { StoredDevice } from '../record/stored-device.ts'
import { untilAborted } from '../until-aborted.ts'

/** Duration of a lease in milliseconds, longer than a delivery. Other tabs may take over an expired lease. */
export const LEASE_MS = 90_000

/** Interval in milliseconds at which a waiting tab checks the lease. */
export const LEASE_POLL_MS = 200

/** The person and provider that a lock is for, and the tab that takes it. */
export interface LockTarget {
  readonly environment: ResolvedEnvironment
  readonly scope: string
  /** Changes the stored record, which contains the lease. */
  readonly update: (change: DeviceChange) => Promise<StoredDevice>
  /** Identifies this client among all clients on the same storage. */
  readonly owner: string
}

/**
 * Runs a task while no other tab runs one for the same person and provider. Uses Web Locks, or a lease in the storage where they are
 * unavailable.
 *
 * The lock saves requests. It is not needed for correctness: two tabs that agree at the same time sign the same bytes (`sign-once.ts`), and the
 * service returns the same license for the same bytes.
 */
export async function withDeliveryLock<T>(target: LockTarget, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
  const { locks, schedule } = target.environment
  if (locks === undefined) return withLease(target, signal, task)
  let isGranted = false
  const waiting = new AbortController()
  const stopWaiting = () => waiting.abort()
  signal.addEventListener('abort', stopWaiting)
  // A page that the system suspended keeps its lock until it resumes.
  const cancel = schedule(stopWaiting, LEASE_MS)
  try {
    return await locks.request(`licet:${target.scope}`, { signal: waiting.signal }, () => {
      isGranted = true
      return task()
    })
  } catch (error) {
    // Without storage access, `navigator.locks` may exist, and the browser refuses every lock.
    if (isGranted || signal.aborted) throw error
    return withLease(target, signal, task)
  } finally {
    cancel()
    signal.removeEventListener('abort', stopWaiting)
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
    // If a lease ends later than a new one would, it was taken before the clock was set back.
    const isFree = lease === undefined || lease.until <= now || lease.until > now + LEASE_MS || lease.owner === owner
    return isFree ? { ...stored, lease: { owner, until: now + LEASE_MS } } : stored
  })
  return device.lease?.owner === owner
}

async function pause(environment: ResolvedEnvironment, delayMs: number, signal: AbortSignal): Promise<void> {
  let cancel = () => {}
  const passed = new Promise<void>((resolve) => (cancel = environment.schedule(resolve, delayMs)))
  await untilAborted(passed, signal).finally(cancel)
}
