'use client'

import type { ReactElement, RefObject } from 'react'
import { useConsent } from '../../react/hooks/use-consent.ts'
import { RetryButton } from '../kit/retry-button.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'
import { MemoryNote } from '../request/memory-note.tsx'
import { TermsSkeleton } from '../request/skeleton.tsx'
import { canRetry, termsErrorKey } from '../status/error-message.ts'
import type { CheckboxState } from './use-checkbox-state.ts'

/** Props of {@link CheckboxMessages}. */
export interface CheckboxMessagesProps {
  readonly state: CheckboxState
  readonly errorId: string
  /** Takes the focus when the person tries again, because the button disappears with its message. */
  readonly answer: RefObject<HTMLElement | null>
  /** Sends the form again. */
  readonly onResend: () => void
}

/** The messages above the checkbox: loading, progress, errors, and an earlier decision. */
export function CheckboxMessages({ state, errorId, answer, onResend }: CheckboxMessagesProps): ReactElement {
  const { status, termsStatus, isSubmitting, hasAgreed, hasBox, failure, earlierDecision } = state
  const error = useConsent((consent) => consent.error)
  const dismiss = useConsent((consent) => consent.dismiss)
  const company = useConsent((consent) => consent.agreement.company.name)
  const isMemory = useConsent((consent) => consent.storage === 'memory')
  const part = useInnerParts()
  const t = useText()
  const retryButton = (retry: () => void) => (
    <RetryButton
      onClick={() => {
        answer.current?.focus()
        retry()
      }}
    />
  )
  return (
    <>
      {termsStatus === 'pending' && (
        <>
          <TermsSkeleton label={t.text('terms.loading')} />
          <div {...part('actions')}>{retryButton(state.terms.retry)}</div>
        </>
      )}
      {!hasAgreed && (termsStatus === 'error' || termsStatus === 'invalid') && (
        <StatusMessage
          variant="error"
          role="alert"
          actions={canRetry(termsErrorKey(termsStatus, state.terms.error)) ? retryButton(state.retryTerms) : undefined}
        >
          <p>{t.text(termsErrorKey(termsStatus, state.terms.error))}</p>
        </StatusMessage>
      )}
      {status === 'unsupported' && (
        <StatusMessage variant="error" role="alert" heading={t.text('status.unsupported.title')}>
          <p>{t.text('status.unsupported')}</p>
        </StatusMessage>
      )}
      {status === 'device-slow' && (
        <StatusMessage
          variant="waiting"
          heading={t.text('status.slow.title')}
          actions={
            isSubmitting ? (
              <button
                type="button"
                {...part('action')}
                onClick={() => {
                  answer.current?.focus()
                  dismiss()
                }}
              >
                {t.text('action.stop')}
              </button>
            ) : undefined
          }
        >
          <p>{t.text(isSubmitting ? state.progress : 'status.slow.settings')}</p>
        </StatusMessage>
      )}
      {isSubmitting && status !== 'device-slow' && <StatusMessage variant="waiting">{t.text(state.progress)}</StatusMessage>}
      {hasBox && failure !== undefined && (
        <StatusMessage
          id={errorId}
          variant="error"
          role="alert"
          heading={t.text('error.title')}
          actions={canRetry(failure) ? retryButton(onResend) : undefined}
        >
          <p>{t.text(failure, { company })}</p>
          {error !== undefined && <p className="licet-muted">{t.text('error.code', { code: error.code })}</p>}
        </StatusMessage>
      )}
      {/* A decision that is not delivered yet is lost with the page, so the note about later comes after its delivery. */}
      {hasBox && isMemory && earlierDecision !== 'status.queued.memory' && <MemoryNote />}
      {hasBox && earlierDecision !== undefined && <StatusMessage>{t.text(earlierDecision)}</StatusMessage>}
    </>
  )
}
