import { purposeOfLogKey } from '../log/log-signers.ts'
import type { ServiceContext } from '../service-context.ts'
import { listSecretsWithout, replaceStoredSecret, type StoredSecret } from '../storage/protected-secrets.ts'
import { purposeOfSigningKey } from '../tokens/import-ring.ts'
import { purposeOfWebhook } from '../webhooks/sign-webhook.ts'

/** Encrypts the secrets in the database that are unencrypted or encrypted with the previous key. Does nothing without a key. */
export async function protectStoredSecrets({ storage, protection }: Pick<ServiceContext, 'storage' | 'protection'>): Promise<void> {
  const prefix = await protection.prefix()
  if (prefix === undefined) return
  for (const stored of await listSecretsWithout(storage, prefix)) {
    const purpose = purposeOf(stored)
    const secret = await protection.reveal(stored.secret, purpose)
    await replaceStoredSecret(storage, stored, await protection.protect(secret, purpose))
  }
}

function purposeOf({ place, id }: StoredSecret): string {
  if (place === 'log_key') return purposeOfLogKey(id)
  return place === 'signing_key' ? purposeOfSigningKey(id) : purposeOfWebhook(id)
}
