import { purposeOfLogKey } from '../log/log-signers.ts'
import type { ServiceContext } from '../service-context.ts'
import { ENCRYPTED_START, listSecretsWithout, replaceStoredSecret, type StoredSecret } from '../storage/protected-secrets.ts'
import { purposeOfSigningKey } from '../tokens/import-ring.ts'
import { purposeOfWebhook } from '../webhooks/sign-webhook.ts'

type SecretContext = Pick<ServiceContext, 'storage' | 'protection'>

/**
 * Encrypts the secrets in the database that are unencrypted or encrypted with the previous key. Does nothing without a key.
 *
 * @throws {LicetError} `unavailable` when a secret cannot be decrypted. All others are encrypted then.
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
  const faults: unknown[] = []
  let found: StoredSecret[]
  do {
    found = await listSecretsWithout(storage, prefix)
    for (const stored of found) {
      const purpose = purposeOf(stored)
      try {
        const secret = await protection.reveal(stored.secret, purpose)
        await replaceStoredSecret(storage, stored, await protection.protect(secret, purpose))
      } catch (error) {
        faults.push(error)
      }
    }
  } while (found.length > 0 && faults.length === 0)
  if (faults.length > 0) throw faults[0]
}

function purposeOf({ place, id }: StoredSecret): string {
  if (place === 'log_key') return purposeOfLogKey(id)
  return place === 'signing_key' ? purposeOfSigningKey(id) : purposeOfWebhook(id)
}
