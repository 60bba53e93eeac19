'use client'

import type { ReactElement, ReactNode } from 'react'
import { useConsent } from '../../react/use-consent.ts'
import { useLicense } from '../../react/use-license.ts'
import { LicenseFacts } from '../consent/license-facts.tsx'
import { QueuedLicense } from '../consent/queued-license.tsx'
import { WithdrawalError, WithdrawalMessage } from '../consent/withdrawal-message.tsx'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'
import { DeviceReceipt } from '../receipt/device-receipt.tsx'

/** Props of {@link ConsentOutcome}. */
export interface ConsentOutcomeProps {
  readonly headingLevel: 1 | 2 | 3 | 4
  /** Hears of the person's own acts, before the flow does. */
  readonly onAct: () => void
  /** The person is done with this screen; without it there is no button for that. */
  readonly onDone?: (() => void) | undefined
  readonly footer?: ReactNode
}

/** The outcome view of a screen: what came of the decision, with the receipt, and the way back. */
export function ConsentOutcome({ headingLevel, onAct, onDone, footer }: ConsentOutcomeProps): ReactElement {
  const { status: state, reason, agreement, reopen, error, storage } = useConsent()
  const { license, isLicensed: licensed } = useLicense()
  const t = useText()
  const company = agreement.company.name
  const date = t.date(license?.timestamp ?? '')
  const act = (run: () => unknown) => () => {
    onAct()
    void run()
  }
  const button = (label: string, run: () => unknown) => (
    <button type="button" data-part="action" onClick={act(run)}>
      {label}
    </button>
  )
  const done = onDone && button(t.text('action.done'), onDone)
  const inner = (headingLevel + 1) as 2 | 3 | 4 | 5

  switch (state) {
    case 'queued':
      return <QueuedLicense onAct={onAct} actions={done} />
    case 'licensed':
    case 'already-licensed':
    case 'expiring':
      return (
        <div data-part="outcome">
          <div data-part="outcome-next">
            {state === 'expiring' ? (
              <StatusMessage
                variant="waiting"
                actions={
                  <>
                    {button(t.text('action.renew'), reopen)}
                    {done}
                  </>
                }
              >
                <p>{t.text('status.expiring', { date: t.date(license?.expiry ?? '', 'UTC') })}</p>
              </StatusMessage>
            ) : (
              <StatusMessage variant="done">
                <p>{t.text(state === 'licensed' ? 'status.licensed' : 'status.already', { company, date })}</p>
              </StatusMessage>
            )}
            <WithdrawalError />
            {storage === 'memory' && <StatusMessage>{t.text('status.memory')}</StatusMessage>}
            <LicenseFacts expiry={license?.expiry} outdated={reason.startsWith('update')} />
            {state !== 'expiring' && done && <div data-part="actions">{done}</div>}
            {footer}
          </div>
          <DeviceReceipt headingLevel={inner} />
        </div>
      )
    case 'declined':
    case 'dismissed':
      if (licensed) {
        return (
          <StatusMessage
            actions={
              <>
                {button(t.text('action.review'), reopen)}
                {done}
              </>
            }
          >
            <p>{t.text('status.kept', { date })}</p>
          </StatusMessage>
        )
      }
      return (
        <StatusMessage
          actions={
            <>
              {button(t.text(state === 'declined' ? 'action.reconsider' : 'action.review'), reopen)}
              {done}
            </>
          }
        >
          <p>{t.text(state === 'declined' ? 'status.declined' : 'status.dismissed')}</p>
        </StatusMessage>
      )
    case 'withdrawing':
    case 'withdrawn':
      return (
        <WithdrawalMessage
          onAct={onAct}
          actions={
            state === 'withdrawn' ? (
              <>
                {button(t.text('action.review'), reopen)}
                {done}
              </>
            ) : undefined
          }
        />
      )
    default:
      return (
        <StatusMessage variant="error" actions={done}>
          <p>{t.text('status.unsupported')}</p>
          {error !== undefined && <p className="licet-muted">{t.text('error.code', { code: error.code })}</p>}
        </StatusMessage>
      )
  }
}
