'use client'

import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { LicetError } from '../core/errors.ts'
import type { Messages } from '../locales/format/messages.ts'
import type { ConsentStore } from './consent-store.ts'
import type { Appearance, TermsSource } from './types.ts'

/** What a provider was given beside its client. */
export interface ProviderSettings {
  /** Language of the interface, a BCP 47 tag. */
  readonly locale: string
  /** The catalog of that language; `undefined`: English, which the parts that show text bring along. */
  readonly messages: Messages | undefined
  readonly appearance: Appearance
  /** For whoever must write a style or script element. */
  readonly nonce: string | undefined
  readonly terms: TermsSource | undefined
  readonly queryClient: QueryClient | undefined
}

/** What the parts of the kit know beside it. */
export interface OwnSettings extends ProviderSettings {
  /** By what a style element of the provider finds its parts; `undefined`: it has none. */
  readonly lookId: string | undefined
}

export const StoreContext = createContext<ConsentStore | undefined>(undefined)
export const SettingsContext = createContext<OwnSettings | undefined>(undefined)

/** The store of the nearest provider. */
export function useStore(): ConsentStore {
  return useContext(StoreContext) ?? noProvider()
}

/** What the nearest provider was given: language, texts, looks. */
export function useProviderSettings(): ProviderSettings {
  return useContext(SettingsContext) ?? noProvider()
}

/** Throws what a part says that needs a provider and has none. */
export function noProvider(): never {
  throw new LicetError(
    'invalid_configuration',
    'There is no ConsentProvider above this component. It has no client to ask. Wrap the app in <ConsentProvider>.',
  )
}
