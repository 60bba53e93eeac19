'use client'

import type { ReactElement, ReactNode } from 'react'
import { useConsent } from '../../react/use-consent.ts'
import { useLicense } from '../../react/use-license.ts'
import { useWithdraw } from '../../react/use-withdraw.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'
import { errorMessageKey } from './error-message.ts'
import { isWithdrawalWaiting } from './view-title.ts'

/** Props of {@link WithdrawalMessage}. */
export interface WithdrawalMessageProps {
  /** First line, where the title of the surface does not say it. */
  readonly heading?: string
  /** Hears of the person's own acts, before the flow does. */
  readonly onAct: () => void
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** What a withdrawal has come to and what it does not undo, in a screen and in the settings alike (experience 13). */
export function WithdrawalMessage({ children, onAct, ...message }: WithdrawalMessageProps): ReactElement {
  const { status: state, agreement, pendingDecision: pending, isOnline: online, storage } = useConsent()
  const license = useLicense((known) => known.license)
  const { withdraw, status: withdrawal, error } = useWithdraw()
  const t = useText()
  if (withdrawal === 'error') {
    const again = (
      <button
        type="button"
        data-part="action"
        onClick={() => {
          onAct()
          void withdraw()
        }}
      >
        {t.text('action.retry')}
      </button>
    )
    return (
      <WithdrawalError
        actions={
          <>
            {errorMessageKey(error?.code) !== 'error.setup' && again}
            {message.actions}
          </>
        }
      >
        {children}
      </WithdrawalError>
    )
  }
  const isDone = state === 'withdrawn'
  return (
    <StatusMessage variant={isDone ? 'done' : 'waiting'} {...message}>
      <p>
        {isDone
          ? t.text('status.withdrawn', { company: agreement.company.name, date: t.date(license?.timestamp ?? Date.now()) })
          : t.text(isWithdrawalWaiting(pending, online) ? 'status.withdrawn.queued' : 'status.withdrawing')}
      </p>
      {!isDone && storage === 'memory' && <p>{t.text('status.withdrawn.memory')}</p>}
      <p>{t.text('settings.stays.text')}</p>
      {children}
    </StatusMessage>
  )
}

/** Says, in the place where it was asked for, that a withdrawal failed. */
export function WithdrawalError({ actions, children }: Pick<WithdrawalMessageProps, 'actions' | 'children'>): ReactElement | null {
  const { status, error } = useWithdraw()
  const t = useText()
  if (status !== 'error') return null
  return (
    <StatusMessage variant="error" role="alert" heading={t.text('error.withdraw.title')} actions={actions}>
      <p>{t.text(errorMessageKey(error?.code))}</p>
      {error !== undefined && <p className="licet-muted">{t.text('error.code', { code: error.code })}</p>}
      {children}
    </StatusMessage>
  )
}
