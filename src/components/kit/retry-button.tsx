'use client'

import type { ReactElement } from 'react'
import { useInnerParts } from './use-inner-parts.ts'
import { useText } from './use-text.ts'

/** Props of {@link RetryButton}. */
export interface RetryButtonProps {
  /** The last press is still in progress. Default `false`. */
  readonly isTrying?: boolean | undefined
  readonly onClick: () => void
}

/** The button "Try again". */
export function RetryButton({ isTrying = false, onClick }: RetryButtonProps): ReactElement {
  const part = useInnerParts()
  const t = useText()
  return (
    <button type="button" {...part('action')} aria-busy={isTrying || undefined} onClick={onClick}>
      {t.text(isTrying ? 'action.retrying' : 'action.retry')}
    </button>
  )
}
