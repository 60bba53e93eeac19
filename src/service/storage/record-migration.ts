import { toTimestamp } from '../../core/timestamp.ts'
import { OPERATOR, serializeAuditEvent } from '../audit/audit-event.ts'
import { createId } from '../crypto/create-id.ts'
import { VERSION } from '../version.ts'
import { appendAuditEvent } from './audit-chains.ts'
import type { Sql } from './storage.ts'

/**
 * Writes a migration to the audit log, in its transaction. The event is a separate chain, which the next process closes immediately: a
 * migration has no keys to sign a head.
 */
export async function recordMigration(sql: Sql, versions: { readonly from: number; readonly to: number }): Promise<void> {
  const now = Date.now()
  const id = createId(now, (length) => crypto.getRandomValues(new Uint8Array(length)))
  const chain = { id, day: toTimestamp(now).slice(0, 10) }
  const details = { ...versions, version: VERSION }
  const event = serializeAuditEvent({ action: 'schema.migrated', actor: OPERATOR, details }, now)
  await appendAuditEvent(sql, chain, event, { now, renewed: '-infinity' })
}
