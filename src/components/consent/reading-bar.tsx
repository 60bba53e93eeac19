'use client'

import { type ReactElement, type RefObject, useEffect, useState } from 'react'
import type { ReadingMode } from '../../react/types.ts'
import { useReadingProgress } from '../../react/use-reading-progress.ts'
import { findInRoot } from '../kit/find-in-root.ts'
import { Icon } from '../kit/icons.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'

/** Props of {@link ReadingBar}. */
export interface ReadingBarProps {
  readonly mode: ReadingMode
  readonly text: string
  readonly region: RefObject<HTMLElement | null>
  /** The mark at the end of the text. */
  readonly end: HTMLElement | null
  /** Id of the decision. */
  readonly target: string
}

/** A bar below the terms with the reading progress and a link to the decision. A separate component, so that scrolling renders only the bar. */
export function ReadingBar({ mode, text, region, end, target }: ReadingBarProps): ReactElement {
  const { progress, endRef } = useReadingProgress(region, { mode, text })
  const part = useInnerParts()
  const t = useText()
  const [isDecisionInView, setDecisionInView] = useState<boolean>()
  useEffect(() => endRef(end), [endRef, end])
  useEffect(() => {
    const decision = region.current && findInRoot(region.current, target)
    if (decision === null || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => setDecisionInView(entry?.isIntersecting === true), {
      rootMargin: '0px 0px -48px',
    })
    observer.observe(decision)
    return () => observer.disconnect()
  }, [region, target])
  return (
    <div {...part('screen-bar')} data-state={isDecisionInView ? 'arrived' : 'leading'}>
      {/* Only after the first measurement, and only while the bar is visible. */}
      {mode !== 'none' && isDecisionInView === false && (
        <span aria-hidden="true">{t.text('terms.progress', { percent: t.percent(progress) })}</span>
      )}
      <a href={`#${target}`}>
        {t.text('screen.toDecision')}
        <Icon name="down" />
      </a>
    </div>
  )
}
