'use client'

import { QueryClient } from '@tanstack/react-query'
import type { ConsentStore } from './consent-store.ts'
import { useConsentSettings, useStore } from './context.ts'

const own = new WeakMap<ConsentStore, QueryClient>()

/**
 * The host's query client, or one of our own that the host never meets. Made at the first use, so that a page that asks nothing of a
 * server, such as one with a gate alone, does not load TanStack Query.
 */
export function useKitQueryClient(): QueryClient {
  const { queryClient } = useConsentSettings()
  const store = useStore()
  if (queryClient !== undefined) return queryClient
  const known = own.get(store) ?? new QueryClient()
  own.set(store, known)
  return known
}
