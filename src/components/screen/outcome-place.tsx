'use client'

import type { ReactElement } from 'react'
import type { ConsentState } from '../../core/consent-flow.ts'
import type { HintedState } from '../../react/hint/consent-hint.ts'
import { useConsent } from '../../react/hooks/use-consent.ts'
import { RowButton } from '../kit/row-button.tsx'
import { SAMPLE_DATE } from '../kit/sample-date.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'
import { OutcomeSteps } from '../status/outcome-steps.tsx'
import { formatDuration } from '../summary/format-summary.tsx'

/** Props of {@link OutcomePlace}. */
export interface OutcomePlaceProps {
  readonly status: ConsentState | HintedState
  /** The outcome has a button "Done". */
  readonly hasDone: boolean
}

/**
 * The place of an outcome until its code has loaded: invisible, and as tall as the outcome of an earlier visit, so that nothing below moves. On a
 * slow device, it says so.
 */
export function OutcomePlace({ status, hasDone }: OutcomePlaceProps): ReactElement | null {
  const { company, expiry } = useConsent((consent) => consent.agreement)
  const part = useInnerParts()
  const t = useText()
  if (status === 'device-slow')
    return (
      <div {...part('screen-outcome')}>
        <StatusMessage variant="waiting">
          <p>{t.text('status.slow.settings')}</p>
        </StatusMessage>
      </div>
    )
  if (status !== 'already-licensed' && status !== 'declined' && status !== 'withdrawn') return null
  const date = t.date(SAMPLE_DATE)
  const done = hasDone && (
    <button type="button" {...part('action')}>
      {t.text('action.done')}
    </button>
  )
  const content =
    status === 'already-licensed' ? (
      <OutcomeSteps
        message={
          <StatusMessage variant="done">
            <p>{t.text('status.already', { company: company.name, date })}</p>
            <p>{formatDuration(expiry === null || typeof expiry === 'string' ? expiry : SAMPLE_DATE, t)}</p>
          </StatusMessage>
        }
        rows={
          <>
            <RowButton icon="save">{t.text('receipt.downloadHtml')}</RowButton>
            <RowButton icon="chevron">{t.text('receipt.view')}</RowButton>
            <RowButton icon="chevron">{t.text('action.manage')}</RowButton>
          </>
        }
        done={done}
      />
    ) : (
      <OutcomeSteps
        message={
          <StatusMessage>
            <p>{status === 'declined' ? t.text('status.declined') : t.text('status.withdrawn', { company: company.name, date })}</p>
            {status === 'withdrawn' && <p>{t.text('settings.stays.text')}</p>}
          </StatusMessage>
        }
        rows={
          <>
            {status === 'withdrawn' && <RowButton icon="save">{t.text('receipt.proof')}</RowButton>}
            <RowButton icon="chevron">{t.text('action.review')}</RowButton>
          </>
        }
        done={done}
      />
    )
  return (
    <div {...part('screen-outcome', 'licet-place')} aria-hidden>
      {content}
    </div>
  )
}
