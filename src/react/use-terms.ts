'use client'

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { TermsStatus } from '../core/consent-flow.ts'
import { isLicetError, LicetError } from '../core/errors.ts'
import { parseTimestamp } from '../core/timestamp.ts'
import { compileTermsTree, type DefinedAgreement, type TermsTree } from '../terms/index.ts'
import type { ConsentStore } from './consent-store.ts'
import type { ConsentView } from './consent-view.ts'
import { useProviderSettings, useStore } from './context.ts'
import type { LoadTermsOptions } from './load-terms.ts'
import type { TermsSource, UseTermsResult } from './types.ts'
import { useIsHydrated } from './use-is-hydrated.ts'
import { usePrepared } from './use-prepared.ts'
import { useSelected } from './use-selected.ts'

/**
 * The terms to show, and their hash. A component that uses this hook says that it has the text on screen: render `text` (or `tree`, the same
 * document). Without it on screen nothing can be accepted, and what an Accept signs is this very text (experience 1 and 2).
 */
export function useTerms(): UseTermsResult {
  const store = useStore()
  const { terms: source } = useProviderSettings()
  const { agreement } = store.client
  const signed = useSigned()
  const fetched = useFetchedTerms(signed.error === undefined ? source : undefined, signed.text)
  const { status, text, error } = source === undefined || signed.error !== undefined ? signed : fetched.standing
  const { retry } = fetched
  const hash = useHash(text)
  useShowing(status, text, error, retry)
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

/** What stands of a text: it is there, or why it is not. */
export interface Standing {
  readonly status: UseTermsResult['status']
  readonly text: string
  readonly tree?: TermsTree | undefined
  readonly error: LicetError | undefined
}

const cache = new WeakMap<DefinedAgreement, Standing>()

/** The text that an Accept signs, or why it can sign none. */
export function useSigned(): Standing {
  const store = useStore()
  const { agreement } = store.client
  // A server may render long before the visit: there nothing has ended yet, and no clock is read.
  const now = useIsHydrated() ? store.now : undefined
  return useMemo(() => compiled(agreement, () => store.client.terms(), now), [agreement, store, now])
}

/** The text and the tree of an agreement, made once. */
function compiled(agreement: DefinedAgreement, terms: () => string, now: (() => number) | undefined): Standing {
  if (now && agreement.expiry !== null && (parseTimestamp(agreement.expiry) ?? Infinity) < now())
    return failed('invalid', hasEnded())
  const known = cache.get(agreement)
  if (known !== undefined) return known
  let standing: Standing
  try {
    standing = { status: 'ready', text: terms(), tree: compileTermsTree(agreement), error: undefined }
  } catch (error) {
    if (!isLicetError(error)) throw error
    standing = failed('invalid', error)
  }
  cache.set(agreement, standing)
  return standing
}

const LOADING: Standing = { status: 'pending', text: '', error: undefined }

/** Terms from where the host keeps them. */
function useFetchedTerms(
  source: TermsSource | undefined,
  signed: string,
): { readonly standing: Standing; readonly retry: () => void } {
  const store = useStore()
  const { queryClient } = useProviderSettings()
  const online = useSelected(toOnline)
  const [retried, setRetried] = useState<{ readonly asked: object | undefined }>()
  const [loaded, setLoaded] = useState<{ readonly wanted: object; readonly standing: Standing }>()
  const asked = useMemo(() => source && { source, signed, owner: store, queryClient }, [source, signed, store, queryClient])
  // One object for each load: what came of another one, of another agreement's text too, is not shown.
  const wanted = useMemo(() => asked && { ...asked, again: retried?.asked === asked }, [asked, retried])
  useEffect(() => {
    if (wanted === undefined) return
    let current = true
    load(wanted).then((standing) => current && setLoaded({ wanted, standing }))
    return () => {
      current = false
    }
  }, [wanted])
  const standing = loaded !== undefined && loaded.wanted === wanted ? loaded.standing : LOADING
  const retry = useCallback(() => setRetried({ asked }), [asked])
  const hasFailed = standing.status === 'error'
  const wasOnline = useRef(online)
  useEffect(() => {
    // With the network the terms come back by themselves.
    if (online && !wasOnline.current && hasFailed) retry()
    wasOnline.current = online
  }, [online, hasFailed, retry])
  return { standing, retry }
}

/** A text that is loaded. */
export interface WantedTerms extends Omit<LoadTermsOptions, 'hash'> {
  readonly owner: ConsentStore
}

/** Loads a text, and says what came of it. Never rejects. */
export function load(wanted: WantedTerms): Promise<Standing> {
  return import('./load-terms.ts')
    .then(({ loadTerms }) => loadTerms({ ...wanted, hash: wanted.owner.hash }))
    .catch((cause: unknown) => failed('error', isLicetError(cause) ? cause : unavailable(cause)))
}

function toOnline({ flow }: ConsentView): boolean {
  return flow.online
}

function failed(status: 'error' | 'invalid', error: LicetError): Standing {
  return { status, text: '', error }
}

function hasEnded(): LicetError {
  return new LicetError(
    'license_expired',
    'The agreement ends before today. Nobody can agree to what is over. Give it a later `expiry`, or null.',
    { field: 'agreement.expiry' },
  )
}

function unavailable(cause: unknown): LicetError {
  return new LicetError(
    'terms_unavailable',
    'The terms could not be loaded. Nobody can agree to what they cannot read. Try again.',
    { cause },
  )
}

/** SHA3-256 of the text on screen; computed after it is there, since SHA-3 has to be loaded first. */
export function useHash(text: string): string | undefined {
  const store = useStore()
  const [hashed, setHashed] = useState<{ readonly text: string; readonly hash: string }>()
  useEffect(() => {
    if (text === '') return
    let current = true
    // Without its hash the text is as good; the client hashes again what it signs.
    store.hash(text).then(
      (hash) => current && setHashed({ text, hash }),
      () => {},
    )
    return () => {
      current = false
    }
  }, [store, text])
  return hashed?.text === text ? hashed.hash : undefined
}

/** Tells the flow what is on screen, for as long as it is. */
function useShowing(status: UseTermsResult['status'], text: string, error: LicetError | undefined, retry: () => void): void {
  const store = useStore()
  useEffect(() => {
    const standing: TermsStatus =
      status === 'ready' ? { status: 'shown', text } : { status: status === 'pending' ? 'loading' : status }
    return store.showTerms({ standing, error, retry })
  }, [store, status, text, error, retry])
}
