'use client'

import { memo, type ReactElement, type RefObject, useCallback, useRef, useState } from 'react'
import type { ReadingMode, UseTermsResult } from '../../react/types.ts'
import { RetryButton } from '../kit/retry-button.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'
import { TermsDocument } from '../terms/terms-document.tsx'
import { TermsSkeleton } from './skeleton.tsx'

/** Props of {@link RequestTerms}. */
export interface RequestTermsProps {
  readonly terms: UseTermsResult
  readonly reading: ReadingMode
  readonly headingLevel: 2 | 3 | 4 | 5
  /** Prefix of the ids in this request. */
  readonly prefix: string
  readonly regionRef: RefObject<HTMLElement | null>
  readonly endRef: ((end: HTMLElement | null) => void) | undefined
  readonly onShown: (text: string) => void
  readonly onRetry: () => void
}

const MemoizedTerms = memo(TermsDocument)

/** The full terms of a request; or their skeleton while they load; or an error with Retry. */
export function RequestTerms({ terms, reading, headingLevel, prefix, onRetry, ...document }: RequestTermsProps): ReactElement {
  const part = useInnerParts()
  const t = useText()
  const [failed, setFailed] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const onFailed = useCallback(() => setFailed(true), [])
  const retryButton = (
    <RetryButton
      onClick={() => {
        // The button disappears with its message, so its container takes the focus.
        place.current?.focus()
        setFailed(false)
        if (!failed) onRetry()
      }}
    />
  )
  return (
    <div ref={place} {...part('screen-terms')} id={`${prefix}terms`} tabIndex={-1}>
      {terms.status === 'ready' && !failed && (
        <MemoizedTerms
          text={terms.text}
          locale={terms.locale}
          tree={terms.tree}
          onFailed={onFailed}
          headingLevel={headingLevel}
          idPrefix={prefix}
          endStop={reading === 'required'}
          {...document}
        />
      )}
      {terms.status === 'pending' && (
        // In the panel of the terms, and above the skeleton, whose end may be cut off.
        <div className="licet-terms">
          <div {...part('actions')}>{retryButton}</div>
          <TermsSkeleton label={t.text('terms.loading')} />
        </div>
      )}
      {(terms.status === 'error' || terms.status === 'invalid' || failed) && (
        <StatusMessage variant="error" actions={retryButton}>
          <p>{t.text(terms.status === 'invalid' ? 'terms.invalid' : 'terms.error')}</p>
        </StatusMessage>
      )}
    </div>
  )
}
