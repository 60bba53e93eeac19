import { toTimestamp } from '../../core/timestamp.ts'
import type { ApiKey, Profile, Provider } from '../../protocol/records/accounts.ts'
import { toBase64 } from '../crypto/standard-base64.ts'
import type { StoredApiKey, StoredUser } from '../storage/accounts.ts'
import type { StoredProvider } from '../storage/providers.ts'

/** Converts a stored provider to its JSON form. */
export function toProvider(provider: StoredProvider): Provider {
  return {
    providerId: provider.id,
    name: provider.name,
    orgId: provider.orgId,
    pubKey: toBase64(provider.pubKey),
    ...(provider.createStatus === null ? {} : { createStatus: provider.createStatus }),
    ...(provider.requireIdentity ? { requireIdentity: true } : {}),
    created: toTimestamp(provider.created),
    modified: toTimestamp(provider.modified),
  }
}

/** Converts a stored user to its JSON form. */
export function toProfile({ id, email, orgId, created, modified }: StoredUser): Profile {
  return { userId: id, email, orgId, created: toTimestamp(created), modified: toTimestamp(modified) }
}

/** Converts a stored API key to its JSON form, which does not contain the key itself. */
export function toApiKey({ id, name, scope, prefix, created, revoked }: StoredApiKey): ApiKey {
  return { id, name, scope, prefix, created: toTimestamp(created), ...(revoked === null ? {} : { revoked: toTimestamp(revoked) }) }
}
