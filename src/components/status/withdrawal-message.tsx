'use client'

import type { ReactElement, ReactNode } from 'react'
import type { License } from '../../core/license.ts'
import { withdrawalReach } from '../../locales/format/withdrawal-reach.ts'
import { useConsent } from '../../react/hooks/use-consent.ts'
import { useLicense } from '../../react/hooks/use-license.ts'
import { useWithdraw } from '../../react/hooks/use-withdraw.ts'
import { RetryButton } from '../kit/retry-button.tsx'
import { RowButton } from '../kit/row-button.tsx'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'
import { useSaveReceipt } from '../receipt/use-save-receipt.tsx'
import { isWithdrawalWaiting } from '../surface/view-title.ts'
import { canRetry, errorMessageKey } from './error-message.ts'
import { OutcomeSteps } from './outcome-steps.tsx'
import { useDeliveryRetry } from './use-delivery-retry.tsx'

/** Props of {@link WithdrawalMessage}. */
export interface WithdrawalMessageProps {
  /** First line, where the title of the surface is a different one. */
  readonly heading?: string | undefined
  /** Called when the person acts here, before the flow changes. */
  readonly onAct?: (() => void) | undefined
  /** The button that leaves the view. */
  readonly done?: ReactNode
  /** The button to the request, which comes last: the person has just decided. */
  readonly review?: ReactNode
  /** Other buttons. */
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** The progress of a withdrawal and what it does not undo, for screens and settings. */
export function WithdrawalMessage({ children, onAct, done, review, actions, heading }: WithdrawalMessageProps): ReactElement {
  const { status, pendingDecision, storage } = useConsent()
  const license = useLicense((result) => result.license)
  const { withdraw, status: withdrawal, error } = useWithdraw()
  const delivery = useDeliveryRetry(onAct)
  const { download, failure } = useSaveReceipt()
  const t = useText()
  if (withdrawal === 'error') {
    const retry = () => {
      onAct?.()
      void withdraw()
    }
    return (
      <WithdrawalError
        actions={
          <>
            {canRetry(errorMessageKey(error?.code)) && <RetryButton onClick={retry} />}
            {done}
            {actions}
          </>
        }
      >
        {children}
      </WithdrawalError>
    )
  }
  if (status === 'withdrawn') {
    return (
      <WithdrawnMessage
        heading={heading}
        timestamp={license?.timestamp ?? Date.now()}
        license={license}
        onSave={license && (() => void download('html'))}
        done={done}
        actions={actions}
        review={review}
      >
        {failure}
        {children}
      </WithdrawnMessage>
    )
  }
  return (
    <StatusMessage
      variant="waiting"
      heading={heading}
      actions={
        <>
          {delivery.button}
          {done}
          {actions}
        </>
      }
    >
      <p>
        {storage === 'memory'
          ? t.text('status.withdrawn.memory')
          : t.text(isWithdrawalWaiting({ pendingDecision }) ? 'status.withdrawn.queued' : 'status.withdrawing')}
      </p>
      {delivery.failure}
      <p>{t.text('settings.stays.text')}</p>
      {failure}
      {children}
    </StatusMessage>
  )
}

/** Props of {@link WithdrawnMessage}. */
export interface WithdrawnMessageProps extends Omit<WithdrawalMessageProps, 'onAct'> {
  /** When the license that ended was given: RFC 3339, or milliseconds since the epoch. */
  readonly timestamp: string | number
  /** The license that ended, which states who ended it and on which devices. Without it: the person, on this one. */
  readonly license?: License | undefined
  /** Called when the person saves the proof. Without it there is no such button. */
  readonly onSave: (() => void) | undefined
}

/** The message that a license has ended, and what that does not undo. */
export function WithdrawnMessage(props: WithdrawnMessageProps): ReactElement {
  const { heading, timestamp, license, onSave, done, actions, review, children } = props
  const { name: company, contact = company } = useConsent((consent) => consent.agreement.company)
  const { requestedBy, timestamp: date = timestamp } = license?.revocation ?? {}
  const t = useText()
  return (
    <OutcomeSteps
      message={
        <StatusMessage heading={heading}>
          <p>{t.text(`status.withdrawn${withdrawalReach(license)}`, { company, date: t.date(date) })}</p>
          {requestedBy === 'person' && <p>{t.text('status.revoked.unasked', { contact })}</p>}
          {/* The text states that the person stopped the license. */}
          {(requestedBy === undefined || requestedBy === 'person') && <p>{t.text('settings.stays.text')}</p>}
          {children}
        </StatusMessage>
      }
      rows={
        <>
          {onSave && (
            <RowButton icon="save" onClick={onSave}>
              {t.text('receipt.proof')}
            </RowButton>
          )}
          {actions}
          {review}
        </>
      }
      done={done}
    />
  )
}

/** The error of a failed withdrawal, in the place of the button that was pressed. Renders nothing without one. */
export function WithdrawalError({ actions, children }: Pick<WithdrawalMessageProps, 'actions' | 'children'>): ReactElement | null {
  const { status, error } = useWithdraw()
  const { name, contact = name } = useConsent((consent) => consent.agreement.company)
  const t = useText()
  if (status !== 'error') return null
  const key = errorMessageKey(error?.code)
  return (
    <StatusMessage variant="error" role="alert" heading={t.text('error.withdraw.title')} actions={actions}>
      <p>{canRetry(key) ? t.text('error.withdraw', { contact }) : t.text(key, { company: name })}</p>
      {error !== undefined && <p className="licet-muted">{t.text('error.code', { code: error.code })}</p>}
      {children}
    </StatusMessage>
  )
}
