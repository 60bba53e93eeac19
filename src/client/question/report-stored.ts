import { lateReportError } from '../local-errors.ts'
import type { StoredDevice } from '../record/stored-device.ts'
import type { StoredDecision } from '../types.ts'
import { withTimeLimit } from '../wait.ts'
import type { ClientCore } from './client-core.ts'

/** How long `report` may take, in milliseconds. The other tabs wait meanwhile. */
const REPORT_LIMIT_MS = 30_000

/** What each client reports now, where there are no Web Locks. */
const reporting = new WeakMap<ClientCore, Promise<void>>()

/**
 * Calls `report` with each stored decision that no tab has reported yet, oldest first, one tab at a time. Each is marked after `report` has
 * returned, so that a page that is killed in between reports it again at the next visit.
 */
export async function reportStored(core: ClientCore, report: (decision: StoredDecision) => void | Promise<void>): Promise<void> {
  const { store, config } = core
  // Most calls find nothing in the record as it was last read, and need neither the lock nor a transaction.
  if (firstUnreported(store.device) === undefined) return
  const { schedule } = config.environment
  await alone(core, async () => {
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

/** Runs a task while no other tab runs one. Without Web Locks, only while this client runs no other: two tabs can report the same decision. */
async function alone(core: ClientCore, task: () => Promise<void>): Promise<void> {
  const { locks } = core.config.environment
  const inTurn = () => {
    const turn = (reporting.get(core) ?? Promise.resolve()).then(task, task)
    reporting.set(core, turn)
    return turn
  }
  if (locks === undefined) return inTurn()
  let isGranted = false
  const run = () => {
    isGranted = true
    return task()
  }
  await locks.request(`licet:${core.store.scope}:report`, {}, run).catch((error: unknown) => {
    // Without storage access, `navigator.locks` may exist, and the browser refuses every lock.
    if (isGranted) throw error
    return inTurn()
  })
}
