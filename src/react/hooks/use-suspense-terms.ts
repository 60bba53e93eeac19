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
import { loadTermsResult, type TermsRequest, type TermsResult, toFlowTerms, useHash, useSignedTerms } from './use-terms.ts'

/** A server does not fetch the terms: only the text that is signed is valid, and the server has it already. */
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
  const { terms: source, queryClient, unavailableTerms } = useInternalSettings()
  const signed = useSignedTerms()
  if (unavailableTerms !== undefined) {
    if (isServer) throw noWordsOnServer()
    const { status, error, retry, load } = unavailableTerms
    showInstead(store, { terms: toFlowTerms(status, ''), error, retry })
    throw error ?? load()
  }
  throwUnlessReady(store, signed)
  const { text, tree } = signed
  if (source !== undefined && !isServer) readFetched({ source, signed: text, owner: store, queryClient, again: false })
  const hash = useHash(text)
  usePrepared(true)
  // A layout effect, because it is removed while a boundary hides the page: a hidden text is not on screen.
  useIsomorphicLayoutEffect(() => {
    fallbackTerms.get(store)?.()
    return store.question.showTerms({ terms: { status: 'shown', text }, error: undefined, retry: nothing })
  }, [store, text])
  const locale = source?.locale ?? store.agreement.locale
  return useMemo(() => ({ text, hash, locale, tree }), [text, hash, locale, tree])
}

/** One text that is loading or has loaded. */
interface Loading {
  /** Resolves when there is a result, or when another attempt replaces this one. */
  readonly ended: Promise<void>
  readonly end: () => void
  result?: TermsResult
}

// Keyed by content and outside of every component: React discards a component that suspends, and the provider with it when no boundary
// stands between them, and creates both again for the next attempt. There is one entry for each text of the page.
const loadings = new Map<string, Loading>()

function readFetched(request: TermsRequest): void {
  const { source, signed, owner } = request
  const name = JSON.stringify([source.key, source.hash, signed])
  const { result, ended } = loadings.get(name) ?? start(name, request)
  const retry = () => {
    const last = loadings.get(name)
    start(name, { ...request, again: true })
    last?.end()
  }
  if (result === undefined) {
    showInstead(owner, { terms: { status: 'loading' }, error: undefined, retry })
    throw ended
  }
  throwUnlessReady(owner, result, retry)
}

function start(name: string, request: TermsRequest): Loading {
  let end = nothing
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const loading: Loading = { ended, end }
  loadings.set(name, loading)
  loadTermsResult(request).then((result) => {
    loading.result = result
    end()
  })
  return loading
}

/** Throws the error of terms that nobody can agree to. */
function throwUnlessReady(store: AskingStore, { status, error }: TermsResult, retry = nothing): void {
  if (status === 'ready') return
  showInstead(store, { terms: toFlowTerms(status, ''), error, retry })
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

function noWordsOnServer(): LicetError {
  return new LicetError(
    'code_unavailable',
    'The words of this `locale` load in the browser only. The server rendered the fallback of the nearest Suspense instead. To render the terms on the server, pass `messages` and `agreement.template`.',
    { field: 'locale' },
  )
}

function nothing(): void {}
