'use client'

import { type ReactElement, type Ref, useRef } from 'react'
import { useObscured } from '../../react/hooks/use-obscured.ts'
import type { UseTermsResult } from '../../react/types.ts'
import { Decision } from '../decision/decision.tsx'
import { RetryButton } from '../kit/retry-button.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'
import { canRetry, errorMessageKey, termsErrorKey } from '../status/error-message.ts'
import type { SurfaceConsent } from '../surface/use-surface-consent.ts'

/** Props of {@link RequestDecision}. */
export interface RequestDecisionProps {
  readonly consent: SurfaceConsent
  readonly terms: Omit<UseTermsResult, 'hash'>
  /** The text that Accept signs is on screen. */
  readonly isTextShown: boolean
  /** The document could not be shown. */
  readonly hasFailed: boolean
  /** Prefix of the ids in this request. */
  readonly prefix: string
  /** Ref to the place of the note that the terms are translated. */
  readonly translationRef: Ref<HTMLDivElement>
  /** Loads the terms again. */
  readonly onRetry: () => void
  /** Called when the person acts here, before the flow changes. */
  readonly onAct: () => void
}

const ALTERED = ['decline', 'choices', 'facts'] as const

/** The decision of a request. It reports what loads, fails or is missing in the place where the person decides. */
export function RequestDecision(props: RequestDecisionProps): ReactElement {
  const { consent, terms, isTextShown, hasFailed, prefix, translationRef, onRetry, onAct } = props
  const part = useInnerParts()
  const t = useText()
  const obscured = useObscured()
  const { status, reason, error, accept, decline, retry } = consent
  const message = errorMessageKey(error?.code)
  const isKept = status === 'device-slow' && consent.isPending
  const isPending = status === 'submitting' || isKept
  const place = useRef<HTMLDivElement>(null)
  const altered = ALTERED.find((name) => error?.code === 'decision_obscured' && error.field === name)
  const isCovered = altered === undefined && consent.missing.some(({ what }) => what === 'visibility')
  const { status: found } = terms
  const termsError =
    found === 'error' || found === 'invalid' ? termsErrorKey(found, terms.error) : hasFailed ? 'terms.error' : undefined
  const retryTerms = (
    <RetryButton
      onClick={() => {
        // The button disappears with its message, so the decision takes the focus.
        place.current?.focus()
        onRetry()
      }}
    />
  )
  const act = (run: () => unknown) => () => {
    onAct()
    void run()
  }
  return (
    <div {...part('screen-decision')} ref={place} tabIndex={-1} data-covered={isCovered ? '' : undefined}>
      <div ref={translationRef} className="licet-translation" />
      {status === 'offline' && (
        <StatusMessage variant="waiting">
          {t.text(consent.storage === 'memory' ? 'status.offline.memory' : 'status.offline')}
        </StatusMessage>
      )}
      {status === 'device-slow' && !isKept && (
        <StatusMessage variant="waiting" heading={t.text('status.slow.title')}>
          {t.text('status.slow')}
        </StatusMessage>
      )}
      {termsError && (
        <StatusMessage variant="error" actions={canRetry(termsError) ? retryTerms : undefined}>
          {t.text(termsError)}
        </StatusMessage>
      )}
      {status === 'submit-error' && (
        <StatusMessage
          ref={bringIntoView}
          variant="error"
          role="alert"
          heading={t.text('error.title')}
          actions={canRetry(message) ? <RetryButton onClick={act(retry)} /> : undefined}
        >
          <p>{t.text(message, { company: consent.agreement.company.name })}</p>
          {error !== undefined && <p className="licet-muted">{t.text('error.code', { code: error.code })}</p>}
        </StatusMessage>
      )}
      <Decision
        id={`${prefix}decision`}
        tabIndex={-1}
        // Accept is on screen only while the exact text that it signs is on screen.
        // Before that is known both choices are there, disabled.
        acceptable={status === 'checking' || ((consent.canAccept || isPending) && isTextShown)}
        pending={isPending}
        termsId={found === 'ready' && isTextShown ? `${prefix}terms` : undefined}
        termsLocale={found === 'ready' ? terms.locale : undefined}
        notice={
          found === 'pending' ? (
            <>
              <span>{t.text('terms.loading')}</span>
              {retryTerms}
            </>
          ) : isKept ? (
            t.text('status.slow.kept')
          ) : (
            // After an early Accept, the list of what is missing states it.
            status === 'reading-required' && consent.missing.length === 0 && t.text('decision.notice.reading')
          )
        }
        missing={consent.missing.map(({ what, part: name }) => ({
          target: `${prefix}${name === 'terms-end' ? 'end' : name}`,
          text: t.text(what === 'visibility' && altered ? `decision.altered.${altered}` : `decision.missing.${what}`),
        }))}
        // With a license in force, Decline keeps it.
        kind={reason === 'change' || reason.startsWith('update') ? 'update' : 'first'}
        ref={obscured.ref}
        onAccept={(measured) => act(() => accept({ ...measured, obscured: obscured.isObscured() === true }))()}
        onDecline={act(decline)}
      />
    </div>
  )
}

/**
 * Scrolls the message and both buttons into view: in a low window, an error may appear below the button that was pressed.
 *
 * A bar that is in view stays: Chromium scrolls to the place of a sticky element in the flow.
 */
function bringIntoView(message: HTMLElement | null): void {
  const bar = message?.parentElement
  const { top = 0, bottom = 0 } = bar?.getBoundingClientRect() ?? {}
  // jsdom has no `scrollIntoView`.
  if (top < 0 || bottom > innerHeight) bar?.scrollIntoView?.({ block: 'nearest' })
}
