'use client'

import type { ReactElement } from 'react'
import { useConsent } from '../../react/hooks/use-consent.ts'
import { useLogged } from '../../react/hooks/use-logged.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'
import { LicenseReceipt } from './license-receipt.tsx'
import { useSaveReceipt } from './use-save-receipt.tsx'

/** The receipt of the license on this device, with buttons to save and print it. Renders nothing without a license. */
export function DeviceReceipt({ headingLevel = 3 }: { readonly headingLevel?: 2 | 3 | 4 | 5 | 6 }): ReactElement | null {
  const { license, claims, log, logFork, status, download, print, failure } = useSaveReceipt()
  const agreement = useConsent((consent) => consent.agreement)
  const part = useInnerParts()
  const t = useText()
  const logged = useLogged(log)
  if (license === undefined) return null
  return (
    <LicenseReceipt
      license={license}
      company={agreement.company.name}
      agreement={agreement}
      receiptStatus={status === 'pending' ? 'none' : status}
      headingLevel={headingLevel}
      issuer={claims?.issuer}
      logged={logged}
      technicalActions={
        <button type="button" {...part('action')} onClick={() => void download('json')}>
          {t.text('receipt.downloadJson')}
        </button>
      }
      actions={
        <>
          <button type="button" {...part('action')} onClick={() => void download('html')}>
            {t.text('receipt.downloadHtml')}
          </button>
          <button type="button" {...part('action')} onClick={print}>
            {t.text('receipt.print')}
          </button>
        </>
      }
    >
      {logFork !== undefined && (
        <StatusMessage variant="error">
          <p>{t.text('receipt.logFork')}</p>
        </StatusMessage>
      )}
      {failure}
    </LicenseReceipt>
  )
}
