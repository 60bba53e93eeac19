'use client'

import { useCallback } from 'react'
import { coversUse } from '../core/license.ts'
import { statusOf } from './client-fact.ts'
import type { ConsentView } from './consent-view.ts'
import { useStore } from './context.ts'
import type { LicenseApi } from './types.ts'
import { useSelected } from './use-selected.ts'

/**
 * The license of this device, and what it permits. With a selector the component renders only when what it selects changes.
 *
 * @example
 * const mayAnalyze = useLicense((license) => license.permits('analytics'))
 */
export function useLicense(): LicenseApi
export function useLicense<T>(selector: (license: LicenseApi) => T): T
export function useLicense<T>(selector?: (license: LicenseApi) => T): T | LicenseApi {
  const store = useStore()
  const select = useCallback(
    (view: ConsentView) => {
      const api = toApi(view, store.now)
      return selector === undefined ? api : selector(api)
    },
    [store, selector],
  )
  return useSelected<T | LicenseApi>(select)
}

function toApi({ client }: ConsentView, now: () => number): LicenseApi {
  const { license, licensed } = client
  return {
    license,
    licensed,
    known: client.phase !== 'opening',
    status: statusOf(client, now),
    receiptStatus: client.receiptStatus,
    permits: licensed && license !== undefined ? permitsOf(license) : permitsNothing,
  }
}

const permits = new WeakMap<NonNullable<LicenseApi['license']>, LicenseApi['permits']>()

function permitsOf(license: NonNullable<LicenseApi['license']>): LicenseApi['permits'] {
  const known = permits.get(license) ?? ((usecase, destination) => coversUse(license.uses, usecase, destination))
  permits.set(license, known)
  return known
}

function permitsNothing(): boolean {
  return false
}
