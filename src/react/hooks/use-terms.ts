'use client'

import { useEffect, useMemo, useState } from 'react'
import type { CheckedAgreement } from '../../client/config.ts'
import type { TermsStatus } from '../../core/consent-flow.ts'
import type { LicetError } from '../../core/errors.ts'
import type { TermsTree } from '../../terms/index.ts'
import { isPreparedText } from '../../terms/prepared/prepared-agreement.ts'
import { useInternalSettings } from '../provider/context.ts'
import { useIsHydrated } from '../provider/use-is-hydrated.ts'
import { useIsomorphicLayoutEffect } from '../provider/use-isomorphic-layout-effect.ts'
import { faultOf } from '../store/agreement-fault.ts'
import { onReconnect } from '../store/on-reconnect.ts'
import { usePrepared } from '../store/use-prepared.ts'
import { useStore } from '../store/use-store.ts'
import type { UseTermsResult } from '../types.ts'

/**
 * Returns the terms to show, and their hash.
 *
 * Render `text`, or `tree`, which is the same document: an Accept signs this text, and is refused while no component shows it.
 *
 * @example
 * const { status, text } = useTerms()
 * return status === 'ready' && <pre>{text}</pre>
 */
export function useTerms(): UseTermsResult {
  const terms = useTermsOnScreen()
  const hash = useHash(terms.text)
  return useMemo(() => ({ ...terms, hash }), [terms, hash])
}

/** Returns the terms as {@link useTerms} does, without their hash: its arrival renders nothing. */
export function useTermsOnScreen(): Omit<UseTermsResult, 'hash'> {
  const store = useStore()
  const { unavailableTerms, loadingTerms, isUnchecked } = useInternalSettings()
  const { agreement } = store.question.checked
  const signed = useSignedTerms()
  const missing = unavailableTerms ?? loadingTerms
  const { status, text, error } = missing ?? signed
  const retry = missing?.retry ?? nothing
  useRetryWhenOnline(status === 'error', retry)
  useShownTerms(isUnchecked && status === 'ready' ? 'pending' : status, text, error, retry)
  usePrepared(true)
  return useMemo(
    () => ({
      status,
      isPending: status === 'pending',
      text,
      locale: agreement.locale,
      tree: status === 'ready' ? signed.tree : undefined,
      error,
      retry,
    }),
    [status, text, agreement, signed, error, retry],
  )
}

/** Loads the terms again when the network returns, as the client reports it. */
function useRetryWhenOnline(hasFailed: boolean, retry: () => void): void {
  const store = useStore()
  useEffect(() => (hasFailed ? onReconnect(store, retry) : undefined), [store, hasFailed, retry])
}

/** The text of the terms, or why there is none. */
export interface TermsResult {
  readonly status: UseTermsResult['status']
  readonly text: string
  readonly tree?: TermsTree | undefined
  readonly error: LicetError | undefined
}

const results = new WeakMap<CheckedAgreement, TermsResult>()

/** Returns the text that an Accept signs, or why nothing can be signed. */
export function useSignedTerms(): TermsResult {
  const store = useStore()
  const { checked } = store.question
  // A server can render long before the visit, so it reads no clock and treats no agreement as expired.
  const now = useIsHydrated() ? store.now : undefined
  return useMemo(() => toResult(checked, now), [checked, now])
}

/** Returns the text and the tree of an agreement, the same object for each agreement, or why there are none. */
function toResult(checked: CheckedAgreement, now: (() => number) | undefined): TermsResult {
  const error = faultOf(checked, now)
  if (error !== undefined) return failed('invalid', error)
  const known = results.get(checked)
  if (known !== undefined) return known
  const { terms: text, tree } = checked
  const result = { status: 'ready' as const, text, tree, error }
  results.set(checked, result)
  return result
}

function failed(status: 'error' | 'invalid', error: LicetError): TermsResult {
  return { status, text: '', error }
}

/** Computes the SHA3-256 of the text on screen, after the text is shown: the code for SHA-3 loads later. */
export function useHash(text: string): string | undefined {
  const store = useStore()
  const [hashed, setHashed] = useState<{ readonly text: string; readonly hash: string }>()
  const { agreement } = store.question.checked
  const prepared = isPreparedText(agreement) && agreement.text === text ? agreement.hash : undefined
  useEffect(() => {
    if (text === '' || prepared !== undefined) return
    let isCurrent = true
    // The text is usable without its hash: the client hashes again what it signs.
    store.question.hash(text).then(
      (hash) => isCurrent && setHashed({ text, hash }),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [store, text, prepared])
  return prepared ?? (hashed?.text === text ? hashed.hash : undefined)
}

/** Reports to the flow which terms are on screen, while the component is mounted. */
function useShownTerms(status: UseTermsResult['status'], text: string, error: LicetError | undefined, retry: () => void): void {
  const store = useStore()
  // A layout effect, so that nobody sees a question without its text in between.
  useIsomorphicLayoutEffect(
    () => store.question.showTerms({ terms: toFlowTerms(status, text), error, retry }),
    [store, status, text, error, retry],
  )
}

/** Converts the status of `useTerms()` to the terms of the flow. */
export function toFlowTerms(status: UseTermsResult['status'], text: string): TermsStatus {
  if (status === 'ready') return { status: 'shown', text }
  return { status: status === 'pending' ? 'loading' : status }
}

function nothing(): void {}
