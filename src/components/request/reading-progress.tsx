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
  /** The mark at the end of the text. */
  readonly end: HTMLElement | null
}

/** A line above the terms that grows while the person reads. A separate component, so that scrolling renders only the line. */
export function ReadingProgress({ mode, text, region, end }: ReadingProgressProps): ReactElement {
  const { progress, endRef } = useReadingProgress(region, { mode, text })
  const part = useInnerParts()
  useEffect(() => endRef(end), [endRef, end])
  // Without a style in HTML from a server: a strict Content-Security-Policy refuses it there.
  return (
    <span {...part('terms-progress')} aria-hidden="true" {...(progress > 0 && { style: { inlineSize: `${progress * 100}%` } })} />
  )
}
