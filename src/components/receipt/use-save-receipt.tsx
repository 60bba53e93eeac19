'use client'

import type { ReactNode } from 'react'
import { en } from '../../locales/en.ts'
import { useConsent } from '../../react/hooks/use-consent.ts'
import { useReceipt } from '../../react/hooks/use-receipt.ts'
import type { UseReceiptResult } from '../../react/types.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'
import { errorMessageKey } from '../status/error-message.ts'

/** Result of {@link useSaveReceipt}. */
export interface SaveReceipt extends UseReceiptResult {
  /** An alert, after the file could not be made. */
  readonly failure: ReactNode
}

/** Returns the receipt of the license on this device, and the alert that its file could not be made. */
export function useSaveReceipt(): SaveReceipt {
  const receipt = useReceipt(en)
  const company = useConsent((consent) => consent.agreement.company.name)
  const t = useText()
  const { error } = receipt
  const failure = error !== undefined && (
    <StatusMessage variant="error" role="alert">
      <p>{t.text(error.code === 'code_unavailable' ? 'receipt.unmade' : errorMessageKey(error.code), { company })}</p>
    </StatusMessage>
  )
  return { ...receipt, failure }
}
