import { createBoundedMap } from '../bounded-map.ts'
import { type ClientKey, findProviderKey } from '../storage/client-keys.ts'
import type { Sql } from '../storage/storage.ts'

/** How long the key of a provider is kept in memory. So long, another process still issues tokens after the provider was deleted. */
export const PROVIDER_KEY_MS = 5000
/** Maximum number of keys in memory, about 500 bytes each. */
const MAX_KEPT = 10_000

/** Has the length of a provider's public key, but is not a key. */
const DUMMY_KEY = new Uint8Array(91)

/** The public keys of providers, which are their secrets at the token endpoint. */
export interface ProviderKeys {
  /** Returns the key of a provider. For an unknown or deleted one, takes the same time and returns a dummy key. */
  find(providerId: string): Promise<ClientKey>
  /** Reads a provider again at its next use, after this process has deleted it. */
  forget(providerId: string): void
}

/** Creates a cache of the keys of providers. */
export function createProviderKeys({
  storage,
  monotonic,
}: {
  readonly storage: Sql
  readonly monotonic: () => number
}): ProviderKeys {
  const kept = createBoundedMap<{ readonly key: ClientKey; readonly readAt: number }>(MAX_KEPT)
  let deletions = 0
  return {
    async find(providerId) {
      const readAt = monotonic()
      const known = kept.get(providerId)
      if (known !== undefined && readAt - known.readAt < PROVIDER_KEY_MS) return known.key
      const before = deletions
      const key = (await findProviderKey(storage, providerId, DUMMY_KEY)) ?? { known: false, key: DUMMY_KEY }
      // What was read during a deletion may be older than it.
      if (deletions === before) kept.set(providerId, { key, readAt })
      return key
    },
    forget(providerId) {
      deletions++
      kept.delete(providerId)
    },
  }
}
