'use client'

import type { QueryClient } from '@tanstack/react-query'
import { createContext, type RefObject, useContext } from 'react'
import { LicetError } from '../../core/errors.ts'
import type { Messages } from '../../locales/format/messages.ts'
import { findOtherCopy } from '../developer/copies.ts'
import type { GivenHint } from '../hint/consent-hint.ts'
import type { ConsentStore } from '../store/consent-store.ts'
import type { Apart } from './apart.tsx'
import type { Appearance } from './appearance.ts'

/** The settings of a provider. */
export interface ProviderSettings {
  /** Language of the interface, a BCP 47 tag. */
  readonly locale: string
  /** The catalog of that language. `undefined` means English, which the components include. */
  readonly messages: Messages | undefined
  readonly appearance: Appearance
  /** The CSP nonce for style and script elements. */
  readonly nonce: string | undefined
  readonly queryClient: QueryClient | undefined
}

/** What the terms need is loading or did not load, or their text is not the expected one, so the terms cannot be shown. */
export interface UnavailableTerms {
  readonly status: 'pending' | 'error' | 'invalid'
  readonly text: ''
  readonly error: LicetError | undefined
  /** Starts to load it, once. Resolves when it has loaded or failed to load. */
  readonly load: () => Promise<unknown>
  readonly retry: () => void
}

/** The settings of a provider that only the kit reads. */
export interface InternalSettings extends ProviderSettings {
  /** The value of `data-licet-look` by which a style element of the provider selects its parts; `undefined` without a style element. */
  readonly styleScope: string | undefined
  /** Why there are no terms in the language of the provider; `undefined` when there are. */
  readonly unavailableTerms: UnavailableTerms | undefined
  /** Why the text of a contract of the company is missing; `undefined` when it is there. */
  readonly loadingTerms: UnavailableTerms | undefined
  /** The text of a contract of the company is there, and is still being checked: nobody can agree to it yet. */
  readonly isUnchecked: boolean
  /** The `hint` of the provider, which a server read from a cookie; `undefined` without one. */
  readonly hint: GivenHint | undefined
  /** The last click on the page. */
  readonly lastClick: RefObject<MouseEvent | undefined>
  /** Renders content at the provider. */
  readonly setApart: (apart: Apart) => void
}

export const StoreContext = createContext<ConsentStore | undefined>(undefined)
export const SettingsContext = createContext<InternalSettings | undefined>(undefined)

/** Returns the store of the nearest provider, which reads the license. `useStore()` returns the one that asks and signs. */
export function useConsentStore(): ConsentStore {
  return useContext(StoreContext) ?? throwNoProvider()
}

/**
 * Returns the settings of the nearest provider: language, words, appearance.
 *
 * @throws {LicetError} `invalid_configuration` outside of a provider
 */
export function useProviderSettings(): ProviderSettings {
  return useInternalSettings()
}

/** Returns all settings of the nearest provider. */
export function useInternalSettings(): InternalSettings {
  return useContext(SettingsContext) ?? throwNoProvider()
}

/** Throws the error of a component that is outside of every provider. */
export function throwNoProvider(): never {
  const copy = process.env.NODE_ENV === 'production' ? undefined : findOtherCopy()
  if (copy !== undefined)
    throw new LicetError(
      'invalid_configuration',
      `The ConsentProvider above this component is from another copy of licet. It has nothing to ask for. The provider is from ${copy.other}, and this component is from ${copy.own}. Keep one copy: see \`npm ls licet\`, and run \`npm dedupe\`, or set \`resolve.dedupe\` of the bundler to ["licet"].`,
    )
  throw new LicetError(
    'invalid_configuration',
    'There is no ConsentProvider above this component. It has nothing to ask for. Wrap the app in <ConsentProvider>.',
  )
}
