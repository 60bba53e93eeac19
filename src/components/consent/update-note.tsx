'use client'

import type { ReactElement, ReactNode } from 'react'
import { useConsent } from '../../react/use-consent.ts'
import { useLicense } from '../../react/use-license.ts'
import { useTermsDiff } from '../../react/use-terms-diff.ts'
import { TermsDiff } from '../diff/terms-diff.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'

/** A note for a person who agreed before, about why they are asked again: changed terms with their redline, an ended license, or a lost key. */
export function UpdateNote({ headingLevel }: { readonly headingLevel: 2 | 3 | 4 | 5 | 6 }): ReactElement | null {
  const reason = useConsent((consent) => consent.reason)
  const agreement = useConsent((consent) => consent.agreement)
  const expiry = useLicense(({ license }) => license?.expiry)
  const { terms, license } = useTermsDiff()
  const part = useInnerParts()
  const t = useText()
  const frame = (note: ReactNode, variant?: string) => (
    <div {...part('screen-update')} data-variant={variant}>
      {note}
    </div>
  )
  if (reason === 'device-unknown')
    return frame(<StatusMessage heading={t.text('status.device.title')}>{t.text('status.device')}</StatusMessage>)
  if (reason === 'expired') {
    const { name: company } = agreement.company
    return frame(<StatusMessage>{t.text('status.expired', { company, date: t.date(expiry ?? '', 'UTC') })}</StatusMessage>)
  }
  if (reason !== 'update-minor' && reason !== 'update-material') return null
  return frame(
    <>
      <StatusMessage>{t.text(reason === 'update-minor' ? 'diff.minor' : 'diff.material')}</StatusMessage>
      {terms !== undefined && <TermsDiff terms={terms} license={license} locale={agreement.locale} headingLevel={headingLevel} />}
    </>,
    reason,
  )
}
