'use client'

import type { ReactElement } from 'react'
import { isWaiting } from '../../react/consent-fact.ts'
import { useStore } from '../../react/context.ts'
import { useConsent } from '../../react/use-consent.ts'
import { showRequest } from '../consent/show-request.ts'
import { RetryButton } from '../kit/retry-button.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'

/** Props of {@link GatePlaceholder}. */
export interface GatePlaceholderProps {
  readonly usecase: string
  /** Called to open the request, when no screen on the page shows it. */
  readonly onAsk: () => void
}

/** The content of a closed gate: the missing permission with a button that asks for it, or the progress of the decision. */
export default function GatePlaceholder({ usecase, onAsk }: GatePlaceholderProps): ReactElement | null {
  const store = useStore()
  const { status, agreement, pendingDecision, isOnline, storage, retry, decline } = useConsent()
  const part = useInnerParts()
  const t = useText()
  if (status === 'submitting')
    return (
      <StatusMessage {...part('gate')} variant="waiting">
        <p>{t.text('status.submitting')}</p>
      </StatusMessage>
    )
  if (status === 'queued') {
    const waits = isWaiting({ pending: pendingDecision, online: isOnline })
    const progress = waits ? 'status.queued' : 'status.sending'
    return (
      <StatusMessage
        {...part('gate')}
        variant="waiting"
        heading={t.text(`${progress}.title`)}
        actions={
          waits ? (
            <RetryButton onClick={retry} />
          ) : (
            <button type="button" {...part('action')} onClick={decline}>
              {t.text('action.stop')}
            </button>
          )
        }
      >
        <p>{t.text(storage === 'memory' ? 'status.queued.memory' : progress)}</p>
      </StatusMessage>
    )
  }
  const purpose = agreement.purposes.find((one) => one.usecase === usecase)?.label ?? t.usecase(usecase)
  return (
    <StatusMessage
      {...part('gate')}
      heading={t.text('gate.locked')}
      actions={
        <button type="button" {...part('action')} onClick={() => showRequest(store, onAsk)}>
          {t.text('gate.ask')}
        </button>
      }
    >
      <p>{t.text('gate.locked.text', { company: agreement.company.name, purpose })}</p>
    </StatusMessage>
  )
}
