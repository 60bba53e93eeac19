'use client'

import { useContext } from 'react'
import type { ConsentStore } from './consent-store.ts'
import { StoreContext, throwNoProvider } from './context.ts'
import { createConsentStore } from './create-consent-store.ts'

/**
 * Returns the store of the nearest provider that asks and signs, with its client.
 *
 * This module contains the code for it: the terms are there at the first render, including on a server. A component that only reads the
 * license calls {@link useLicenseStore}.
 */
export function useStore(): ConsentStore {
  return useOptionalStore() ?? throwNoProvider()
}

/** Returns the store as {@link useStore} does, and `undefined` outside of a provider. */
export function useOptionalStore(): ConsentStore | undefined {
  return useContext(StoreContext)?.complete(createConsentStore)
}
