import { purposeOfLogKey } from '../log/log-signers.ts'
import type { ServiceContext } from '../service-context.ts'
import { listSecretsWithout, replaceStoredSecret, type StoredSecret } from '../storage/protected-secrets.ts'
import { listSigningKeys } from '../storage/signing-keys.ts'
import { purposeOfSigningKey } from '../tokens/import-ring.ts'
import { purposeOfWebhook } from '../webhooks/sign-webhook.ts'

/** Encrypts the secrets in the database that are unencrypted or encrypted with the previous key. Does nothing without a key. */
export async function protectStoredSecrets({ storage, protection }: Pick<ServiceContext, 'storage' | 'protection'>): Promise<void> {
  const prefix = await protection.prefix()
  if (prefix === undefined) return
  let found = await listSecretsWithout(storage, prefix)
  while (found.length > 0) {
    for (const stored of found) {
      const purpose = purposeOf(stored)
      const secret = await protection.reveal(stored.secret, purpose)
      await replaceStoredSecret(storage, stored, await protection.protect(secret, purpose))
    }
    found = await listSecretsWithout(storage, prefix)
  }
}

/**
 * Requires that this process can decrypt the private signing keys. Call it before a secret is stored: with another encryption key, this
 * process would store one that the other processes cannot decrypt.
 *
 * @throws {LicetError} `unavailable`
 */
export async function requireSameProtection({
  storage,
  protection,
}: Pick<ServiceContext, 'storage' | 'protection'>): Promise<void> {
  for (const { kid, privateKey } of (await listSigningKeys(storage)).keys)
    if (privateKey !== undefined) await protection.reveal(privateKey, purposeOfSigningKey(kid))
}

function purposeOf({ place, id }: StoredSecret): string {
  if (place === 'log_key') return purposeOfLogKey(id)
  return place === 'signing_key' ? purposeOfSigningKey(id) : purposeOfWebhook(id)
}
