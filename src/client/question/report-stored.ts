import { lateReportError } from '../local-errors.ts'
import type { StoredDevice } from '../record/stored-device.ts'
import type { StoredDecision } from '../types.ts'
import { withTimeLimit } from '../wait.ts'
import type { ClientCore } from './client-core.ts'

/** How long `report` may take, in milliseconds. The other tabs wait meanwhile. */
const REPORT_LIMIT_MS = 30_000

/**
 * Calls `report` with each stored decision that no tab has reported yet, oldest first, one tab at a time. Each is marked after `report` has
 * returned, so that a page that is killed in between reports it again at the next visit.
 */
export async function reportStored(
  { store, config }: ClientCore,
  report: (decision: StoredDecision) => void | Promise<void>,
): Promise<void> {
  // Most calls find nothing in the record as it was last read, and need neither the lock nor a transaction.
  if (firstUnreported(store.device) === undefined) return
  const { locks, schedule } = config.environment
  await alone(locks, `licet:${store.scope}:report`, async () => {
    if (firstUnreported(store.device) === undefined) return
    await store.refresh()
    for (let next = firstUnreported(store.device); next !== undefined; next = firstUnreported(store.device)) {
      const { id, unreported } = next
      const isReported = await withTimeLimit(
        Promise.resolve(report(unreported)).then(() => true),
        schedule,
        REPORT_LIMIT_MS,
      )
      if (isReported === undefined) throw lateReportError()
      await store.update((device) => withoutReported(device, id))
    }
  })
}

/** Returns the record in which a decision is marked as reported. */
function withoutReported(device: StoredDevice, id: string): StoredDevice {
  if (!device.settled.some((settlement) => settlement.id === id && settlement.unreported)) return device
  const settled = device.settled.map((settlement) => {
    const { unreported: _, ...reported } = settlement
    return settlement.id === id ? reported : settlement
  })
  return { ...device, settled }
}

function firstUnreported({ settled }: StoredDevice): { readonly id: string; readonly unreported: StoredDecision } | undefined {
  for (const { id, unreported } of settled) if (unreported !== undefined) return { id, unreported }
  return undefined
}

/** Runs a task while no other tab runs one. Without Web Locks, two tabs can report the same decision. */
async function alone(locks: ClientCore['config']['environment']['locks'], name: string, task: () => Promise<void>): Promise<void> {
  if (locks === undefined) return task()
  let isGranted = false
  const run = () => {
    isGranted = true
    return task()
  }
  await locks.request(name, {}, run).catch((error: unknown) => {
    // Without storage access, `navigator.locks` may exist, and the browser refuses every lock.
    if (isGranted) throw error
    return task()
  })
}
