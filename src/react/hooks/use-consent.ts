'use client'

import { useCallback, useContext } from 'react'
import type { Agreement } from '../../core/agreement.ts'
import { type ConsentState, keepsAccept, type Missing } from '../../core/consent-states.ts'
import { includedPurposes } from '../../core/included-purposes.ts'
import { useConsentStore } from '../provider/context.ts'
import type { ConsentStore, StoreActions } from '../store/consent-store.ts'
import type { ConsentView } from '../store/consent-view.ts'
import { DecisionOwnerContext } from '../store/decision-handlers.ts'
import { useSelected } from '../store/use-selected.ts'
import type { MissingPart, UseConsentResult } from '../types.ts'

const MISSING: Readonly<Record<Missing, MissingPart>> = {
  terms: { what: 'terms', part: 'terms' },
  reading: { what: 'reading', part: 'terms-end' },
  purposes: { what: 'purposes', part: 'purposes' },
  visibility: { what: 'visibility', part: 'decision' },
}

/**
 * Returns the state of the consent flow and the actions of the person.
 *
 * With a selector, the component renders only when the selected value changes.
 *
 * @example
 * const { status, accept, decline } = useConsent()
 * const isOnline = useConsent((consent) => consent.isOnline)
 */
export function useConsent(): UseConsentResult
export function useConsent<T>(selector: (consent: UseConsentResult) => T): T
export function useConsent<T>(selector?: (consent: UseConsentResult) => T): T | UseConsentResult {
  const store = useConsentStore()
  const actions = store.actionsOf(useContext(DecisionOwnerContext))
  const select = useCallback(
    (view: ConsentView) => {
      const result = toResult(store, actions, view)
      return selector === undefined ? result : selector(result)
    },
    [store, actions, selector],
  )
  return useSelected<T | UseConsentResult>(select)
}

const results = new WeakMap<StoreActions, WeakMap<Agreement, WeakMap<ConsentView, UseConsentResult>>>()

/** Returns the result for a view. It is created once for each view, agreement and owner; a set in it, once for each change of that set. */
function toResult(store: ConsentStore, actions: StoreActions, view: ConsentView): UseConsentResult {
  const ofActions = cached(results, actions, () => new WeakMap())
  const ofAgreement = cached(ofActions, store.agreement, () => new WeakMap())
  return cached(ofAgreement, view, () => createResult(store, actions, view))
}

function createResult(store: ConsentStore, actions: StoreActions, view: ConsentView): UseConsentResult {
  const { flow, client } = view
  const { agreement } = store
  const { withdraw: _, ...consentActions } = actions
  return {
    ...consentActions,
    status: flow.state,
    isPending: PENDING.has(flow.state) || keepsAccept(flow),
    error: view.error ?? store.question?.termsError,
    agreement,
    reason: flow.reason,
    isAsking: view.isAsking,
    canAccept: view.offersAccept && flow.terms.status === 'shown',
    granted: cached(grantedSets, flow.granted, () => new Set(flow.granted)),
    usecases: cached(setsOf(agreement), flow.granted, () => usecasesOf(agreement, flow.granted)),
    pendingDecision: client.pending,
    isOnline: flow.online,
    storage: client.storage,
    missing:
      flow.missing.length === 0 ? NOTHING : cached(missingItems, flow.missing, () => flow.missing.map((what) => MISSING[what])),
  }
}

/** States in which the flow waits for storage, the network or the service. */
const PENDING: ReadonlySet<ConsentState> = new Set(['checking', 'terms-loading', 'submitting', 'withdrawing'])

const NOTHING: readonly MissingPart[] = []
const grantedSets = new WeakMap<readonly string[], ReadonlySet<string>>()
const missingItems = new WeakMap<readonly Missing[], readonly MissingPart[]>()
const usecaseSets = new WeakMap<Agreement, WeakMap<readonly string[], ReadonlySet<string>>>()

function setsOf(agreement: Agreement): WeakMap<readonly string[], ReadonlySet<string>> {
  return cached(usecaseSets, agreement, () => new WeakMap())
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
