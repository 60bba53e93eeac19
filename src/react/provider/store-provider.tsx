'use client'

import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { rememberCopy } from '../developer/copies.ts'
import { warnMisuse } from '../developer/warn-misuse.ts'
import { useHint } from '../hint/use-hint.ts'
import type { ConsentStore } from '../store/consent-store.ts'
import { useApart } from './apart.tsx'
import type { Appearance } from './appearance.ts'
import { type InternalSettings, SettingsContext, StoreContext } from './context.ts'
import { followEnd, type KnownEnd } from './moving-end.ts'
import { type NewestConfig, withNewestCallbacks } from './newest-callbacks.ts'
import type { ConfigWithoutUser, ConsentProviderProps } from './provider-props.ts'
import { ServerStyle } from './server-style.tsx'
import { toKey } from './to-key.ts'
import { useIsHydrated } from './use-is-hydrated.ts'
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect.ts'
import { useLanguage } from './use-language.ts'
import { useLastClick } from './use-last-click.ts'
import { useOwnTerms } from './use-own-terms.ts'

/** Creates the store for the props of a provider. */
export type CreateStore = (props: ConsentProviderProps, showsEarly: boolean) => ConsentStore

/** Props of {@link StoreProvider}. */
export type StoreProviderProps = ConsentProviderProps & { readonly createStore: CreateStore }

const NO_APPEARANCE: Appearance = {}

/**
 * Provides a store and the settings to the components below it. `createStore` decides whether a client or a preview is behind the store.
 */
export function StoreProvider({ createStore, ...props }: StoreProviderProps): ReactNode {
  if (process.env.NODE_ENV !== 'production') rememberCopy()
  const { children, queryClient, nonce, updateWeight, onEvent } = props
  const { locale, messages, template, unavailableTerms } = useLanguage(props)
  const appearance = useAppearance(props.appearance ?? NO_APPEARANCE)
  const { props: asked, loadingTerms, isUnchecked } = useOwnTerms(props, locale, template)
  // The question needs its words, and a server may know of an answer.
  const showsEarly = unavailableTerms === undefined && typeof props.hint !== 'string'
  const store = useProvidedStore(asked, createStore, showsEarly)
  const hint = useHint(props, store)
  useIsomorphicLayoutEffect(() => {
    store.onEvent = onEvent
  }, [store, onEvent])
  // While the words load, the agreement may be in another language: nothing is asked.
  const isReady = unavailableTerms?.status !== 'pending'
  // A layout effect, so that storage is read before the first paint.
  useIsomorphicLayoutEffect(() => {
    if (isReady) store.connect(updateWeight)
  }, [store, updateWeight, isReady])
  // Not a layout effect: React removes those while a boundary above hides the page, although the person is still there.
  useEffect(() => store.disconnect, [store])
  const styleScope = useStyleScope(nonce, appearance)
  const lastClick = useLastClick()
  const [apart, setApart] = useApart(store.person)
  const settings = useMemo<InternalSettings>(
    () => ({
      locale,
      messages,
      appearance,
      styleScope,
      nonce,
      queryClient,
      unavailableTerms,
      loadingTerms,
      isUnchecked,
      hint,
      lastClick,
      setApart,
    }),
    [
      locale,
      messages,
      appearance,
      styleScope,
      nonce,
      queryClient,
      unavailableTerms,
      loadingTerms,
      isUnchecked,
      hint,
      lastClick,
      setApart,
    ],
  )
  return (
    <StoreContext.Provider value={store}>
      <SettingsContext.Provider value={settings}>
        {styleScope && nonce && <ServerStyle scope={styleScope} nonce={nonce} appearance={appearance} />}
        {children}
        {apart}
      </SettingsContext.Provider>
    </StoreContext.Provider>
  )
}

/** Returns the same appearance until its content changes. Elements are compared by identity, because they can be circular. */
function useAppearance(appearance: Appearance): Appearance {
  const { logo, illustration, icons, ...content } = appearance
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are all of its members
  return useMemo(() => appearance, [JSON.stringify(content), logo, illustration, icons])
}

/** Returns the selector scope for the variables in HTML from a server. It stays for as long as the provider is mounted. */
function useStyleScope(nonce: string | undefined, { variables }: Appearance): string | undefined {
  const id = useId()
  const isHydrated = useIsHydrated()
  const [isFromServer] = useState(!isHydrated && !!nonce && variables !== undefined)
  // Only word characters: the scope is part of a selector.
  return isFromServer ? `look${id.replace(/\W/g, '')}` : undefined
}

/** Returns the same store until the client, the person, the configuration or the preview changes. */
function useProvidedStore(props: ConsentProviderProps, createStore: CreateStore, showsEarly: boolean): ConsentStore {
  const { client, config, userId, preview } = props
  // These parts of the environment cannot be compared by content and can be circular. JSON.stringify leaves out functions.
  // An identity token is another one at each visit: only whether there is one counts.
  const { storage, locks, connectivity, crypto, identity, ...content }: Partial<ConfigWithoutUser> = { ...config }
  const key = client ?? toKey([userId ?? content.userId, preview, content, identity !== undefined])
  // The same person at the same service: what is stored on this device stays the same under another configuration.
  const { provider, authUrl, trailUrl } = content
  const owner = client || preview ? undefined : toKey([userId ?? content.userId, provider?.id, authUrl, trailUrl])
  const create = () => {
    // One holder for each store: the client of the person before never gets the token of the next one.
    const newest = { current: config ?? {} } as NewestConfig
    const given = config && { ...props, config: withNewestCallbacks(config, newest) }
    return { store: createStore((given ?? props) as ConsentProviderProps, showsEarly), newest }
  }
  const [current, setCurrent] = useState(() => ({ key, owner, ...create(), end: { content } as KnownEnd }))
  const { isMoving } = current.end
  useIsomorphicLayoutEffect(() => {
    if (config !== undefined && current.key === key) current.newest.current = config
  })
  useEffect(() => {
    if (isMoving) warnMisuse('expiry')
  }, [isMoving])
  if (current.key === key) return current.store
  const end: KnownEnd =
    owner !== undefined && owner === current.owner ? followEnd(current.end, content, current.store.now()) : { content }
  if (end.isMoving) {
    if (!isMoving) setCurrent({ ...current, end })
    return current.store
  }
  const next = { key, owner, ...create(), end }
  if (owner !== undefined && owner === current.owner) next.store.continueFrom(current.store)
  setCurrent(next)
  return next.store
}
