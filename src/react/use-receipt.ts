'use client'

import { useMemo, useState } from 'react'
import { isLicetError, LicetError } from '../core/errors.ts'
import type { Messages } from '../locales/format/messages.ts'
import type { ConsentView } from './consent-view.ts'
import { useProviderSettings, useStore } from './context.ts'
import { readReceiptFacts } from './receipt-facts.ts'
import type { UseReceiptResult } from './types.ts'
import { useSelected } from './use-selected.ts'

/**
 * The receipt of the newest license: its claims, whether the service's signature was checked, and files of it to keep (experience 12).
 *
 * @param fallback Texts for the HTML page when the provider was given none; the parts of the kit bring English.
 * @example
 * const { license, status, download } = useReceipt()
 * <button onClick={() => download('html')}>Download</button>
 */
export function useReceipt(fallback?: Messages): UseReceiptResult {
  const store = useStore()
  const { locale, messages: given } = useProviderSettings()
  const { license, status } = useSelected(toReceipt)
  const [error, setError] = useState<LicetError>()
  return useMemo<UseReceiptResult>(() => {
    const messages = given === undefined ? fallback : { ...fallback, ...given }
    const file = async (kind: 'json' | 'html') => {
      if (license === undefined) throw nothingAgreed()
      const { toReceiptFile } = await import('./receipt-file.ts').catch((cause: unknown) => Promise.reject(notLoaded(cause)))
      const keys = await store.client.getKeySet().catch(() => undefined)
      return toReceiptFile(license, kind, { keys, locale, messages, company: store.client.agreement.company.name })
    }
    return {
      status,
      isPending: status === 'pending',
      license,
      receipt: license?.receipt,
      claims: license === undefined ? undefined : readReceiptFacts(license.receipt),
      error,
      file,
      download: async (kind) => {
        setError(undefined)
        try {
          save(await file(kind))
        } catch (cause) {
          setError(isLicetError(cause) ? cause : notMade(cause))
        }
      },
      print: () => window.print(),
    }
  }, [store, license, locale, given, fallback, status, error])
}

function toReceipt({ client }: ConsentView): Pick<UseReceiptResult, 'license' | 'status'> {
  const { phase, license, receiptStatus = 'unverified' } = client
  return { license, status: phase === 'opening' ? 'pending' : license === undefined ? 'none' : receiptStatus }
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

function nothingAgreed(): LicetError {
  return new LicetError('nothing_agreed', 'There is no license on this device. A receipt needs one. Agree first.')
}

function notLoaded(cause: unknown): LicetError {
  return new LicetError(
    'code_unavailable',
    'The part of the kit that writes receipts could not be loaded. Without it there is no file. Go online, then try again.',
    { cause },
  )
}

function notMade(cause: unknown): LicetError {
  return new LicetError('unsupported', 'This browser could not make the file. The license itself is kept. Try another browser.', {
    cause,
  })
}
