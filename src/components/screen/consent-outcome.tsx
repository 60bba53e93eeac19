'use client'

import type { ReactElement, ReactNode } from 'react'
import type { ConsentState } from '../../core/consent-flow.ts'
import { useConsent } from '../../react/use-consent.ts'
import { useLicense } from '../../react/use-license.ts'
import { LicenseFacts } from '../consent/license-facts.tsx'
import { QueuedLicense } from '../consent/queued-license.tsx'
import { WithdrawalError, WithdrawalMessage } from '../consent/withdrawal-message.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'
import { DeviceReceipt } from '../receipt/device-receipt.tsx'

/** Props of {@link ConsentOutcome}. */
export interface ConsentOutcomeProps {
  /** The state that the screen shows. */
  readonly status: ConsentState
  readonly headingLevel: 1 | 2 | 3 | 4
  /** Called when the person acts here, before the flow changes. */
  readonly onAct: () => void
  /** Called when the person presses Done. Without it there is no such button. */
  readonly onDone?: (() => void) | undefined
  readonly footer?: ReactNode
}

/** The view after a decision: its outcome, the receipt, and buttons to decide again. */
export function ConsentOutcome({ status, headingLevel, onAct, onDone, footer }: ConsentOutcomeProps): ReactElement {
  const { reason, agreement, reopen, error, storage } = useConsent()
  const { license, isLicensed } = useLicense()
  const part = useInnerParts()
  const t = useText()
  const company = agreement.company.name
  const date = t.date(license?.timestamp ?? '')
  const button = (label: string, run: () => unknown) => (
    <button
      type="button"
      {...part('action')}
      onClick={() => {
        onAct()
        void run()
      }}
    >
      {label}
    </button>
  )
  const done = onDone && button(t.text('action.done'), onDone)
  const reopenOrDone = (label: string) => (
    <>
      {button(label, reopen)}
      {done}
    </>
  )

  switch (status) {
    case 'queued':
      return <QueuedLicense onAct={onAct} actions={done} />
    case 'licensed':
    case 'already-licensed':
    case 'expiring':
      return (
        <div {...part('outcome')}>
          <div {...part('outcome-next')}>
            {status === 'expiring' ? (
              <StatusMessage variant="waiting" actions={reopenOrDone(t.text('action.renew'))}>
                <p>{t.text('status.expiring', { date: t.date(license?.expiry ?? '', 'UTC') })}</p>
              </StatusMessage>
            ) : (
              <StatusMessage variant="done">
                <p>{t.text(status === 'licensed' ? 'status.licensed' : 'status.already', { company, date })}</p>
              </StatusMessage>
            )}
            <WithdrawalError />
            {storage === 'memory' && <StatusMessage>{t.text('status.memory')}</StatusMessage>}
            <LicenseFacts expiry={license?.expiry} isOutdated={reason.startsWith('update')} />
            {status !== 'expiring' && done && <div {...part('actions')}>{done}</div>}
            {footer}
          </div>
          <DeviceReceipt headingLevel={(headingLevel + 1) as 2 | 3 | 4 | 5} />
        </div>
      )
    case 'declined':
    case 'dismissed':
      if (isLicensed) {
        return (
          <StatusMessage actions={reopenOrDone(t.text('action.review'))}>
            <p>{t.text('status.kept', { date })}</p>
          </StatusMessage>
        )
      }
      return (
        <StatusMessage actions={reopenOrDone(t.text(status === 'declined' ? 'action.reconsider' : 'action.review'))}>
          <p>{t.text(status === 'declined' ? 'status.declined' : 'status.dismissed')}</p>
        </StatusMessage>
      )
    case 'withdrawing':
    case 'withdrawn':
      return <WithdrawalMessage onAct={onAct} actions={status === 'withdrawn' ? reopenOrDone(t.text('action.review')) : done} />
    default:
      return (
        <StatusMessage variant="error" actions={done}>
          <p>{t.text('status.unsupported')}</p>
          {error !== undefined && <p className="licet-muted">{t.text('error.code', { code: error.code })}</p>}
        </StatusMessage>
      )
  }
}
