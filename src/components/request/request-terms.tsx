'use client'

import { memo, type ReactElement, useCallback, useRef } from 'react'
import type { ReadingMode, UseTermsResult } from '../../react/types.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { TermsDocument } from '../terms/terms-document.tsx'
import { type EndMark, ReadingProgress } from './reading-progress.tsx'
import { TermsSkeleton } from './skeleton.tsx'

/** Props of {@link RequestTerms}. */
export interface RequestTermsProps {
  readonly terms: Omit<UseTermsResult, 'hash'>
  /** The document can be shown. */
  readonly isShown: boolean
  readonly reading: ReadingMode
  readonly headingLevel: 2 | 3 | 4 | 5
  /** Prefix of the ids in this request. */
  readonly prefix: string
  readonly onShown: ((text: string) => void) | undefined
  readonly onFailed: () => void
}

const MemoizedTerms = memo(TermsDocument)

/** The full terms of a request, with their reading progress; or their skeleton while they load. The decision reports why there are none. */
export function RequestTerms({ terms, isShown, reading, prefix, ...document }: RequestTermsProps): ReactElement {
  const part = useInnerParts()
  const t = useText()
  // Not a state: the mark is on screen with the text, and renders nothing again.
  const end = useRef<EndMark>({ element: null, follow() {} }).current
  const endRef = useCallback(
    (element: HTMLElement | null) => {
      end.element = element
      end.follow(element)
    },
    [end],
  )
  const region = useRef<HTMLElement>(null)
  return (
    <div {...part('screen-terms')} id={`${prefix}terms`} tabIndex={-1}>
      <ReadingProgress key={terms.text} mode={reading} text={terms.text} region={region} end={end} />
      {terms.status === 'ready' && isShown && (
        <MemoizedTerms
          text={terms.text}
          locale={terms.locale}
          tree={terms.tree}
          idPrefix={prefix}
          foldable
          regionRef={region}
          endRef={reading === 'none' ? undefined : endRef}
          endStop={reading === 'required'}
          {...document}
        />
      )}
      {terms.status === 'pending' && (
        <div className="licet-terms">
          <TermsSkeleton label={t.text('terms.loading')} />
        </div>
      )}
    </div>
  )
}
