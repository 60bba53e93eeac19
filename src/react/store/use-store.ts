'use client'

import { useContext } from 'react'
import { StoreContext, throwNoProvider } from '../provider/context.ts'
import type { AskingStore } from './consent-store.ts'
import { createQuestion } from './question.ts'

/**
 * Returns the store of the nearest provider, with the part that asks.
 *
 * This module contains the code for it: the terms are there at the first render, including on a server. A component that only reads the
 * license calls {@link useConsentStore}.
 */
export function useStore(): AskingStore {
  return useOptionalStore() ?? throwNoProvider()
}

/** Returns the store as {@link useStore} does, and `undefined` outside of a provider. */
export function useOptionalStore(): AskingStore | undefined {
  return useContext(StoreContext)?.ask(createQuestion)
}
