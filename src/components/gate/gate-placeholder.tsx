'use client'

import { type ReactElement, useRef } from 'react'
import { useStore } from '../../react/context.ts'
import { useConsent } from '../../react/use-consent.ts'
import { DeliveryStatus } from '../consent/delivery-status.tsx'
import { showRequest } from '../consent/show-request.ts'
import { useAnnouncement } from '../consent/use-announcement.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { LiveRegion } from '../message/live-region.tsx'
import { StatusMessage } from '../message/status-message.tsx'

/** Props of {@link GatePlaceholder}. */
export interface GatePlaceholderProps {
  readonly usecase: string
  /** The gate shows its content. The placeholder stays, to announce a decision that was made in another tab. */
  readonly isOpen: boolean
  /** Called to open the request, when no screen on the page shows it. */
  readonly onAsk: () => void
}

/** The content of a closed gate: the missing permission with a button that asks for it, or the progress of the decision. */
export default function GatePlaceholder({ usecase, isOpen, onAsk }: GatePlaceholderProps): ReactElement | null {
  const store = useStore()
  const { status, agreement, pendingDecision, decline } = useConsent()
  const part = useInnerParts()
  const t = useText()
  const live = useRef<HTMLDivElement>(null)
  const announcement = useAnnouncement({
    surface: live,
    status,
    outcome: t.text(isOpen ? 'status.already.title' : 'gate.locked'),
    announcement: '',
  })
  const waits = pendingDecision?.isWaiting
  const purpose = agreement.purposes.find((one) => one.usecase === usecase)?.label ?? t.usecase(usecase)
  return (
    <>
      <LiveRegion regionRef={live}>{announcement}</LiveRegion>
      {isOpen ? null : status === 'submitting' ? (
        <StatusMessage {...part('gate')} variant="waiting">
          <p>{t.text('status.submitting')}</p>
        </StatusMessage>
      ) : status === 'queued' ? (
        <DeliveryStatus
          {...part('gate')}
          heading={t.text(waits ? 'status.queued.title' : 'status.sending.title')}
          actions={
            <button type="button" {...part('action')} onClick={decline}>
              {t.text(waits ? 'settings.withdraw' : 'action.stop')}
            </button>
          }
        />
      ) : (
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
      )}
    </>
  )
}
