'use client'

import { type ReactNode, useState } from 'react'
import { useConsent } from '../../react/hooks/use-consent.ts'
import { RetryButton } from '../kit/retry-button.tsx'
import { useText } from '../kit/use-text.ts'

/** Result of {@link useDeliveryRetry}. */
export interface DeliveryRetry {
  /** The button "Try again", while a signed decision waits or is sent again. */
  readonly button: ReactNode
  /** An alert, after an attempt that the person started has failed. */
  readonly failure: ReactNode
}

/**
 * Returns the button that sends a waiting decision again, and the alert that the attempt failed.
 *
 * `onAct` is called when the person presses the button, before the flow changes.
 */
export function useDeliveryRetry(onAct?: () => void): DeliveryRetry {
  const { pendingDecision, storage, retry } = useConsent()
  const t = useText()
  // The number of failed attempts when the person pressed the button.
  const [tried, setTried] = useState<number>()
  if (pendingDecision === undefined) return { button: null, failure: null }
  const { isWaiting, attempts } = pendingDecision
  const isTried = tried === attempts
  const isTrying = isTried || !isWaiting
  return {
    // The button stays during an attempt: it may have the focus.
    button: (isWaiting || isTried || attempts > 0) && (
      <RetryButton
        isTrying={isTrying}
        onClick={() => {
          if (isTrying) return
          setTried(attempts)
          onAct?.()
          retry()
        }}
      />
    ),
    failure: tried !== undefined && !isTried && (
      <p role="alert">{t.text(storage === 'memory' ? 'status.retry.failed.memory' : 'status.retry.failed')}</p>
    ),
  }
}
