'use client'

import { useCallback } from 'react'
import type { Agreement } from '../core/agreement.ts'
import { isAsking, type Missing, offersAccept } from '../core/consent-flow.ts'
import { includedPurposes } from '../core/purposes.ts'
import type { ConsentStore } from './consent-store.ts'
import type { ConsentView } from './consent-view.ts'
import { useStore } from './context.ts'
import type { ConsentApi, MissingPart } from './types.ts'
import { useSelected } from './use-selected.ts'

const MISSING: Readonly<Record<Missing, MissingPart>> = {
  terms: { what: 'terms', part: 'terms' },
  reading: { what: 'reading', part: 'terms-end' },
  purposes: { what: 'purposes', part: 'purposes' },
  visibility: { what: 'visibility', part: 'decision' },
}

/**
 * Where the person stands, and what they can do. With a selector the component renders only when what it selects changes.
 *
 * @example
 * const { state, accept, decline } = useConsent()
 * const online = useConsent((consent) => consent.online)
 */
export function useConsent(): ConsentApi
export function useConsent<T>(selector: (consent: ConsentApi) => T): T
export function useConsent<T>(selector?: (consent: ConsentApi) => T): T | ConsentApi {
  const store = useStore()
  const select = useCallback(
    (view: ConsentView) => {
      const api = toApi(store, view)
      return selector === undefined ? api : selector(api)
    },
    [store, selector],
  )
  return useSelected<T | ConsentApi>(select)
}

const apis = new WeakMap<ConsentView, { readonly store: ConsentStore; readonly api: ConsentApi }>()

/** The value that hooks read; made once for each view, its parts once for each change of them. */
function toApi(store: ConsentStore, view: ConsentView): ConsentApi {
  const known = apis.get(view)
  if (known?.store === store) return known.api
  const { flow, client } = view
  const { agreement } = store.client
  const api: ConsentApi = {
    ...store.acts,
    state: flow.state,
    reason: flow.reason,
    asking: isAsking(flow.state),
    acceptable: offersAccept(flow.state) && flow.terms.status === 'shown',
    agreement,
    granted: cached(grantedSets, flow.granted, () => new Set(flow.granted)),
    usecases: cached(setsOf(agreement), flow.granted, () => usecasesOf(agreement, flow.granted)),
    pending: client.pending,
    online: flow.online,
    storage: client.storage,
    error: view.error ?? store.termsError,
    missing:
      flow.missing.length === 0 ? NOTHING : cached(missingItems, flow.missing, () => flow.missing.map((what) => MISSING[what])),
  }
  apis.set(view, { store, api })
  return api
}

const NOTHING: readonly MissingPart[] = []
const grantedSets = new WeakMap<readonly string[], ReadonlySet<string>>()
const missingItems = new WeakMap<readonly Missing[], readonly MissingPart[]>()
const wantedSets = new WeakMap<Agreement, WeakMap<readonly string[], ReadonlySet<string>>>()

function setsOf(agreement: Agreement): WeakMap<readonly string[], ReadonlySet<string>> {
  return cached(wantedSets, agreement, () => new WeakMap())
}

function usecasesOf(agreement: Agreement, granted: readonly string[]): ReadonlySet<string> {
  return new Set(includedPurposes(agreement.purposes, (usecase) => granted.includes(usecase)).map(({ usecase }) => usecase))
}

function cached<Key extends object, Value>(cache: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const known = cache.get(key)
  if (known !== undefined) return known
  const value = make()
  cache.set(key, value)
  return value
}
