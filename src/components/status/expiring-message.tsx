'use client'

import type { ReactElement, ReactNode } from 'react'
import { lastDayOf } from '../../core/last-day.ts'
import { useLicense } from '../../react/hooks/use-license.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'

/** Props of {@link ExpiringMessage}. */
export interface ExpiringMessageProps {
  /** First line, where the title of the surface is a different one. */
  readonly heading?: string | undefined
  /** The button to renew, and others. */
  readonly actions: ReactNode
}

/** The message that the license ends soon. */
export function ExpiringMessage({ heading, actions }: ExpiringMessageProps): ReactElement {
  const expiry = useLicense(({ license }) => license?.expiry ?? '')
  const t = useText()
  return (
    <StatusMessage variant="waiting" heading={heading} actions={actions}>
      <p>{t.text('status.expiring', { date: t.date(lastDayOf(expiry), 'UTC') })}</p>
    </StatusMessage>
  )
}
