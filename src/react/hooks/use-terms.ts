'use client'

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { TermsStatus } from '../../core/consent-flow.ts'
import { isLicetError, LicetError } from '../../core/errors.ts'
import { parseTimestamp } from '../../core/timestamp.ts'
import { compileTermsTree, type DefinedAgreement, type TermsTree } from '../../terms/index.ts'
import { useInternalSettings, useProviderSettings } from '../provider/context.ts'
import type { LoadTermsOptions } from '../provider/load-terms.ts'
import { useIsHydrated } from '../provider/use-is-hydrated.ts'
import { useIsomorphicLayoutEffect } from '../provider/use-isomorphic-layout-effect.ts'
import type { AskingStore } from '../store/consent-store.ts'
import type { ConsentView } from '../store/consent-view.ts'
import { usePrepared } from '../store/use-prepared.ts'
import { useSelected } from '../store/use-selected.ts'
import { useStore } from '../store/use-store.ts'
import type { TermsSource, UseTermsResult } from '../types.ts'

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
  const store = useStore()
  const { terms: source, unavailableTerms } = useInternalSettings()
  const { agreement } = store.question.checked
  const signed = useSignedTerms()
  const isFetched = source !== undefined && signed.error === undefined
  const fetched = useFetchedTerms(isFetched && unavailableTerms === undefined ? source : undefined, signed.text)
  const { status, text, error } = unavailableTerms ?? (isFetched ? fetched.result : signed)
  const retry = unavailableTerms?.retry ?? fetched.retry
  const hash = useHash(text)
  useShownTerms(status, text, error, retry)
  usePrepared(true)
  return useMemo(
    () => ({
      status,
      isPending: status === 'pending',
      text,
      hash,
      locale: source?.locale ?? agreement.locale,
      tree: status === 'ready' ? signed.tree : undefined,
      error,
      retry,
    }),
    [status, text, hash, source, agreement, signed, error, retry],
  )
}

/** The text of the terms, or why there is none. */
export interface TermsResult {
  readonly status: UseTermsResult['status']
  readonly text: string
  readonly tree?: TermsTree | undefined
  readonly error: LicetError | undefined
}

const compiledTerms = new WeakMap<DefinedAgreement, TermsResult>()

/** Returns the text that an Accept signs, or why nothing can be signed. */
export function useSignedTerms(): TermsResult {
  const store = useStore()
  const { agreement } = store.question.checked
  // A server can render long before the visit, so it reads no clock and treats no agreement as expired.
  const now = useIsHydrated() ? store.now : undefined
  return useMemo(() => compile(agreement, () => store.question.terms(), now), [agreement, store, now])
}

/** Compiles the text and the tree of an agreement, once for each agreement. */
function compile(agreement: DefinedAgreement, terms: () => string, now: (() => number) | undefined): TermsResult {
  if (now && typeof agreement.expiry === 'string' && (parseTimestamp(agreement.expiry) ?? Infinity) < now())
    return failed('invalid', expiredError())
  const known = compiledTerms.get(agreement)
  if (known !== undefined) return known
  let result: TermsResult
  try {
    result = { status: 'ready', text: terms(), tree: compileTermsTree(agreement), error: undefined }
  } catch (error) {
    if (!isLicetError(error)) throw error
    result = failed('invalid', error)
  }
  compiledTerms.set(agreement, result)
  return result
}

const PENDING: TermsResult = { status: 'pending', text: '', error: undefined }

/** Fetches the terms from the source of the host app. */
function useFetchedTerms(
  source: TermsSource | undefined,
  signed: string,
): { readonly result: TermsResult; readonly retry: () => void } {
  const store = useStore()
  const { queryClient } = useProviderSettings()
  const isOnline = useSelected(toIsOnline)
  const [retried, setRetried] = useState<{ readonly request: object | undefined }>()
  const [loaded, setLoaded] = useState<{ readonly attempt: object; readonly result: TermsResult }>()
  const request = useMemo(() => source && { source, signed, owner: store, queryClient }, [source, signed, store, queryClient])
  // Each attempt is a separate object, so the result of another attempt or another agreement is never shown.
  const attempt = useMemo(() => request && { ...request, again: retried?.request === request }, [request, retried])
  useEffect(() => {
    if (attempt === undefined) return
    let isCurrent = true
    loadTermsResult(attempt).then((result) => isCurrent && setLoaded({ attempt, result }))
    return () => {
      isCurrent = false
    }
  }, [attempt])
  const result = loaded !== undefined && loaded.attempt === attempt ? loaded.result : PENDING
  const retry = useCallback(() => setRetried({ request }), [request])
  const hasFailed = result.status === 'error'
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    // When the network returns, the terms load again automatically.
    if (isOnline && !wasOnline.current && hasFailed) retry()
    wasOnline.current = isOnline
  }, [isOnline, hasFailed, retry])
  return { result, retry }
}

/** One request for a text. */
export interface TermsRequest extends Omit<LoadTermsOptions, 'hash'> {
  readonly owner: AskingStore
}

/** Loads a text. Never rejects: a failure is part of the result. */
export function loadTermsResult(request: TermsRequest): Promise<TermsResult> {
  return import('../provider/load-terms.ts')
    .then((module) => module.loadTerms({ ...request, hash: request.owner.question.hash }))
    .catch((cause: unknown) => failed('error', isLicetError(cause) ? cause : unavailableError(cause)))
}

function toIsOnline({ flow }: ConsentView): boolean {
  return flow.online
}

function failed(status: 'error' | 'invalid', error: LicetError): TermsResult {
  return { status, text: '', error }
}

function expiredError(): LicetError {
  return new LicetError(
    'license_expired',
    'The `expiry` of the agreement is in the past. Nobody can agree to it, and nothing is signed. Set a later date, or null.',
    { field: 'agreement.expiry' },
  )
}

function unavailableError(cause: unknown): LicetError {
  return new LicetError(
    'terms_unavailable',
    'The terms did not load. Nothing can be accepted without them. Call `retry()`. `cause` has the reason.',
    { cause },
  )
}

/** Computes the SHA3-256 of the text on screen, after the text is shown: the code for SHA-3 loads later. */
export function useHash(text: string): string | undefined {
  const store = useStore()
  const [hashed, setHashed] = useState<{ readonly text: string; readonly hash: string }>()
  useEffect(() => {
    if (text === '') return
    let isCurrent = true
    // The text is usable without its hash: the client hashes again what it signs.
    store.question.hash(text).then(
      (hash) => isCurrent && setHashed({ text, hash }),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [store, text])
  return hashed?.text === text ? hashed.hash : undefined
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
