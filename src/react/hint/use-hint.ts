'use client'

import { useEffect, useMemo } from 'react'
import type { ConsentProviderProps } from '../provider/provider-props.ts'
import type { ConsentStore } from '../store/consent-store.ts'
import type { GivenHint } from './consent-hint.ts'

/** Returns the hint of the provider, and keeps the cookie up to date while the provider is mounted. */
export function useHint(
  { hint, hintCookie = hint !== undefined, config, client, userId = config?.userId }: ConsentProviderProps,
  store: ConsentStore,
): GivenHint | undefined {
  const agreement = config?.agreement ?? client?.agreement
  // biome-ignore lint/correctness/useExhaustiveDependencies: another agreement or person has another store
  useEffect(() => {
    if (!hintCookie) return
    let isGone = false
    let end = () => {
      isGone = true
    }
    import('./keep-hint.ts').then(
      (module) => {
        if (!isGone) end = module.keepHint(store, { agreement, userId })
      },
      // The next visit writes it.
      () => {},
    )
    return () => end()
  }, [store, hintCookie])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another agreement or person has another store
  return useMemo(() => (hint === undefined ? undefined : { cookie: hint, agreement, userId }), [hint, store])
}
