import { OPERATOR } from '../audit/audit-event.ts'
import { createAuditLog } from '../audit/audit-log.ts'
import type { ServiceCrypto } from '../crypto/service-crypto.ts'
import type { Storage } from '../storage/storage.ts'

/**
 * Writes to the audit log that a backup is written, which contains every license and the signing key. Called before its first byte is in a
 * file, because the process can be killed while it is written.
 */
export async function recordBackup(environment: {
  readonly storage: Storage
  readonly crypto: ServiceCrypto
  readonly now: () => number
}): Promise<void> {
  const { storage } = environment
  const [row] = await storage.query<{ licenses: number }>('SELECT count(*) AS licenses FROM licet.licenses')
  const details = { licenses: row?.licenses ?? 0 }
  await createAuditLog(environment).append(storage, { action: 'database.backed_up', actor: OPERATOR, details })
}
