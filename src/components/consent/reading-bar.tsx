'use client'

import { type ReactElement, type RefObject, useEffect, useState } from 'react'
import type { ReadingMode } from '../../react/types.ts'
import { useReadingProgress } from '../../react/use-reading-progress.ts'
import { findInRoot } from '../kit/find-in-root.ts'
import { Icon } from '../kit/icons.tsx'
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

/** The slim bar below the reading: how far it has come, and a link to the decision. A component of its own, so that scrolling renders nothing else. */
export function ReadingBar({ mode, text, region, end, target }: ReadingBarProps): ReactElement {
  const { progress, endRef } = useReadingProgress(region, { mode, text })
  const t = useText()
  const [arrived, setArrived] = useState<boolean>()
  useEffect(() => endRef(end), [endRef, end])
  // Once the decision is in view there is nothing to lead to.
  useEffect(() => {
    const decision = region.current && findInRoot(region.current, target)
    if (decision === null || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => setArrived(entry?.isIntersecting === true), {
      rootMargin: '0px 0px -48px',
    })
    observer.observe(decision)
    return () => observer.disconnect()
  }, [region, target])
  return (
    <div data-part="screen-bar" data-state={arrived ? 'arrived' : 'leading'}>
      {/* Not before anything was measured, and not while the bar is out of sight. */}
      {mode !== 'none' && arrived === false && (
        <span aria-hidden="true">{t.text('terms.progress', { percent: t.percent(progress) })}</span>
      )}
      <a href={`#${target}`}>
        {t.text('screen.toDecision')}
        <Icon name="down" />
      </a>
    </div>
  )
}
