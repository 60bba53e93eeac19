'use client'

import { type ReactElement, type RefObject, useEffect } from 'react'
import { useReadingProgress } from '../../react/hooks/use-reading-progress.ts'
import type { ReadingMode } from '../../react/types.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'

/** Props of {@link ReadingProgress}. */
export interface ReadingProgressProps {
  readonly mode: ReadingMode
  readonly text: string
  readonly region: RefObject<HTMLElement | null>
  readonly end: EndMark
}

/** The mark at the end of the text, which appears after the first render for a text that is parsed later. */
export interface EndMark {
  element: HTMLElement | null
  /** Called with another element. */
  follow: (element: HTMLElement | null) => void
}

/** A line above the terms that grows while the person reads. A separate component, so that scrolling renders only the line. */
export function ReadingProgress({ mode, text, region, end }: ReadingProgressProps): ReactElement {
  const { progress, endRef } = useReadingProgress(region, { mode, text })
  const part = useInnerParts()
  useEffect(() => {
    endRef(end.element)
    end.follow = endRef
    return () => {
      end.follow = () => {}
    }
  }, [endRef, end])
  // Without a style in HTML from a server: a strict Content-Security-Policy refuses it there.
  return (
    <span {...part('terms-progress')} aria-hidden="true" {...(progress > 0 && { style: { inlineSize: `${progress * 100}%` } })} />
  )
}
