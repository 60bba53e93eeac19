import { purposeOfLogKey } from '../log/log-signers.ts'
import type { ServiceContext } from '../service-context.ts'
import { ENCRYPTED_START, listSecretsWithout, replaceStoredSecret, type StoredSecret } from '../storage/protected-secrets.ts'
import { purposeOfSigningKey } from '../tokens/import-ring.ts'
import { purposeOfWebhook } from '../webhooks/sign-webhook.ts'

type SecretContext = Pick<ServiceContext, 'storage' | 'protection'>

/**
 * Encrypts the secrets in the database that are unencrypted or encrypted with the previous key. Does nothing without a key.
 *
 * @throws {LicetError} `unavailable` when a secret cannot be decrypted, after all others are encrypted.
 */
export async function protectStoredSecrets(context: SecretContext): Promise<void> {
  const prefix = await context.protection.prefix()
  if (prefix !== undefined) await encryptSecretsWithout(prefix, context)
}

/** Encrypts the unencrypted secrets in the database. Does nothing without a key. */
export async function encryptUnprotectedSecrets(context: SecretContext): Promise<void> {
  if ((await context.protection.prefix()) !== undefined) await encryptSecretsWithout(ENCRYPTED_START, context)
}

async function encryptSecretsWithout(prefix: string, { storage, protection }: SecretContext): Promise<void> {
  let fault: unknown
  let encrypted: number
  do {
    encrypted = 0
    for (const stored of await listSecretsWithout(storage, prefix)) {
      const purpose = purposeOf(stored)
      try {
        const secret = await protection.reveal(stored.secret, purpose)
        await replaceStoredSecret(storage, stored, await protection.protect(secret, purpose))
        encrypted++
      } catch (error) {
        fault ??= error
      }
    }
    // A round of which none can be encrypted repeats only the secrets that nobody can decrypt.
  } while (encrypted > 0)
  if (fault !== undefined) throw fault
}

function purposeOf({ place, id }: StoredSecret): string {
  if (place === 'log_key') return purposeOfLogKey(id)
  return place === 'signing_key' ? purposeOfSigningKey(id) : purposeOfWebhook(id)
}
