'use client'

import { useMemo } from 'react'
import { LicetError } from '../../core/errors.ts'
import { useInternalSettings } from '../provider/context.ts'
import { useIsomorphicLayoutEffect } from '../provider/use-isomorphic-layout-effect.ts'
import type { AskingStore } from '../store/consent-store.ts'
import type { ShownTerms } from '../store/shown-terms.ts'
import { usePrepared } from '../store/use-prepared.ts'
import { useStore } from '../store/use-store.ts'
import type { UseSuspenseTermsResult } from '../types.ts'
import { type TermsResult, toFlowTerms, useHash, useSignedTerms } from './use-terms.ts'

/** A server loads nothing while it renders. */
const isServer = typeof document === 'undefined'

/**
 * Returns the terms for a page that uses `Suspense`: the text is always there.
 *
 * The component suspends while the terms load. Terms that nobody can agree to are thrown to the nearest error boundary. Call `retry` of
 * `useConsent()` in either fallback to load them again.
 *
 * @throws {LicetError} `terms_unavailable`, `terms_changed`, `unfilled_placeholder`, `license_expired`, `code_unavailable`
 * @example
 * const { text } = useSuspenseTerms()
 */
export function useSuspenseTerms(): UseSuspenseTermsResult {
  const store = useStore()
  const { unavailableTerms, loadingTerms, isUnchecked } = useInternalSettings()
  const missing = unavailableTerms ?? loadingTerms
  const signed = useSignedTerms()
  if (missing !== undefined) {
    if (isServer) throw notOnServer()
    const { status, error, retry, load } = missing
    showInstead(store, { terms: toFlowTerms(status, ''), error, retry })
    throw error ?? load()
  }
  throwUnlessReady(store, signed)
  const { text, tree } = signed
  const hash = useHash(text)
  usePrepared(true)
  // A layout effect, because it is removed while a boundary hides the page: a hidden text is not on screen.
  useIsomorphicLayoutEffect(() => {
    fallbackTerms.get(store)?.()
    const terms = toFlowTerms(isUnchecked ? 'pending' : 'ready', text)
    return store.question.showTerms({ terms, error: undefined, retry: nothing })
  }, [store, text, isUnchecked])
  const { locale } = store.agreement
  return useMemo(() => ({ text, hash, locale, tree }), [text, hash, locale, tree])
}

/** Throws the error of terms that nobody can agree to. */
function throwUnlessReady(store: AskingStore, { status, error }: TermsResult): void {
  if (status === 'ready') return
  showInstead(store, { terms: toFlowTerms(status, ''), error, retry: nothing })
  throw error
}

/** Removes the state that was shown instead of a text, by store. */
const fallbackTerms = new WeakMap<AskingStore, () => void>()

/** Reports the state of the terms for a component that suspends or throws, and so has no effects. Any text on screen takes precedence. */
function showInstead(store: AskingStore, shown: ShownTerms): void {
  // In a microtask: rendering must not update other components.
  queueMicrotask(() => {
    fallbackTerms.get(store)?.()
    fallbackTerms.set(store, store.question.showTerms(shown, 'unshift'))
  })
}

function notOnServer(): LicetError {
  return new LicetError(
    'code_unavailable',
    'What the terms need loads in the browser only. The server rendered the fallback of the nearest Suspense instead. To render the terms on the server, pass `messages` and `agreement.template`, and the result of `loadTerms()` as `agreement`.',
    { field: 'locale' },
  )
}

function nothing(): void {}
