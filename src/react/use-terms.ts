'use client'

import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { TermsStanding } from '../core/consent-flow.ts'
import { isLicetError, LicetError } from '../core/errors.ts'
import { compileTermsTree, type DefinedAgreement, type TermsTree } from '../terms/index.ts'
import { useConsentSettings, useStore } from './context.ts'
import type { LoadedTerms } from './load-terms.ts'
import { useKitQueryClient } from './query-client.ts'
import type { TermsApi } from './types.ts'

/**
 * The terms to show, and their hash. A component that uses this hook says that it has the text on screen: render `text` (or `tree`, the same
 * document). Without it on screen nothing can be accepted, and what an Accept signs is this very text (experience 1 and 2).
 */
export function useTerms(): TermsApi {
  const store = useStore()
  const { terms: source } = useConsentSettings()
  const { agreement } = store.client
  const signed = useMemo(() => compiled(agreement, () => store.client.terms()), [agreement, store])
  const query = useQuery(
    {
      queryKey: ['licet', 'terms', source?.key ?? null, signed.text],
      queryFn: async ({ signal }): Promise<LoadedTerms> => {
        if (source === undefined) throw new Error('There is no source of terms.')
        const { loadTerms } = await import('./load-terms.ts')
        return loadTerms(source, signed.text, signal)
      },
      enabled: source !== undefined && signed.error === undefined,
      staleTime: Number.POSITIVE_INFINITY,
      retry: 1,
      // What cannot be fetched offline is said at once; retrying is an act.
      networkMode: 'always',
      refetchOnReconnect: (state) => state.state.status === 'error',
    },
    useKitQueryClient(),
  )
  const standing = signed.error ? failed('invalid', signed.error) : source === undefined ? signed : toStanding(query)
  const { status, text, error } = standing
  const computed = useHash(text)
  const { refetch } = query
  const retry = useCallback(() => void refetch(), [refetch])
  const hash = standing.hash ?? computed
  useShowing(status, text, retry)
  return useMemo(
    () => ({
      status,
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

interface Standing {
  readonly status: TermsApi['status']
  readonly text: string
  readonly hash?: string
  readonly tree?: TermsTree
  readonly error: LicetError | undefined
}

const cache = new WeakMap<DefinedAgreement, Standing>()

/** The text and the tree of an agreement, made once. */
function compiled(agreement: DefinedAgreement, terms: () => string): Standing {
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

function toStanding(query: { data: LoadedTerms | undefined; isFetching: boolean; isError: boolean; error: unknown }): Standing {
  const { data, error } = query
  if (data?.text !== undefined) return { status: 'ready', text: data.text, hash: data.hash, error: undefined }
  if (query.isFetching) return { status: 'loading', text: '', error: undefined }
  if (data?.invalid !== undefined) return failed('invalid', data.invalid)
  if (!query.isError) return { status: 'loading', text: '', error: undefined }
  return failed('error', isLicetError(error) ? error : unavailable(error))
}

function failed(status: 'error' | 'invalid', error: LicetError): Standing {
  return { status, text: '', error }
}

function unavailable(cause: unknown): LicetError {
  return new LicetError(
    'terms_unavailable',
    'The terms could not be loaded. Nobody can agree to what they cannot read. Try again.',
    { cause },
  )
}

/** SHA3-256 of the text on screen; computed after it is there, since SHA-3 has to be loaded first. */
function useHash(text: string): string | undefined {
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
function useShowing(status: TermsApi['status'], text: string, retry: () => void): void {
  const store = useStore()
  useEffect(() => {
    const standing: TermsStanding = status === 'ready' ? { status: 'shown', text } : { status }
    return store.showTerms(standing, retry)
  }, [store, status, text, retry])
}
