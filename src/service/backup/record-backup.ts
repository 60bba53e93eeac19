import { OPERATOR } from '../audit/audit-event.ts'
import { createAuditLog } from '../audit/audit-log.ts'
import type { ServiceCrypto } from '../crypto/service-crypto.ts'
import type { Sql, Storage } from '../storage/storage.ts'

/** Counts the licenses of a backup, in its transaction. */
export async function countLicenses(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ count: number }>('SELECT count(*) AS count FROM licet.licenses')
  return row?.count ?? 0
}

/** Writes to the audit log that a backup was made, which contains every license and the signing key. `backup` is its time. */
export async function recordBackup(
  environment: { readonly storage: Storage; readonly crypto: ServiceCrypto; readonly now: () => number },
  { backup, licenses }: { readonly backup: string; readonly licenses: number },
): Promise<void> {
  const details = { backup, licenses }
  await createAuditLog(environment).append(environment.storage, { action: 'database.backed_up', actor: OPERATOR, details })
}
