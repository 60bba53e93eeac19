import type { ServiceCrypto, Sql, Storage } from '../../../service/index.ts'
import type { CommandInput, CommandIo } from '../../command.ts'
import { readProtection } from '../../read-key-protection.ts'
import { withExistingDatabase } from './open-database.ts'

/** What {@link writeSealed} runs before it writes. */
type RecordRead = (environment: {
  readonly storage: Storage
  readonly crypto: ServiceCrypto
  readonly now: () => number
}) => Promise<void>

/**
 * Writes what `read` yields from one snapshot of the database into a file, and seals it with the key of the service. `record` runs before
 * the snapshot.
 */
export async function writeSealed(
  input: CommandInput,
  io: CommandIo,
  path: string,
  read: (sql: Sql) => AsyncIterable<string>,
  record?: RecordRead,
): Promise<void> {
  const { createClockWatch } = await import('../../../service/clock-watch.ts')
  const { createAuditLog } = await import('../../../service/audit/audit-log.ts')
  const { SEAL_TYPE } = await import('../../../service/backup/seal.ts')
  const { writeSealedFile } = await import('../../../service/node/backup/sealed-file.ts')
  const { createNodeCrypto } = await import('../../../service/node.ts')
  const { encryptUnprotectedSecrets } = await import('../../../service/crypto/protect-stored-secrets.ts')
  const { createKeyRing } = await import('../../../service/tokens/key-ring.ts')
  const protection = await readProtection(input, io)
  return withExistingDatabase(input, io, async (storage) => {
    const platform = { storage, crypto: createNodeCrypto(), protection, now: io.now }
    // The clock stands still, so that the keys are read before the snapshot and not during it: the only connection is in use then.
    const clock = { ...platform, monotonic: () => 0 }
    const keys = createKeyRing({ ...clock, clock: createClockWatch(clock), audit: createAuditLog(platform) })
    await keys.signingKid()
    // A running service does this in the background. The file must not depend on whether it has done so.
    await encryptUnprotectedSecrets(platform)
    await record?.(platform)
    await storage.transaction((sql) => writeSealedFile(path, read(sql), (claims) => keys.sign(SEAL_TYPE, claims)))
  })
}
