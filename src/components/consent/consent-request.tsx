'use client'

import { memo, type ReactElement, type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react'
import type { Agreement } from '../../core/agreement.ts'
import type { MessageKey } from '../../locales/format/messages.ts'
import type { MissingPart, ReadingMode } from '../../react/types.ts'
import { useObscured } from '../../react/use-obscured.ts'
import { useTerms } from '../../react/use-terms.ts'
import { clauseIds } from '../../terms/clause-ids.ts'
import type { DefinedAgreement } from '../../terms/index.ts'
import { Decision } from '../decision/decision.tsx'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'
import { LicenseSummary } from '../summary/license-summary.tsx'
import { TermsDocument } from '../terms/terms-document.tsx'
import { errorMessageKey } from './error-message.ts'
import { ReadingBar } from './reading-bar.tsx'
import { TermsSkeleton } from './skeleton.tsx'
import { UpdateNote } from './update-note.tsx'
import { useSurfaceConsent } from './use-surface-consent.ts'

type MissingKey = Exclude<Extract<MessageKey, `decision.missing.${string}`>, 'decision.missing.title'>

/** Props of {@link Ask}. */
export interface ConsentRequestProps {
  readonly reading: ReadingMode
  readonly headingLevel: 1 | 2 | 3 | 4
  /** Hears of the person's own acts, before the flow does. */
  readonly onAct: () => void
  readonly footer?: ReactNode
}

const MISSING_TEXT: Readonly<Record<MissingPart['what'], MissingKey>> = {
  terms: 'decision.missing.terms',
  reading: 'decision.missing.reading',
  purposes: 'decision.missing.purposes',
  visibility: 'decision.missing.visibility',
}

// What is asked stays the same while the person chooses, the hash arrives, or a message comes and goes.
const SteadySummary = memo(LicenseSummary)
const SteadyTerms = memo(TermsDocument)

/** The asking view of a screen: the summary with its choices, the full terms, the decision. No choice renders it: each purpose follows its own. */
export const ConsentRequest = memo(function ConsentRequest({
  reading,
  headingLevel,
  onAct,
  footer,
}: ConsentRequestProps): ReactElement {
  const consent = useSurfaceConsent()
  const terms = useTerms()
  const t = useText()
  const prefix = `licet${useId().replace(/\W/g, '')}-`
  const [shown, setShown] = useState<string>()
  const [failed, setFailed] = useState(false)
  const [end, setEnd] = useState<HTMLElement | null>(null)
  const obscured = useObscured()
  const region = useRef<HTMLElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const { status: state, reason, agreement, accept, decline, retry } = consent
  const why = errorMessageKey(consent.error?.code)
  const pending = state === 'submitting'
  // Accept is on screen only while the very text that it signs is (experience 1 and 2).
  const acceptable = (consent.canAccept || pending) && terms.status === 'ready' && shown === terms.text
  const clauses = useMemo(() => clauseTargets(agreement, prefix), [agreement, prefix])
  const inner = (headingLevel + 1) as 2 | 3 | 4 | 5
  const missing = consent.missing.map(({ what, part }) => ({
    target: `${prefix}${part === 'terms-end' ? 'end' : part}`,
    text: t.text(MISSING_TEXT[what]),
  }))

  const onFailed = useCallback(() => setFailed(true), [])
  const act = (run: () => unknown) => () => {
    onAct()
    void run()
  }
  const retryButton = (run: () => unknown) => (
    <button type="button" data-part="action" onClick={run}>
      {t.text('action.retry')}
    </button>
  )
  const retryTerms = retryButton(() => {
    // The button goes with its message: its place takes the focus.
    place.current?.focus()
    setFailed(false)
    if (!failed) retry()
  })
  return (
    <>
      <UpdateNote headingLevel={inner} />
      <div data-part="screen-columns">
        <div data-part="screen-summary" id={`${prefix}purposes`} tabIndex={-1}>
          <SteadySummary
            agreement={agreement}
            onChoose={consent.choose}
            headingLevel={inner}
            clauses={terms.status === 'ready' ? clauses : undefined}
          />
        </div>
        <div ref={place} data-part="screen-terms" id={`${prefix}terms`} tabIndex={-1}>
          {terms.status === 'ready' && !failed && (
            <SteadyTerms
              text={terms.text}
              locale={terms.locale}
              tree={terms.tree}
              onShown={setShown}
              onFailed={onFailed}
              headingLevel={inner}
              idPrefix={prefix}
              regionRef={region}
              endStop={reading === 'required'}
              endRef={reading === 'none' ? undefined : setEnd}
            />
          )}
          {terms.status === 'pending' && (
            // In the panel of the terms, and above what may be cut there.
            <div className="licet-terms">
              <div data-part="actions">{retryTerms}</div>
              <TermsSkeleton label={t.text('terms.loading')} />
            </div>
          )}
          {(terms.status === 'error' || terms.status === 'invalid' || failed) && (
            <StatusMessage variant="error" actions={retryTerms}>
              <p>{t.text(terms.status === 'invalid' ? 'terms.invalid' : 'terms.error')}</p>
            </StatusMessage>
          )}
        </div>
        <ReadingBar key={shown} mode={reading} text={terms.text} region={region} end={end} target={`${prefix}decision`} />
        <div data-part="screen-decision">
          {state === 'offline' && <StatusMessage variant="waiting">{t.text('status.offline')}</StatusMessage>}
          {consent.storage === 'memory' && <StatusMessage>{t.text('status.memory')}</StatusMessage>}
          {state === 'submit-error' && (
            <StatusMessage
              ref={bringIntoView}
              variant="error"
              role="alert"
              heading={t.text('error.title')}
              actions={why === 'error.setup' ? undefined : retryButton(act(retry))}
            >
              <p>{t.text(why)}</p>
              {consent.error !== undefined && <p className="licet-muted">{t.text('error.code', { code: consent.error.code })}</p>}
            </StatusMessage>
          )}
          <Decision
            id={`${prefix}decision`}
            tabIndex={-1}
            acceptable={acceptable}
            pending={pending}
            missing={missing}
            // A license is in force: to say no keeps it.
            kind={reason === 'change' || reason.startsWith('update') ? 'update' : 'first'}
            ref={obscured.ref}
            onAccept={act(() => accept({ obscured: obscured.isObscured() === true }))}
            onDecline={act(decline)}
          />
          {footer}
        </div>
      </div>
    </>
  )
})

// An error answers a press, and may stand lower than the pressed button did: both choices and what is said of them come into view.
function bringIntoView(message: HTMLElement | null): void {
  message?.parentElement?.scrollIntoView({ block: 'nearest' })
}

function clauseTargets(agreement: Agreement, prefix: string): Record<string, string> {
  if (!hasTemplate(agreement)) return {}
  return Object.fromEntries([...clauseIds(agreement)].map(([part, id]) => [part, prefix + id]))
}

function hasTemplate(agreement: Agreement): agreement is DefinedAgreement {
  return 'template' in agreement
}
