'use client'

import { type ReactElement, useState } from 'react'
import { isWaiting } from '../../react/consent-fact.ts'
import { useConsent } from '../../react/use-consent.ts'
import { RetryButton } from '../kit/retry-button.tsx'
import { useText } from '../kit/use-text.ts'
import { StatusMessage, type StatusMessageProps } from '../message/status-message.tsx'

/** Props of {@link DeliveryStatus}. */
export interface DeliveryStatusProps extends Omit<StatusMessageProps, 'children' | 'variant'> {
  /** Called when the person presses "Try again", before the flow changes. */
  readonly onAct?: (() => void) | undefined
}

/**
 * The message about a signed decision that is sent or waits for the network.
 *
 * "Try again" shows that it tries, and an alert reports that it failed again.
 */
export function DeliveryStatus({ onAct, actions, ...message }: DeliveryStatusProps): ReactElement {
  const { pendingDecision, isOnline, storage, retry } = useConsent()
  const t = useText()
  const waits = isWaiting({ pending: pendingDecision, online: isOnline })
  const attempts = pendingDecision?.attempts ?? 0
  // The number of failed attempts when the person pressed the button.
  const [tried, setTried] = useState<number>()
  const isTrying = tried === attempts
  return (
    <StatusMessage
      variant="waiting"
      {...message}
      actions={
        <>
          {waits && (
            <RetryButton
              isTrying={isTrying}
              onClick={() => {
                if (isTrying) return
                setTried(attempts)
                onAct?.()
                retry()
              }}
            />
          )}
          {actions}
        </>
      }
    >
      <p>{t.text(storage === 'memory' ? 'status.queued.memory' : waits ? 'status.queued' : 'status.sending')}</p>
      {tried !== undefined && !isTrying && <p role="alert">{t.text('status.retry.failed')}</p>}
    </StatusMessage>
  )
}
