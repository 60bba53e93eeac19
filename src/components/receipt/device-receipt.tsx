'use client'

import type { ReactElement } from 'react'
import { en } from '../../locales/en.ts'
import { useConsent } from '../../react/use-consent.ts'
import { useReceipt } from '../../react/use-receipt.ts'
import { errorMessageKey } from '../consent/error-message.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'
import { LicenseReceipt } from './license-receipt.tsx'

/** The receipt of the license on this device, with buttons to download and print it. Renders nothing without a license. */
export function DeviceReceipt({ headingLevel = 3 }: { readonly headingLevel?: 2 | 3 | 4 | 5 | 6 }): ReactElement | null {
  const { license, claims, status, download, error, print } = useReceipt(en)
  const agreement = useConsent((consent) => consent.agreement)
  const part = useInnerParts()
  const t = useText()
  if (license === undefined) return null
  return (
    <LicenseReceipt
      license={license}
      company={agreement.company.name}
      receiptStatus={status === 'pending' ? 'none' : status}
      headingLevel={headingLevel}
      issuer={claims?.issuer}
      actions={
        <>
          <button type="button" {...part('action')} onClick={() => void download('html')}>
            {t.text('receipt.downloadHtml')}
          </button>
          <button type="button" {...part('action')} onClick={() => void download('json')}>
            {t.text('receipt.downloadJson')}
          </button>
          <button type="button" {...part('action')} onClick={print}>
            {t.text('receipt.print')}
          </button>
        </>
      }
    >
      {error !== undefined && (
        <StatusMessage variant="error" role="alert">
          <p>{t.text(error.code === 'code_unavailable' ? 'receipt.unmade' : errorMessageKey(error.code))}</p>
        </StatusMessage>
      )}
    </LicenseReceipt>
  )
}
