'use client'

import { useMemo, useState } from 'react'
import { codeUnavailableError } from '../../client/first-errors.ts'
import { scheduleTimeout } from '../../client/page-environment.ts'
import { withTimeLimit } from '../../client/wait.ts'
import { isLicetError, LicetError } from '../../core/errors.ts'
import type { Messages } from '../../locales/format/messages.ts'
import { readReceiptFacts } from '../../receipt/receipt-facts.ts'
import { useInternalSettings } from '../provider/context.ts'
import type { ConsentView } from '../store/consent-view.ts'
import { isReading } from '../store/license-status.ts'
import type { PublicClient } from '../store/store-client.ts'
import { useSelected } from '../store/use-selected.ts'
import { useStore } from '../store/use-store.ts'
import type { UseReceiptResult } from '../types.ts'

/**
 * Returns the receipt of the newest license: its claims, whether its signature is verified, and files for the person to keep.
 *
 * @param fallback Words of the HTML page when the provider has no `messages`. Without them, the English words load with the file.
 * @example
 * const { license, status, download } = useReceipt()
 * <button onClick={() => download('html')}>Download</button>
 */
export function useReceipt(fallback?: Messages): UseReceiptResult {
  const store = useStore()
  const { locale, messages: given, appearance } = useInternalSettings()
  const logo = typeof appearance.logo === 'string' ? appearance.logo : undefined
  const { license, status, log, logFork } = useSelected(toReceipt)
  const [error, setError] = useState<LicetError>()
  return useMemo<UseReceiptResult>(() => {
    const known = given === undefined ? fallback : { ...fallback, ...given }
    const file = async (kind: 'json' | 'html') => {
      if (license === undefined) throw nothingAgreedError()
      const [{ toReceiptFile, embedLogo }, messages] = await Promise.all([
        import('../../receipt/receipt-file.ts'),
        known ?? import('../provider/load-language.ts').then((module) => module.en),
      ]).catch((cause: unknown) => Promise.reject(codeUnavailableError('code of the receipt', cause)))
      const [keys, proof] = await store.question.decisions.client.later.run(readProofs).catch(() => [])
      const { agreement } = store.question.checked
      return toReceiptFile(license, kind, {
        keys,
        log: proof ?? log,
        locale: known === undefined ? 'en' : locale,
        messages,
        agreement,
        company: agreement.company.name,
        logo: kind === 'html' ? await embedLogo(logo) : undefined,
      })
    }
    return {
      status,
      isPending: status === 'pending',
      license,
      receipt: license?.receipt,
      log,
      logFork,
      claims: license === undefined ? undefined : readReceiptFacts(license.receipt),
      error,
      file,
      download: async (kind) => {
        setError(undefined)
        try {
          save(await file(kind))
        } catch (cause) {
          setError(isLicetError(cause) ? cause : notCreatedError(cause))
        }
      },
      print: () => window.print(),
    }
  }, [store, license, log, logFork, locale, given, fallback, logo, status, error])
}

function toReceipt({ client }: ConsentView): Pick<UseReceiptResult, 'license' | 'status' | 'log' | 'logFork'> {
  const { license, log, logFork, receiptStatus = 'unverified' } = client
  return { license, log, logFork, status: isReading(client) ? 'pending' : license === undefined ? 'none' : receiptStatus }
}

/** How long a file waits for the proof of the public log, in milliseconds. */
const PROOF_LIMIT_MS = 3000

/** Returns the keys of the service and the proof of its log. Either may be missing: a file without them is better than none. */
function readProofs(client: PublicClient) {
  const proof = client.getLogProof().catch(() => undefined)
  return Promise.all([client.getKeySet().catch(() => undefined), withTimeLimit(proof, scheduleTimeout, PROOF_LIMIT_MS)])
}

function save(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // In the next task: the click has started the download by then.
  setTimeout(() => URL.revokeObjectURL(url))
}

function nothingAgreedError(): LicetError {
  return new LicetError('nothing_agreed', 'There is no license on this device, so no file was made. Agree first.')
}

function notCreatedError(cause: unknown): LicetError {
  return new LicetError('unsupported', 'This browser could not create the file. The license is kept. Try another browser.', {
    cause,
  })
}
