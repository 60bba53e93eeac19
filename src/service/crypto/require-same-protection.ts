import type { ServiceContext } from '../service-context.ts'
import { listSigningKeys } from '../storage/signing-keys.ts'
import { purposeOfSigningKey } from '../tokens/import-ring.ts'

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
