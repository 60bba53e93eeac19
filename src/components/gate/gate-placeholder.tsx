'use client'

import { type ReactElement, useRef } from 'react'
import { lastDayOf } from '../../core/last-day.ts'
import { coversUse } from '../../core/license.ts'
import { useConsent } from '../../react/hooks/use-consent.ts'
import { useLicense } from '../../react/hooks/use-license.ts'
import { useStore } from '../../react/store/use-store.ts'
import { SurfaceBoundary } from '../kit/surface-boundary.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { LiveRegion } from '../message/live-region.tsx'
import { StatusMessage } from '../message/status-message.tsx'
import { showRequest } from '../request/show-request.ts'
import { DeliveryStatus } from '../status/delivery-status.tsx'
import { useAnnouncement } from '../surface/use-announcement.ts'

/** Props of {@link GatePlaceholder}. */
export interface GatePlaceholderProps {
  readonly usecase: string
  readonly destination: string | undefined
  /** The gate shows its content. The placeholder stays, to announce a decision that was made in another tab. */
  readonly isOpen: boolean
  /** Called to open the request, when no screen on the page shows it. */
  readonly onAsk: () => void
}

/** The content of a closed gate: the missing permission with a button that asks for it, or the progress of the decision. */
export function GatePlaceholder(props: GatePlaceholderProps): ReactElement {
  return (
    <SurfaceBoundary>
      <ClosedGate {...props} />
    </SurfaceBoundary>
  )
}

function ClosedGate({ usecase, destination, isOpen, onAsk }: GatePlaceholderProps): ReactElement {
  const store = useStore()
  const { status, isPending, agreement, pendingDecision, decline } = useConsent()
  const { license, status: found } = useLicense()
  const part = useInnerParts()
  const t = useText(agreement)
  const company = agreement.company.name
  const revokedBy = found === 'revoked' ? license?.revocation?.requestedBy : undefined
  // Why the gate closed, when the license ended without an act of the person here.
  const [heading, text] =
    status === 'device-slow'
      ? [t.text('status.slow.title'), t.text(isPending ? 'status.slow.kept' : 'status.slow')]
      : found === 'expired'
        ? [
            t.text('screen.title.expired', { company }),
            t.text('status.expired', { company, date: t.date(lastDayOf(license?.expiry ?? ''), 'UTC') }),
          ]
        : [
            found === 'erased'
              ? t.text('status.erased.title')
              : revokedBy
                ? t.text(`status.revoked.${revokedBy}`, { company })
                : t.text('gate.locked', { purpose: t.usecase(usecase) }),
            t.text('gate.locked.text', { company }),
          ]
  const live = useRef<HTMLDivElement>(null)
  const announcement = useAnnouncement({
    surface: live,
    status,
    outcome: isOpen ? t.text('status.already.title') : heading,
    announcement: '',
  })
  const waits = pendingDecision?.isWaiting
  // An agreement that waits can leave out the purpose of the gate.
  const opensLater = status === 'queued' && coversUse(pendingDecision?.agreed?.uses ?? [], usecase, destination)
  return (
    <>
      <LiveRegion regionRef={live}>{announcement}</LiveRegion>
      {isOpen ? null : status === 'submitting' ? (
        <StatusMessage {...part('gate')} variant="waiting">
          <p>{t.text('status.submitting')}</p>
        </StatusMessage>
      ) : opensLater ? (
        <DeliveryStatus
          {...part('gate')}
          heading={t.text(waits ? 'status.queued.title' : 'status.sending.title')}
          actions={
            <button type="button" {...part('action')} onClick={decline}>
              {waits ? t.text('settings.withdraw', { company }) : t.text('action.stop')}
            </button>
          }
        />
      ) : status === 'unsupported' ? (
        // The request could only repeat this.
        <StatusMessage {...part('gate')} variant="error" heading={t.text('status.unsupported.title')}>
          <p>{t.text('status.unsupported')}</p>
        </StatusMessage>
      ) : (
        <StatusMessage
          {...part('gate')}
          {...(status === 'device-slow' && { variant: 'waiting' as const })}
          heading={heading}
          actions={
            <button type="button" {...part('action')} onClick={() => showRequest(store, onAsk, usecase)}>
              {t.text('gate.ask')}
            </button>
          }
        >
          <p>{text}</p>
        </StatusMessage>
      )}
    </>
  )
}
