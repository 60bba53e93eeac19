'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { License } from '../core/license.ts'
import type { Messages } from '../locales/format/messages.ts'
import type { ConsentView } from './consent-view.ts'
import { useConsentSettings, useStore } from './context.ts'
import { useKitQueryClient } from './query-client.ts'
import type { ReceiptApi } from './types.ts'
import { useSelected } from './use-selected.ts'

/**
 * The receipt of the newest license: its claims, whether the service's signature was checked, and files of it to keep (experience 12).
 *
 * @param fallback Texts for the HTML page when the provider was given none; the parts of the kit bring English.
 * @example
 * const { license, verified, download } = useReceipt()
 * <button onClick={() => download('html')}>Download</button>
 */
export function useReceipt(fallback?: Messages): ReceiptApi {
  const store = useStore()
  const { locale, messages = fallback } = useConsentSettings()
  const license = useSelected(toLicense)
  const { data, isPending } = useQuery(
    {
      queryKey: ['licet', 'receipt', license?.receipt ?? null],
      queryFn: async () => {
        if (license === undefined) return null
        const { readReceiptFacts } = await import('./receipt-facts.ts')
        return readReceiptFacts(license, await store.client.getKeySet().catch(() => undefined))
      },
      enabled: license !== undefined,
      // What a signature proves once it proves for ever; what could not be checked is checked again.
      staleTime: ({ state }) => (state.data?.verified === true ? Number.POSITIVE_INFINITY : 0),
      networkMode: 'always',
    },
    useKitQueryClient(),
  )
  return useMemo<ReceiptApi>(() => {
    const file = async (kind: 'json' | 'html') => {
      if (license === undefined) throw await nothingAgreed()
      const { toReceiptFile } = await import('./receipt-file.ts')
      const keys = await store.client.getKeySet().catch(() => undefined)
      return toReceiptFile(license, kind, { keys, locale, messages, company: store.client.agreement.company.name })
    }
    return {
      license,
      receipt: license?.receipt,
      claims: data?.facts,
      verified: license === undefined ? 'none' : isPending ? 'checking' : data?.verified === true ? 'verified' : 'unverified',
      file,
      download: async (kind) => save(await file(kind)),
      print: () => window.print(),
    }
  }, [store, license, locale, messages, data, isPending])
}

function toLicense({ client }: ConsentView): License | undefined {
  return client.license
}

function save(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // The download has begun with the click; the bytes stay alive until the next task.
  setTimeout(() => URL.revokeObjectURL(url))
}

async function nothingAgreed(): Promise<Error> {
  const { LicetError } = await import('../core/errors.ts')
  return new LicetError('nothing_agreed', 'There is no license on this device. A receipt needs one. Agree first.')
}
