'use client'

import { type ReactElement, useState } from 'react'
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
  const { pendingDecision, storage, retry } = useConsent()
  const t = useText()
  const waits = pendingDecision?.isWaiting
  const attempts = pendingDecision?.attempts ?? 0
  // The number of failed attempts when the person pressed the button.
  const [tried, setTried] = useState<number>()
  const isTried = tried === attempts
  const isTrying = isTried || !waits
  return (
    <StatusMessage
      variant="waiting"
      {...message}
      actions={
        <>
          {/* The button stays during an attempt: it may have the focus. */}
          {(waits || isTried || attempts > 0) && (
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
      {tried !== undefined && !isTried && <p role="alert">{t.text('status.retry.failed')}</p>}
    </StatusMessage>
  )
}
