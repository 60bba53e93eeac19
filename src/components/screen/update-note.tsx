'use client'

import type { ReactElement } from 'react'
import { useConsent } from '../../react/use-consent.ts'
import { useText } from '../kit/text.ts'
import { StatusMessage } from '../message/message.tsx'

/** Says why a person is asked when it is not for the first time: changed terms, an ended license, a lost key. */
export function UpdateNote(_props: { readonly headingLevel: number }): ReactElement | null {
  const { state, agreement } = useConsent()
  const t = useText()
  if (state === 'update-minor') return <StatusMessage>{t.text('diff.minor')}</StatusMessage>
  if (state === 'update-material') return <StatusMessage>{t.text('diff.material')}</StatusMessage>
  if (state === 'device-unknown')
    return <StatusMessage heading={t.text('status.device.title')}>{t.text('status.device')}</StatusMessage>
  if (state === 'expired') {
    return <StatusMessage heading={t.text('status.expired.title')}>{agreement.company.name}</StatusMessage>
  }
  return null
}
