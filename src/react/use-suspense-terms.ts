'use client'

import { useMemo } from 'react'
import type { ConsentStore, ShownTerms } from './consent-store.ts'
import { useProviderSettings, useStore } from './context.ts'
import type { UseSuspenseTermsResult } from './types.ts'
import { useLayout } from './use-layout.ts'
import { usePrepared } from './use-prepared.ts'
import { load, type Standing, useHash, useSigned, type WantedTerms } from './use-terms.ts'

/** A server has no time to wait. It knows the text: what is fetched is right only if it is the one that is signed. */
const onServer = typeof document === 'undefined'

/**
 * `useTerms()` for a page with `Suspense`: the text is there, always. Until it is, the component waits in the nearest `Suspense`, and what
 * keeps it from being agreed to is thrown to the nearest error boundary. `retry` of `useConsent()` loads it again, from within either.
 *
 * @throws {LicetError} `terms_unavailable`, `terms_changed`, `unfilled_placeholder`, `license_expired`
 * @example
 * const { text } = useSuspenseTerms()
 */
export function useSuspenseTerms(): UseSuspenseTermsResult {
  const store = useStore()
  const { terms: source, queryClient } = useProviderSettings()
  const signed = useSigned()
  read(store, signed)
  const { text, tree } = signed
  if (source !== undefined && !onServer) readLoaded({ source, signed: text, owner: store, queryClient, again: false })
  const hash = useHash(text)
  usePrepared(true)
  // With the layout, which goes while a boundary hides the page: a text that gave way to what is shown meanwhile is not on screen.
  useLayout(() => {
    places.get(store)?.()
    return store.showTerms({ standing: { status: 'shown', text }, error: undefined, retry: nothing })
  }, [store, text])
  const locale = source?.locale ?? store.client.agreement.locale
  return useMemo(() => ({ text, hash, locale, tree }), [text, hash, locale, tree])
}

/** One text that is being loaded, or was. */
interface Loading {
  /** Over once there is a standing, or somebody tried again. */
  readonly over: Promise<void>
  readonly end: () => void
  standing?: Standing
}

// By what they say, and in no component: React drops one that waits, the provider around it, too, where no boundary is between them, and
// makes both anew to try again. There are as many as the page has texts.
const loadings = new Map<string, Loading>()

function readLoaded(wanted: WantedTerms): void {
  const { source, signed, owner } = wanted
  const name = JSON.stringify([source.key, source.hash, signed])
  const { standing, over } = loadings.get(name) ?? begin(name, wanted)
  const retry = () => {
    const last = loadings.get(name)
    begin(name, { ...wanted, again: true })
    last?.end()
  }
  if (standing === undefined) {
    tell(owner, { standing: { status: 'loading' }, error: undefined, retry })
    throw over
  }
  read(owner, standing, retry)
}

function begin(name: string, wanted: WantedTerms): Loading {
  let end = nothing
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  const loading: Loading = { over, end }
  loadings.set(name, loading)
  load(wanted).then((standing) => {
    loading.standing = standing
    end()
  })
  return loading
}

/** Throws what a text cannot be agreed to for. */
function read(store: ConsentStore, { status, error }: Standing, retry = nothing): void {
  if (status === 'ready' || status === 'pending') return
  tell(store, { standing: { status }, error, retry })
  throw error
}

/** What is told in the place of a text that is not on screen. */
const places = new WeakMap<ConsentStore, () => void>()

/** Says for a component that waits or fails what stands of its text: it has no effect that could. Whatever text is on screen counts before it. */
function tell(store: ConsentStore, shown: ShownTerms): void {
  // Rendering tells nobody.
  queueMicrotask(() => {
    places.get(store)?.()
    places.set(store, store.showTerms(shown, 'unshift'))
  })
}

function nothing(): void {}
