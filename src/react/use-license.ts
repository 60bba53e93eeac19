'use client'

import { useCallback } from 'react'
import { coversUse } from '../core/license.ts'
import { statusOf } from './consent-fact.ts'
import type { ConsentView } from './consent-view.ts'
import { useStore } from './context.ts'
import type { UseLicenseResult } from './types.ts'
import { useSelected } from './use-selected.ts'

/**
 * The license of this device, and what it permits. With a selector the component renders only when what it selects changes.
 *
 * @example
 * const mayAnalyze = useLicense((license) => license.permits('analytics'))
 */
export function useLicense(): UseLicenseResult
export function useLicense<T>(selector: (license: UseLicenseResult) => T): T
export function useLicense<T>(selector?: (license: UseLicenseResult) => T): T | UseLicenseResult {
  const store = useStore()
  const select = useCallback(
    (view: ConsentView) => {
      const api = toApi(view, store.now)
      return selector === undefined ? api : selector(api)
    },
    [store, selector],
  )
  return useSelected<T | UseLicenseResult>(select)
}

function toApi({ client }: ConsentView, now: () => number): UseLicenseResult {
  const { license, licensed } = client
  const isPending = client.phase === 'opening'
  return {
    status: isPending ? 'pending' : (statusOf(client, now) ?? 'none'),
    isPending,
    license,
    isLicensed: licensed,
    receiptStatus: client.receiptStatus,
    error: client.error,
    permits: licensed && license !== undefined ? permitsOf(license) : permitsNothing,
  }
}

const permits = new WeakMap<NonNullable<UseLicenseResult['license']>, UseLicenseResult['permits']>()

function permitsOf(license: NonNullable<UseLicenseResult['license']>): UseLicenseResult['permits'] {
  const known = permits.get(license) ?? ((usecase, destination) => coversUse(license.uses, usecase, destination))
  permits.set(license, known)
  return known
}

function permitsNothing(): boolean {
  return false
}
