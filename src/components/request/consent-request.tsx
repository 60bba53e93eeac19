'use client'

import { memo, type ReactElement, type ReactNode, useCallback, useId, useRef, useState } from 'react'
import { useTermsOnScreen } from '../../react/hooks/use-terms.ts'
import type { ReadingMode } from '../../react/types.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { LicenseSummary } from '../summary/license-summary.tsx'
import { useSurfaceConsent } from '../surface/use-surface-consent.ts'
import { TranslationPlace } from '../terms/translation-place.ts'
import { isUnreadable } from './is-unreadable.ts'
import { MemoryNote } from './memory-note.tsx'
import { RequestDecision } from './request-decision.tsx'
import { RequestInactive } from './request-inactive.ts'
import { RequestStepContext, RequestSteps, useRequestSteps } from './request-steps.tsx'
import { RequestTerms } from './request-terms.tsx'
import { hasNote, UpdateNote } from './update-note.tsx'

/** Props of {@link ConsentRequest}. */
export interface ConsentRequestProps {
  readonly reading: ReadingMode
  readonly headingLevel: 1 | 2 | 3 | 4
  /** Called when the person acts here, before the flow changes. */
  readonly onAct: () => void
  readonly footer?: ReactNode
}

// Its props stay the same while the person chooses, the hash arrives, or a message appears and disappears.
const MemoizedSummary = memo(LicenseSummary)

/**
 * The view that asks: the summary with its choices, the full terms, and the decision, which stays on screen. A choice renders only the purpose
 * that changes.
 */
export const ConsentRequest = memo(function ConsentRequest({
  reading,
  headingLevel,
  onAct,
  footer,
}: ConsentRequestProps): ReactElement {
  const consent = useSurfaceConsent()
  const terms = useTermsOnScreen()
  const part = useInnerParts()
  const prefix = `licet${useId().replace(/\W/g, '')}-`
  const [shown, setShown] = useState<string>()
  const [failed, setFailed] = useState(false)
  const onFailed = useCallback(() => setFailed(true), [])
  const translationPlace = useRef<HTMLDivElement>(null)
  const innerLevel = (headingLevel + 1) as 2 | 3 | 4 | 5
  const [current, steps] = useRequestSteps(prefix)
  return (
    <RequestInactive.Provider value={consent.status === 'checking'}>
      {hasNote(consent.reason) && <UpdateNote headingLevel={innerLevel} />}
      <RequestStepContext.Provider value={current}>
        <div {...part('screen-columns')} {...steps}>
          {current && <RequestSteps current={current} hasChoice={consent.agreement.purposes.some(({ necessary }) => !necessary)} />}
          <div {...part('screen-summary')} id={`${prefix}purposes`} tabIndex={-1}>
            {consent.storage === 'memory' && <MemoryNote />}
            {!isUnreadable(consent.agreement) && (
              <MemoizedSummary agreement={consent.agreement} onChoose={consent.choose} headingLevel={innerLevel} />
            )}
          </div>
          <TranslationPlace.Provider value={translationPlace}>
            <RequestTerms
              terms={terms}
              isShown={!failed}
              reading={reading}
              headingLevel={innerLevel}
              prefix={prefix}
              onShown={terms.tree === undefined ? setShown : undefined}
              onFailed={onFailed}
            />
          </TranslationPlace.Provider>
          <RequestDecision
            consent={consent}
            terms={terms}
            // A tree is on screen with this render. A parser that loads later reports its text.
            isTextShown={terms.status === 'ready' && !failed && (terms.tree !== undefined || shown === terms.text)}
            hasFailed={failed}
            prefix={prefix}
            translationRef={translationPlace}
            onRetry={() => (failed ? setFailed(false) : consent.retry())}
            onAct={onAct}
          />
        </div>
      </RequestStepContext.Provider>
      {footer}
    </RequestInactive.Provider>
  )
})
