'use client'

import type { ReactElement, ReactNode } from 'react'
import { withdrawalReach } from '../../locales/format/withdrawal-reach.ts'
import { useConsent } from '../../react/use-consent.ts'
import { useLicense } from '../../react/use-license.ts'
import { useWithdraw } from '../../react/use-withdraw.ts'
import { RetryButton } from '../kit/retry-button.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'
import { useSaveReceipt } from '../receipt/use-save-receipt.tsx'
import { canRetry, errorMessageKey } from './error-message.ts'
import { useDeliveryRetry } from './use-delivery-retry.tsx'
import { isWithdrawalWaiting } from './view-title.ts'

/** Props of {@link WithdrawalMessage}. */
export interface WithdrawalMessageProps {
  /** First line, where the title of the surface is a different one. */
  readonly heading?: string
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
  const { status, agreement, pendingDecision, storage } = useConsent()
  const license = useLicense((result) => result.license)
  const { withdraw, status: withdrawal, error } = useWithdraw()
  const delivery = useDeliveryRetry(onAct)
  const { download, failure } = useSaveReceipt()
  const part = useInnerParts()
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
  const isDone = status === 'withdrawn'
  return (
    <StatusMessage
      variant={isDone ? 'note' : 'waiting'}
      heading={heading}
      actions={
        <>
          {isDone && license !== undefined && (
            <button type="button" {...part('action')} onClick={() => void download('html')}>
              {t.text('receipt.proof')}
            </button>
          )}
          {!isDone && delivery.button}
          {done}
          {actions}
          {isDone && review}
        </>
      }
    >
      <p>
        {isDone
          ? t.text(`status.withdrawn${withdrawalReach(license)}`, {
              company: agreement.company.name,
              date: t.date(license?.timestamp ?? Date.now()),
            })
          : storage === 'memory'
            ? t.text('status.withdrawn.memory')
            : t.text(isWithdrawalWaiting({ pendingDecision }) ? 'status.withdrawn.queued' : 'status.withdrawing')}
      </p>
      {!isDone && delivery.failure}
      <p>{t.text('settings.stays.text')}</p>
      {failure}
      {children}
    </StatusMessage>
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
      <p>{canRetry(key) ? t.text('error.withdraw', { contact }) : t.text(key)}</p>
      {error !== undefined && <p className="licet-muted">{t.text('error.code', { code: error.code })}</p>}
      {children}
    </StatusMessage>
  )
}
