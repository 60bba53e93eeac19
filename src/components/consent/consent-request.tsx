'use client'

import { memo, type ReactElement, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import type { Agreement } from '../../core/agreement.ts'
import type { ReadingMode } from '../../react/types.ts'
import { useTerms } from '../../react/use-terms.ts'
import { clauseIds } from '../../terms/clause-ids.ts'
import type { DefinedAgreement } from '../../terms/index.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { LicenseSummary } from '../summary/license-summary.tsx'
import { TranslationPlace } from '../terms/translation-place.ts'
import { ReadingBar } from './reading-bar.tsx'
import { RequestDecision } from './request-decision.tsx'
import { RequestTerms } from './request-terms.tsx'
import { UpdateNote } from './update-note.tsx'
import { useSurfaceConsent } from './use-surface-consent.ts'

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

/** The view that asks: the summary with its choices, the full terms, and the decision. A choice renders only the purpose that changes. */
export const ConsentRequest = memo(function ConsentRequest({
  reading,
  headingLevel,
  onAct,
  footer,
}: ConsentRequestProps): ReactElement {
  const consent = useSurfaceConsent()
  const terms = useTerms()
  const part = useInnerParts()
  const prefix = `licet${useId().replace(/\W/g, '')}-`
  const [shown, setShown] = useState<string>()
  const [end, setEnd] = useState<HTMLElement | null>(null)
  const region = useRef<HTMLElement>(null)
  const translationPlace = useRef<HTMLDivElement>(null)
  const { agreement } = consent
  const clauses = useMemo(() => clauseTargets(agreement, prefix), [agreement, prefix])
  const innerLevel = (headingLevel + 1) as 2 | 3 | 4 | 5
  return (
    <>
      <UpdateNote headingLevel={innerLevel} />
      <div {...part('screen-columns')}>
        <div {...part('screen-summary')} id={`${prefix}purposes`} tabIndex={-1}>
          <MemoizedSummary
            agreement={agreement}
            onChoose={consent.choose}
            headingLevel={innerLevel}
            clauses={terms.status === 'ready' ? clauses : undefined}
          />
        </div>
        <TranslationPlace.Provider value={translationPlace}>
          <RequestTerms
            terms={terms}
            reading={reading}
            headingLevel={innerLevel}
            prefix={prefix}
            regionRef={region}
            endRef={reading === 'none' ? undefined : setEnd}
            onShown={setShown}
            onRetry={consent.retry}
          />
        </TranslationPlace.Provider>
        <ReadingBar key={shown} mode={reading} text={terms.text} region={region} end={end} target={`${prefix}decision`} />
        <RequestDecision
          consent={consent}
          isTextShown={terms.status === 'ready' && shown === terms.text}
          prefix={prefix}
          translationRef={translationPlace}
          onAct={onAct}
          footer={footer}
        />
      </div>
    </>
  )
})

function clauseTargets(agreement: Agreement, prefix: string): Record<string, string> {
  if (!hasTemplate(agreement)) return {}
  return Object.fromEntries([...clauseIds(agreement)].map(([line, id]) => [line, prefix + id]))
}

function hasTemplate(agreement: Agreement): agreement is DefinedAgreement {
  return 'template' in agreement
}
