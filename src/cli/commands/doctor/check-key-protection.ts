import { isLicetError } from '../../../core/errors.ts'
import type { DatabaseReport } from '../../../service/storage/inspect.ts'
import type { SecretOptions } from '../../read-key-protection.ts'
import { type Finding, fault, ok, warning } from './doctor-finding.ts'

const CHECK = 'key protection'

/** Checks that the signing key in the database is encrypted, and that the options can decrypt it. */
export async function checkKeyProtection(
  { storedKeys }: Pick<DatabaseReport, 'storedKeys'>,
  secrets: SecretOptions,
): Promise<readonly Finding[]> {
  if (secrets.keyEncryption === undefined && secrets.keyManagement === undefined)
    return [
      warning(
        CHECK,
        'The signing key and the secrets of webhooks are stored unencrypted in the database and in each backup.',
        'Set LICET_KEY_ENCRYPTION_KEY_FILE, or keyManagement in licet.config.ts, see docs/guides/signing-keys.md.',
      ),
    ]
  const { createKeyProtection } = await import('../../../service/crypto/key-protection.ts')
  const { purposeOfSigningKey } = await import('../../../service/tokens/import-ring.ts')
  const protection = createKeyProtection(secrets)
  const prefix = await protection.prefix()
  try {
    for (const { kid, privateKey } of storedKeys) await protection.reveal(privateKey, purposeOfSigningKey(kid))
  } catch (error) {
    if (!isLicetError(error, 'unavailable')) throw error
    return [fault(CHECK, error.message, 'Use the key with which the service encrypted them.')]
  }
  const isOpen = ({ privateKey }: { readonly privateKey: string }) =>
    prefix === undefined ? !privateKey.startsWith('{"name"') : !privateKey.startsWith(prefix)
  if (!storedKeys.some(isOpen)) return [ok(CHECK, 'No signing key is unencrypted in the database.')]
  return [
    warning(
      CHECK,
      'A signing key is still unencrypted in the database, or encrypted with the previous key.',
      'Start the service. It encrypts the key within a minute. After that, run `licet key rotate`, because older backups have the key.',
    ),
  ]
}
