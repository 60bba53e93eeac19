import { toBase64 } from '../../core/base64.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import type { Address, ApiKey, Provider } from '../../protocol/answers.ts'
import type { StoredApiKey } from '../storage/accounts.ts'
import type { StoredAddress } from '../storage/addresses.ts'
import type { StoredProvider } from '../storage/providers.ts'

/** A provider as the wire has it. */
export function toProvider(provider: StoredProvider): Provider {
  return {
    providerId: provider.id,
    name: provider.name,
    orgId: provider.orgId,
    pubKey: toBase64(provider.pubKey),
    created: toTimestamp(provider.created),
    modified: toTimestamp(provider.modified),
  }
}

/** An API key as the wire has it, without the key itself. */
export function toApiKey({ id, name, prefix, created, revoked }: StoredApiKey): ApiKey {
  return { id, name, prefix, created: toTimestamp(created), ...(revoked === null ? {} : { revoked: toTimestamp(revoked) }) }
}

/** A registered address as the wire has it. */
export function toAddress(address: StoredAddress): Address {
  return {
    id: address.ptr,
    address: address.address,
    pubKey: toBase64(address.spki),
    created: toTimestamp(address.created),
  }
}
