'use client'

import { type ReactElement, useState } from 'react'
import { useConsent } from '../../react/use-consent.ts'
import { RetryButton } from '../kit/retry-button.tsx'
import { useText } from '../kit/use-text.ts'
import { StatusMessage, type StatusMessageProps } from '../message/status-message.tsx'

/** Props of {@link RetryDelivery}. */
export interface RetryDeliveryProps extends StatusMessageProps {
  /** Called when the person presses "Try again", before the flow changes. */
  readonly onAct?: (() => void) | undefined
}

/** The message about a decision that waits for the network. "Try again" shows that it tries, and an alert reports that it failed again. */
export function RetryDelivery({ onAct, actions, children, ...message }: RetryDeliveryProps): ReactElement {
  const retry = useConsent((consent) => consent.retry)
  const attempts = useConsent((consent) => consent.pendingDecision?.attempts ?? 0)
  const t = useText()
  // The number of failed attempts when the person pressed the button.
  const [tried, setTried] = useState<number>()
  const isTrying = tried === attempts
  return (
    <StatusMessage
      variant="waiting"
      {...message}
      actions={
        <>
          <RetryButton
            isTrying={isTrying}
            onClick={() => {
              if (isTrying) return
              setTried(attempts)
              onAct?.()
              retry()
            }}
          />
          {actions}
        </>
      }
    >
      {children}
      {tried !== undefined && !isTrying && <p role="alert">{t.text('status.retry.failed')}</p>}
    </StatusMessage>
  )
}
