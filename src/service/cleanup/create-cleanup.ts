import { isLicetError, LicetError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import { UNLICENSED_DEVICE_DAYS } from '../../core/limits.ts'
import { DAY_MS, MINUTE_MS } from '../../core/time-units.ts'
import { OPERATOR, SERVICE } from '../audit/audit-event.ts'
import { closeAuditChains } from '../audit/close-chains.ts'
import { protectStoredSecrets } from '../crypto/protect-stored-secrets.ts'
import { cleanUpLog } from '../log/public-log.ts'
import { pause } from '../pause.ts'
import { describeKind } from '../routing/report-failure.ts'
import type { ServiceContext } from '../service-context.ts'
import { deleteRemovedAuditEvents, markAuditChainRemoved } from '../storage/audit-chains.ts'
import {
  DELETED_AT_ONCE,
  type DeleteExpired,
  deleteExpiredChains,
  deleteFailedDeliveries,
  deleteStrangerBytes,
  deleteUsedIdentityTokens,
  inCleanupTurn,
} from '../storage/expired-rows.ts'
import { sweepUnlicensedDevices } from '../storage/unlicensed-devices.ts'
import { VERSION } from '../version.ts'

const MAX_RETENTION_DAYS = 36_500
/** How often the background job runs. */
const INTERVAL_MS = MINUTE_MS
/** The pause after a full step is at least this, and at least twice as long as the step. So the job takes a third of a connection at most. */
const PAUSE_MS = 20

/** The background job that deletes expired rows, and writes the events that the audit log has in memory. */
export interface Cleanup {
  /** Does everything that is due now. */
  cleanUp(): Promise<void>
  /** Does it each minute. The audit log has the start of the service, with its configuration. */
  start(configuration?: JsonObject): void
  /** Stops, and closes the chain of this process in the audit log. */
  close(): Promise<void>
}

/** Creates the background job. Several processes can run it: one at a time deletes rows. */
export function createCleanup(
  context: Pick<
    ServiceContext,
    | 'storage'
    | 'keys'
    | 'crypto'
    | 'protection'
    | 'now'
    | 'earlierNow'
    | 'monotonic'
    | 'audit'
    | 'strangers'
    | 'registrations'
    | 'onEvent'
  >,
  { auditRetentionDays, keyRotationDays }: { readonly auditRetentionDays: number; readonly keyRotationDays: number },
): Cleanup {
  const { storage, audit, strangers, registrations, earlierNow, monotonic, onEvent } = context
  const closing = new AbortController()
  let background: Promise<void> | undefined
  let closed: Promise<void> | undefined

  let hasRemovedChains = false
  const removeAuditChains: DeleteExpired = async (sql, at) => {
    if (auditRetentionDays === 0) return false
    if (await deleteRemovedAuditEvents(sql, DELETED_AT_ONCE)) return true
    const lastDay = new Date(at - auditRetentionDays * DAY_MS).toISOString().slice(0, 10)
    const removed = await markAuditChainRemoved(sql, lastDay, at)
    if (removed === undefined) return false
    const { day, length, through } = removed
    const details = { day, events: length, retentionDays: auditRetentionDays, through }
    await audit.append(sql, { action: 'audit_chain.removed', actor: SERVICE, target: removed.id, details })
    await deleteRemovedAuditEvents(sql, DELETED_AT_ONCE)
    hasRemovedChains = true
    return true
  }

  const removeUnlicensedDevices: DeleteExpired = async (sql, at) => {
    const { deleted, hasMore } = await sweepUnlicensedDevices(sql, at - UNLICENSED_DEVICE_DAYS * DAY_MS)
    const details = { devices: deleted, days: UNLICENSED_DEVICE_DAYS }
    if (deleted > 0) await audit.append(sql, { action: 'device.removed', actor: SERVICE, details })
    return hasMore
  }

  /** Signs the events that confirm removals immediately, because only a signed event proves a removal. */
  const signRemovals = async (): Promise<void> => {
    if (!hasRemovedChains) return
    hasRemovedChains = false
    audit.endChain()
    await closeAuditChains(context)
  }

  const repeat = async (step: DeleteExpired): Promise<void> => {
    let hasMore: boolean | undefined = true
    while (hasMore && !closing.signal.aborted) {
      const begun = monotonic()
      const at = await earlierNow()
      hasMore = await inCleanupTurn(storage, (sql) => step(sql, at))
      if (hasMore) await pause(Math.max(PAUSE_MS, 2 * (monotonic() - begun)), closing.signal)
    }
  }

  const cleanUp = async (): Promise<void> => {
    const tasks = [
      () => audit.flush(),
      () => closeAuditChains(context),
      () => strangers.flush(),
      async () => registrations.flush(),
      ...[
        deleteExpiredChains,
        deleteUsedIdentityTokens,
        deleteFailedDeliveries,
        deleteStrangerBytes,
        removeUnlicensedDevices,
        removeAuditChains,
      ].map((step) => () => repeat(step)),
      signRemovals,
      () => cleanUpLog(context),
      () => protectStoredSecrets(context),
      ...(keyRotationDays === 0 ? [] : [() => context.keys.rotateOld(keyRotationDays * DAY_MS)]),
    ]
    const faults: unknown[] = []
    // A task that fails each time must not keep the others from their work.
    for (const task of tasks) await task().catch((error: unknown) => faults.push(error))
    if (faults.length > 0) throw faults[0]
  }

  const report = (error: unknown): void => {
    // Requests report a database that is unavailable. The next round continues.
    if (closing.signal.aborted || isLicetError(error, 'unavailable')) return
    onEvent({ type: 'server_error', method: '', route: 'cleanup', error: describeKind(error) })
  }

  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await cleanUp().catch(report)
      await pause(INTERVAL_MS, closing.signal)
    }
  }

  const stop = async (): Promise<void> => {
    closing.abort()
    await background
    if (background !== undefined) audit.defer({ action: 'service.stopped', actor: OPERATOR })
    try {
      await strangers.flush()
      await audit.flush({ isLast: true })
      await closeAuditChains(context, { isLast: true })
    } catch {
      // The database is unavailable. Another process closes the chain.
    }
  }

  return {
    cleanUp,
    start: (configuration) => {
      if (background !== undefined) return
      const details = { version: VERSION, ...(configuration !== undefined && { configuration }) }
      audit.defer({ action: 'service.started', actor: OPERATOR, details })
      background = run()
    },
    close: () => {
      closed ??= stop()
      return closed
    },
  }
}

/**
 * Refuses a retention that is not a whole number of days.
 *
 * @throws {LicetError} `invalid_configuration`
 */
export function checkAuditRetention(days: number): void {
  if (Number.isSafeInteger(days) && days >= 0 && days <= MAX_RETENTION_DAYS) return
  throw new LicetError(
    'invalid_configuration',
    `auditRetentionDays is ${days}. The service did not start. Use a whole number of days up to ${MAX_RETENTION_DAYS}, or 0 to keep everything.`,
    { field: 'auditRetentionDays' },
  )
}
