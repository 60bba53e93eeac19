'use client'

import { useCallback } from 'react'
import { coversUse } from '../../core/license.ts'
import { useConsentStore } from '../provider/context.ts'
import type { ConsentView } from '../store/consent-view.ts'
import { isReading, statusOf } from '../store/license-status.ts'
import { useSelected } from '../store/use-selected.ts'
import type { UseLicenseResult } from '../types.ts'

/**
 * Returns the license of this device and what it permits, from storage. Makes no request.
 *
 * With a selector, the component renders only when the selected value changes.
 *
 * @example
 * const mayAnalyze = useLicense((license) => license.permits('analytics'))
 */
export function useLicense(): UseLicenseResult
export function useLicense<T>(selector: (license: UseLicenseResult) => T): T
export function useLicense<T>(selector?: (license: UseLicenseResult) => T): T | UseLicenseResult {
  const store = useConsentStore()
  const select = useCallback(
    (view: ConsentView) => {
      const result = toResult(view, store.now)
      return selector === undefined ? result : selector(result)
    },
    [store, selector],
  )
  return useSelected<T | UseLicenseResult>(select)
}

function toResult({ client }: ConsentView, now: () => number): UseLicenseResult {
  const { license, licensed } = client
  const isPending = isReading(client)
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
