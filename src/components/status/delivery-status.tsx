'use client'

import type { ReactElement } from 'react'
import { useConsent } from '../../react/hooks/use-consent.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage, type StatusMessageProps } from '../message/status-message.tsx'
import { useDeliveryRetry } from './use-delivery-retry.tsx'

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
  const { pendingDecision, storage } = useConsent()
  const { button, failure } = useDeliveryRetry(onAct)
  const t = useText()
  return (
    <StatusMessage
      variant="waiting"
      {...message}
      actions={
        <>
          {button}
          {actions}
        </>
      }
    >
      <p>
        {t.text(storage === 'memory' ? 'status.queued.memory' : pendingDecision?.isWaiting ? 'status.queued' : 'status.sending')}
      </p>
      {failure}
    </StatusMessage>
  )
}
