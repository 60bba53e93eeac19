'use client'

import type { ReactElement } from 'react'
import { lastDayOf } from '../../core/last-day.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'

/** Props of {@link ExpiringMessage}. */
export interface ExpiringMessageProps {
  /** When the license ends: RFC 3339 in UTC. */
  readonly expiry: string | undefined
  /** Called when the person chooses to renew. */
  readonly onReview: () => void
}

/** The message that a license ends soon, with the button to renew it. */
export function ExpiringMessage({ expiry = '', onReview }: ExpiringMessageProps): ReactElement {
  const part = useInnerParts()
  const t = useText()
  return (
    <StatusMessage
      variant="waiting"
      heading={t.text('status.expiring.title')}
      actions={
        <button type="button" {...part('action')} onClick={onReview}>
          {t.text('action.renew')}
        </button>
      }
    >
      <p>{t.text('status.expiring', { date: t.date(lastDayOf(expiry), 'UTC') })}</p>
    </StatusMessage>
  )
}
